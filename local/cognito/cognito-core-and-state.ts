/** State of the Cognito emulator, plain JSON. A call that changes it also saves it (`Core.save`). */
import type { JsonWebKey } from 'node:crypto';
import { isRecord } from '../is-record.ts';
import { CognitoError } from './cognito-errors.ts';
import type { CognitoOptions, UserPoolClientProperties, UserPoolProperties } from './cognito-types.ts';

export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';
export type CodeKind = 'signUp' | 'forgotPassword' | 'attribute';

/** Times are Unix milliseconds. */
export interface User {
  readonly sub: string;
  readonly createdAt: number;
  modifiedAt: number;
  attributes: Record<string, string>;
  status: UserStatus;
  enabled: boolean;
  groups: string[];
  /** Result of `hashPassword`. */
  password?: string;
  /** Time of AdminSetUserPassword, from which a temporary password's age counts. @default createdAt */
  temporarySince?: number;
  /**
   * Verified authenticator app. `usedStep` is the time step (RFC 6238) of the last accepted code. `isOn` is true when a
   * sign-in needs a code.
   */
  totp?: { readonly secret: string; usedStep: number; isOn: boolean };
  pendingSecret?: string;
  code?: { kind: CodeKind; value: string; expiresAt: number; tries: number };
}

/** Facts of a refresh token. */
export interface Grant {
  readonly clientId: string;
  readonly sub: string;
  readonly scope: string;
  readonly originJti: string;
  /** Unix seconds, for the claim `auth_time`. */
  readonly authTime: number;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  /** Unix milliseconds of the renewal that replaced the token. */
  rotatedAt?: number;
}

export interface State {
  /** By pool id, then by `sub`. */
  readonly users: Record<string, Record<string, User>>;
  /** By refresh token. */
  readonly grants: Record<string, Grant>;
  /** Revoked sign-ins, by their `origin_jti`. */
  readonly revoked: Record<string, true>;
  readonly keys: Record<string, { readonly kid: string; readonly jwk: JsonWebKey }>;
}

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
  /** Unix milliseconds by the stack's clock. */
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
      const pool = Object.hasOwn(options.pools, poolId) ? options.pools[poolId] : undefined;
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
