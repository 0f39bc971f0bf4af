/** Resolved template properties of Cognito, and what the emulator hands back. */
import type { Faults } from '../faults/index.ts';
import type { KeysOf, RequestListener } from '../gateway/types.ts';
import type { Mail } from '../outbox/types.ts';
import type { Authorize, Clock, Invoke, Log } from '../types.ts';

/** AWS::Cognito::UserPool, the part that shapes behaviour. */
export interface UserPoolProperties {
  readonly UserPoolName?: string;
  readonly Policies?: { readonly PasswordPolicy?: PasswordPolicy };
  readonly AdminCreateUserConfig?: { readonly AllowAdminCreateUserOnly?: boolean };
  readonly AutoVerifiedAttributes?: readonly string[];
  readonly UsernameAttributes?: readonly string[];
  readonly UsernameConfiguration?: { readonly CaseSensitive?: boolean };
  readonly LambdaConfig?: LambdaConfig;
  readonly EmailConfiguration?: { readonly From?: string };
}

export interface PasswordPolicy {
  readonly MinimumLength?: number;
  readonly RequireLowercase?: boolean;
  readonly RequireUppercase?: boolean;
  readonly RequireNumbers?: boolean;
  readonly RequireSymbols?: boolean;
  readonly TemporaryPasswordValidityDays?: number;
}

/** Trigger name to function ARN. */
export interface LambdaConfig {
  readonly PreSignUp?: string;
  readonly PostConfirmation?: string;
  readonly PreAuthentication?: string;
  readonly PostAuthentication?: string;
  readonly PreTokenGeneration?: string;
  readonly PreTokenGenerationConfig?: { readonly LambdaArn: string; readonly LambdaVersion: string };
  readonly CustomMessage?: string;
}

/** AWS::Cognito::UserPoolClient. */
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

/** AWS::Cognito::UserPoolGroup. */
export interface UserPoolGroupProperties {
  readonly GroupName: string;
  readonly UserPoolId: string;
  readonly Description?: string;
  readonly Precedence?: number;
  readonly RoleArn?: string;
}

/** AWS::Cognito::IdentityPool. */
export interface IdentityPoolProperties {
  readonly AllowUnauthenticatedIdentities: boolean;
  readonly CognitoIdentityProviders?: readonly { readonly ClientId: string; readonly ProviderName: string }[];
}

export interface CognitoOptions {
  /** Each keyed by its physical id (what Ref gives). */
  readonly pools: Readonly<Record<string, UserPoolProperties>>;
  readonly clients: Readonly<Record<string, UserPoolClientProperties>>;
  readonly groups?: readonly UserPoolGroupProperties[];
  readonly identityPools?: Readonly<Record<string, IdentityPoolProperties>>;
  /** AWS::Cognito::UserPoolDomain: only pools that have one get a hosted UI. */
  readonly domains?: readonly { readonly UserPoolId: string; readonly Domain: string }[];
  /** The `iss` of a pool's tokens, where the emulator must be reachable: `https://localhost:<port>/<poolId>`. */
  readonly issuer: (poolId: string) => string;
  /** Name shown on the hosted UI and in mails. */
  readonly productName: string;
  readonly invoke: Invoke;
  /** Asked for `cognito-idp:<Action>` on the pool's ARN for the calls AWS signs with SigV4. */
  readonly authorize: Authorize;
  readonly deliver: (mail: Mail) => void;
  /** Credentials of an identity pool's role, or undefined when it has none of that kind. */
  readonly roleCredentials?: (
    identityPoolId: string,
    kind: 'authenticated' | 'unauthenticated',
  ) =>
    | { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken: string }
    | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Asked before every call of the JSON APIs. @default nothing goes wrong */
  readonly faults?: Pick<Faults, 'around'>;
  readonly callerOf?: (accessKeyId: string) => string | undefined;
  /** Reads what an earlier `save` was given. @default starts empty */
  readonly load?: () => unknown;
  /** Plain JSON, after every change. @default keeps nothing */
  readonly save?: (state: unknown) => void;
}

export interface NewUser {
  readonly name?: string;
  readonly groups?: readonly string[];
  /** @default true */
  readonly emailVerified?: boolean;
}

export interface Tokens {
  readonly idToken: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds. */
  readonly expiresIn: number;
}

export interface Cognito {
  /** User-pool API, identity-pool API, hosted UI, OAuth endpoints and key sets on one listener. */
  readonly handle: RequestListener;
  /** For `createHttpApi`; throws for an issuer that is not one of the pools'. */
  readonly keysOf: KeysOf;
  /** Confirmed user with a permanent password; no trigger runs. An existing one is updated. Returns its sub. */
  createUser(email: string, password: string, user?: NewUser): Promise<string>;
  /** Real tokens without the UI (PreTokenGeneration runs). `clientId` defaults to the pool's first client. */
  tokensFor(email: string, clientId?: string): Promise<Tokens>;
  /** Disables: no new tokens; its existing ones stay valid until they expire, as in Cognito. */
  disableUser(email: string): void;
  /**
   * A token of these claims with the pool's own signature, for tests of who believes it. The pool may be a
   * stranger's: all pools of a region share Cognito's host, which serves that one's keys from then on.
   */
  sign(poolId: string, claims: Readonly<Record<string, unknown>>): string;
}
