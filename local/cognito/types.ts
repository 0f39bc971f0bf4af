/** Template properties of Cognito's resources, with references resolved, and the emulator's interface. */
import type { Faults } from '../faults/index.ts';
import type { KeysOf, RequestListener } from '../gateway/types.ts';
import type { Mail } from '../outbox/types.ts';
import type { Authorize, Clock, Invoke, Log } from '../types.ts';

/** Properties of an AWS::Cognito::UserPool that the emulator uses. */
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

/** ARNs of the functions to call, by the name of the trigger. */
export interface LambdaConfig {
  readonly PreSignUp?: string;
  readonly PostConfirmation?: string;
  readonly PreAuthentication?: string;
  readonly PostAuthentication?: string;
  readonly PreTokenGeneration?: string;
  readonly PreTokenGenerationConfig?: { readonly LambdaArn: string; readonly LambdaVersion: string };
  readonly CustomMessage?: string;
}

/** Properties of an AWS::Cognito::UserPoolClient that the emulator uses. */
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

/** Properties of an AWS::Cognito::UserPoolGroup. */
export interface UserPoolGroupProperties {
  readonly GroupName: string;
  readonly UserPoolId: string;
  readonly Description?: string;
  readonly Precedence?: number;
  readonly RoleArn?: string;
}

/** Properties of an AWS::Cognito::IdentityPool that the emulator uses. */
export interface IdentityPoolProperties {
  readonly AllowUnauthenticatedIdentities: boolean;
  readonly CognitoIdentityProviders?: readonly {
    readonly ClientId: string;
    readonly ProviderName: string;
    readonly ServerSideTokenCheck?: boolean;
  }[];
}

export interface CognitoOptions {
  /** Pools by physical id, which is the value of Ref. */
  readonly pools: Readonly<Record<string, UserPoolProperties>>;
  readonly clients: Readonly<Record<string, UserPoolClientProperties>>;
  readonly groups?: readonly UserPoolGroupProperties[];
  readonly identityPools?: Readonly<Record<string, IdentityPoolProperties>>;
  /** Properties of each AWS::Cognito::UserPoolDomain. Only pools with a domain get a hosted UI. */
  readonly domains?: readonly { readonly UserPoolId: string; readonly Domain: string }[];
  /**
   * Returns the `iss` of a pool's tokens, `https://localhost:<port>/<poolId>`, at which the emulator must be reachable.
   */
  readonly issuer: (poolId: string) => string;
  /** Name shown on the hosted UI. */
  readonly productName: string;
  readonly invoke: Invoke;
  /** Checks that the caller of a signed API may do `cognito-idp:<Action>` on the pool's ARN. */
  readonly authorize: Authorize;
  readonly deliver: (mail: Mail) => void;
  /** Tells whether SES has an identity of this name and has verified it. @default no identity is verified */
  readonly isVerified?: (identity: string) => boolean;
  /** Returns the credentials of the identity pool's role for `kind`, or undefined when the pool has no such role. */
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
  /** Faults that tests plan for calls of the JSON APIs and for requests of key sets. @default no faults */
  readonly faults?: Pick<Faults, 'around'>;
  readonly callerOf?: (accessKeyId: string) => string | undefined;
  /** Returns the state that was saved last. @default an empty state */
  readonly load?: () => unknown;
  /** Saves the state, which has only values that JSON knows. Called after every change. @default saves nothing */
  readonly save?: (state: unknown) => void;
}

export interface NewUser {
  readonly name?: string;
  readonly groups?: readonly string[];
  /** @default true */
  readonly emailVerified?: boolean;
  /** True to give the user an authenticator app, whose codes `codeFor` returns. @default false */
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
  /**
   * Handles all requests: user-pool API, identity-pool API, hosted UI, OAuth endpoints, and each pool's key set and
   * OpenID configuration.
   */
  readonly handle: RequestListener;
  /** Returns an issuer's public keys, for `createHttpApi`. Throws if none of `pools` has the issuer. */
  readonly keysOf: KeysOf;
  /**
   * Creates a confirmed user with a permanent password. If the user exists, confirms the user and sets the password.
   * Runs no triggers. Returns the user's `sub`.
   */
  createUser(email: string, password: string, user?: NewUser): Promise<string>;
  /**
   * Returns an unused code of the user's authenticator app, or of the app that is being set up. Returns undefined when
   * there is no app, or when all codes that are accepted now were used.
   */
  codeFor(email: string): string | undefined;
  /** Lists the code that `codeFor` returns, for every user who has such a code. */
  codes(): readonly { readonly email: string; readonly code: string }[];
  /**
   * Issues the tokens that a sign-in at the hosted UI would give, without the UI. Runs the trigger PreTokenGeneration,
   * and no other. `clientId` defaults to the first client with OAuth in the user's pool.
   */
  tokensFor(email: string, clientId?: string): Promise<Tokens>;
  /**
   * Disables a user, as Cognito does. The emulator then refuses the user's sign-ins, refresh tokens and access tokens.
   * API Gateway does not ask Cognito, so it accepts the user's tokens until they expire.
   */
  disableUser(email: string): void;
  /**
   * Returns a token that contains `claims` and is signed with the pool's own key. Tests check who accepts such a token.
   * A pool that is not in `pools` stands for a foreign pool of the same region. All pools of a region share Cognito's
   * host, so the emulator serves that pool's keys too.
   */
  sign(poolId: string, claims: Readonly<Record<string, unknown>>): string;
}
