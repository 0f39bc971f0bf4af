/** State of the Cognito emulator. It is plain JSON. A function that changes it also saves it (`Core.save`). */
import type { JsonWebKey } from 'node:crypto';
import { isRecord } from '../is-record.ts';
import { CognitoError } from './errors.ts';
import type { CognitoOptions, UserPoolClientProperties, UserPoolProperties } from './types.ts';

export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';
export type CodeKind = 'signUp' | 'forgotPassword' | 'attribute';

/** Stored user. Times are Unix milliseconds. */
export interface User {
  readonly sub: string;
  readonly createdAt: number;
  modifiedAt: number;
  attributes: Record<string, string>;
  status: UserStatus;
  enabled: boolean;
  groups: string[];
  /** `salt:hash`, both hexadecimal. */
  password?: string;
  /** Time of the last AdminSetUserPassword. A temporary password's age counts from it, or else from `createdAt`. */
  temporarySince?: number;
  /**
   * Authenticator app whose first code was verified. `usedStep` is the time step (RFC 6238) of the last code that was
   * accepted. `isOn` is true when a sign-in needs a code of the app.
   */
  totp?: { readonly secret: string; usedStep: number; isOn: boolean };
  /** Secret of an authenticator app that is being set up. */
  pendingSecret?: string;
  /** Mailed code that was not used yet. `tries` counts attempts to enter it. */
  code?: { kind: CodeKind; value: string; expiresAt: number; tries: number };
}

/** Record of a refresh token. Its key in the state is the token. */
export interface Grant {
  readonly clientId: string;
  readonly sub: string;
  readonly scope: string;
  readonly originJti: string;
  /** Time of the sign-in in Unix seconds, for the claim `auth_time`. */
  readonly authTime: number;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  /** Time, in Unix milliseconds, of the first renewal that replaced this token. Absent before the first renewal. */
  rotatedAt?: number;
}

export interface State {
  /** By pool id, then by `sub`. */
  readonly users: Record<string, Record<string, User>>;
  /** By refresh token. */
  readonly grants: Record<string, Grant>;
  /** Revoked sign-ins, by their `origin_jti`. */
  readonly revoked: Record<string, true>;
  /** Signing keys, by pool id. */
  readonly keys: Record<string, { readonly kid: string; readonly jwk: JsonWebKey }>;
}

/** App client (an application that signs users in) with its pool. */
export interface AppClient {
  readonly clientId: string;
  readonly client: UserPoolClientProperties;
  readonly poolId: string;
  readonly pool: UserPoolProperties;
}

/** Options, state and clock that all parts of the emulator share. */
export interface Core {
  readonly options: CognitoOptions;
  readonly state: State;
  /** Time of the stack's clock, in Unix milliseconds. */
  now(): number;
  save(): void;
  /** Throws ResourceNotFoundException for an unknown id. */
  pool(poolId: string): UserPoolProperties;
  /** Throws ResourceNotFoundException for an unknown id. */
  clientOf(clientId: string): AppClient;
}

export function createCore(options: CognitoOptions): Core {
  const state = storedState(options.load?.());
  const core: Core = {
    options,
    state,
    now: () => options.clock.now(),
    save: () => options.save?.(state),
    pool(poolId) {
      const pool = options.pools[poolId];
      if (pool === undefined)
        throw new CognitoError('ResourceNotFoundException', `User pool ${poolId} does not exist.`);
      return pool;
    },
    clientOf(clientId) {
      const client = Object.hasOwn(options.clients, clientId) ? options.clients[clientId] : undefined;
      if (client === undefined)
        throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
      return { clientId, client, poolId: client.UserPoolId, pool: core.pool(client.UserPoolId) };
    },
  };
  return core;
}

function storedState(stored: unknown): State {
  const parts = ['users', 'grants', 'revoked', 'keys'];
  if (isRecord(stored) && parts.every((part) => isRecord(stored[part]))) return stored as unknown as State; // stored by `Core.save` only
  return { users: {}, grants: {}, revoked: {}, keys: {} };
}
