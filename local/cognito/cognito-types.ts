/** Template properties of Cognito's resources, with references resolved, and the emulator's interface. */

import type { Authorize, Clock, Invoke, Log } from '../emulator-types.ts';
import type { Faults } from '../faults/faults.ts';
import type { KeysOf, RequestListener } from '../gateway/gateway-types.ts';
import type { Mail } from '../outbox/outbox-types.ts';

export interface UserPoolProperties {
  readonly UserPoolName?: string;
  readonly Policies?: { readonly PasswordPolicy?: PasswordPolicy };
  readonly AdminCreateUserConfig?: { readonly AllowAdminCreateUserOnly?: boolean };
  readonly AutoVerifiedAttributes?: readonly string[];
  readonly UsernameAttributes?: readonly string[];
  readonly UsernameConfiguration?: { readonly CaseSensitive?: boolean } | undefined;
  readonly MfaConfiguration?: 'OFF' | 'OPTIONAL' | 'ON';
  readonly EnabledMfas?: readonly string[];
  readonly LambdaConfig?: LambdaConfig;
  readonly EmailConfiguration?: {
    readonly From?: string;
    readonly EmailSendingAccount?: string;
    readonly SourceArn?: string;
  };
}

export interface PasswordPolicy {
  readonly MinimumLength?: number;
  readonly RequireLowercase?: boolean;
  readonly RequireUppercase?: boolean;
  readonly RequireNumbers?: boolean;
  readonly RequireSymbols?: boolean;
  readonly TemporaryPasswordValidityDays?: number;
}

export interface LambdaConfig {
  readonly PreSignUp?: string;
  readonly PostConfirmation?: string;
  readonly PreAuthentication?: string;
  readonly PostAuthentication?: string;
  readonly PreTokenGeneration?: string;
  readonly PreTokenGenerationConfig?: { readonly LambdaArn: string; readonly LambdaVersion: string };
  readonly CustomMessage?: string;
}

export interface UserPoolClientProperties {
  readonly UserPoolId: string;
  readonly CallbackURLs?: readonly string[];
  readonly LogoutURLs?: readonly string[];
  readonly AllowedOAuthFlows?: readonly string[];
  readonly AllowedOAuthFlowsUserPoolClient?: boolean;
  readonly AllowedOAuthScopes?: readonly string[];
  readonly ExplicitAuthFlows?: readonly string[];
  readonly PreventUserExistenceErrors?: string;
  readonly EnableTokenRevocation?: boolean;
  readonly RefreshTokenRotation?: { readonly Feature?: string; readonly RetryGracePeriodSeconds?: number };
  readonly ReadAttributes?: readonly string[];
  readonly WriteAttributes?: readonly string[];
  readonly AccessTokenValidity?: number;
  readonly IdTokenValidity?: number;
  readonly RefreshTokenValidity?: number;
  readonly TokenValidityUnits?: {
    readonly AccessToken?: string;
    readonly IdToken?: string;
    readonly RefreshToken?: string;
  };
}

export interface UserPoolGroupProperties {
  readonly GroupName: string;
  readonly UserPoolId: string;
  readonly Description?: string;
  readonly Precedence?: number;
  readonly RoleArn?: string;
}

export interface IdentityPoolProperties {
  readonly AllowUnauthenticatedIdentities: boolean;
  readonly CognitoIdentityProviders?: readonly {
    readonly ClientId: string;
    readonly ProviderName: string;
    readonly ServerSideTokenCheck?: boolean;
  }[];
}

export interface CognitoOptions {
  /** By physical id, which is the value of Ref. */
  readonly pools: Readonly<Record<string, UserPoolProperties>>;
  readonly clients: Readonly<Record<string, UserPoolClientProperties>>;
  readonly groups?: readonly UserPoolGroupProperties[];
  readonly identityPools?: Readonly<Record<string, IdentityPoolProperties>>;
  /** Only pools with a domain get a hosted UI. */
  readonly domains?: readonly { readonly UserPoolId: string; readonly Domain: string }[];
  /** Returns the `iss` of a pool's tokens, a URL at which the emulator must be reachable. */
  readonly issuer: (poolId: string) => string;
  readonly productName: string;
  readonly invoke: Invoke;
  readonly authorize: Authorize;
  readonly deliver: (mail: Mail) => void;
  /** Tells whether SES has verified this identity. @default no identity is verified */
  readonly isVerified?: (identity: string) => boolean;
  /** Returns undefined when the identity pool has no role for `kind`. */
  readonly roleCredentials?: (asked: {
    readonly identityPoolId: string;
    readonly identityId: string;
    readonly kind: 'authenticated' | 'unauthenticated';
    /** Unix milliseconds. */
    readonly expiresAt: number;
  }) =>
    | { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken: string }
    | undefined;
  /** Returns why the pools cannot send mail through SES; undefined when they can. @default they can */
  readonly mailFailure?: () => string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Faults that tests plan. @default none */
  readonly faults?: Pick<Faults, 'around'>;
  readonly callerOf?: (accessKeyId: string) => string | undefined;
  /** Returns the last saved state. @default an empty state */
  readonly load?: () => unknown;
  /** Called with the state (plain JSON) after every change. @default saves nothing */
  readonly save?: (state: unknown) => void;
}

export interface NewUser {
  readonly name?: string;
  readonly groups?: readonly string[];
  /** @default true */
  readonly emailVerified?: boolean;
  /** Gives the user an authenticator app. @default false */
  readonly hasSecondFactor?: boolean;
}

export interface Tokens {
  readonly idToken: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
}

export interface Cognito {
  readonly handle: RequestListener;
  /** Returns an issuer's public keys. Throws if none of `pools` has the issuer. */
  readonly keysOf: KeysOf;
  /**
   * Creates a confirmed user, or confirms an existing user and replaces the password and the groups. Runs no triggers.
   * Returns the `sub`.
   */
  createUser(email: string, password: string, user?: NewUser): Promise<string>;
  /** Returns a code of the user's authenticator app; undefined without an app or when all valid codes were used. */
  codeFor(email: string): string | undefined;
  codes(): readonly { readonly email: string; readonly code: string }[];
  /**
   * Issues the tokens of a sign-in at the hosted UI. Runs no trigger but PreTokenGeneration. `clientId` defaults to the
   * first client with OAuth in the user's pool.
   */
  tokensFor(email: string, clientId?: string): Promise<Tokens>;
  /**
   * Disables a user. API Gateway accepts the user's tokens until they expire, because API Gateway does not ask Cognito
   * about the user.
   */
  disableUser(email: string): void;
  /**
   * Signs a token with the key of a pool, for tests. A `poolId` that is not in `pools` stands for a pool of another
   * account. The emulator serves the `jwks.json` of that pool too, because Cognito's host serves the `jwks.json` of
   * every pool of a region.
   */
  sign(poolId: string, claims: Readonly<Record<string, unknown>>): string;
}
