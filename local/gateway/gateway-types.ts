/** Types of the emulators of API Gateway v2 and Lambda URLs, and CloudFormation properties (references resolved). */
import type { JsonWebKey } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Authorize, Clock, Invoke, Log } from '../emulator-types.ts';
import type { FrameFilter } from '../faults/fault-types.ts';
import type { Faults } from '../faults/faults.ts';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface ApiProperties {
  readonly RouteSelectionExpression?: string;
  readonly CorsConfiguration?: unknown;
}

export interface StageProperties {
  readonly StageName: string;
  readonly StageVariables?: Readonly<Record<string, string>>;
  readonly DefaultRouteSettings?: {
    readonly ThrottlingRateLimit?: number;
    readonly ThrottlingBurstLimit?: number;
  };
}

/** Route of an API. `Target` is `integrations/<id>`. */
export interface RouteProperties {
  readonly RouteKey: string;
  readonly Target?: string;
  readonly AuthorizationType?: string;
  readonly AuthorizerId?: string;
  readonly AuthorizationScopes?: readonly string[];
  readonly RouteResponseSelectionExpression?: string;
}

/** `IntegrationUri` is a function's ARN, or an invocation path with the ARN in the middle. */
export interface IntegrationProperties {
  readonly IntegrationType: string;
  readonly IntegrationUri?: string;
  readonly PayloadFormatVersion?: string;
  readonly TimeoutInMillis?: number;
  readonly RequestTemplates?: Readonly<Record<string, string>>;
  readonly TemplateSelectionExpression?: string;
}

export interface IntegrationResponseProperties {
  readonly IntegrationId: string;
  readonly IntegrationResponseKey: string;
  readonly ResponseTemplates?: Readonly<Record<string, string>>;
  readonly TemplateSelectionExpression?: string;
}

export interface RouteResponseProperties {
  readonly RouteId: string;
  readonly RouteResponseKey: string;
}

export interface AuthorizerProperties {
  readonly AuthorizerType: string;
  readonly AuthorizerUri?: string;
  readonly IdentitySource?: readonly string[];
  readonly JwtConfiguration?: { readonly Issuer?: string; readonly Audience?: readonly string[] };
}

/** Resources of one API. The records are keyed by physical id, which is the value of Ref. */
export interface ApiResources {
  readonly apiId: string;
  readonly api: ApiProperties;
  readonly stage: StageProperties;
  readonly routes: Readonly<Record<string, RouteProperties>>;
  readonly integrations: Readonly<Record<string, IntegrationProperties>>;
  readonly authorizers?: Readonly<Record<string, AuthorizerProperties>>;
  readonly integrationResponses?: readonly IntegrationResponseProperties[];
  readonly routeResponses?: readonly RouteResponseProperties[];
  /** Host (and port) of the API, the `requestContext.domainName` of its events. */
  readonly domainName: string;
}

/** Returns the signing keys of an issuer. Rejects for an unknown issuer. */
export type KeysOf = (issuer: string) => Promise<readonly (JsonWebKey & { readonly kid?: string })[]>;

export interface HttpApiOptions extends ApiResources {
  readonly invoke: Invoke;
  readonly clock: Clock;
  readonly log: Log;
  /** @default fetches `<issuer>/.well-known/jwks.json` */
  readonly keysOf?: KeysOf;
}

export interface HttpApi {
  readonly handle: RequestListener;
}

export interface SocketApiOptions extends ApiResources {
  readonly invoke: Invoke;
  /** Checks every `@connections` call for the permission `execute-api:ManageConnections`. */
  readonly authorize: Authorize;
  /** Faults that tests plan for `@connections` calls. @default no faults */
  readonly faults?: Faults;
  /** Returns the physical name of the function that has this access key; undefined for other callers. */
  readonly callerOf?: (accessKeyId: string) => string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Filters frames in both directions; may drop, change or delay them. @default all frames pass */
  readonly frames?: FrameFilter;
  /** Milliseconds between two checks of the connections' time limits. @default 250 */
  readonly sweepMs?: number;
}

/** An open connection, for tests. Times are milliseconds of the stack's clock. */
export interface OpenConnection {
  readonly connectionId: string;
  readonly connectedAt: number;
  readonly lastActiveAt: number;
  /** Context that the authorizer returned. */
  readonly authorizer: Readonly<Record<string, unknown>> | undefined;
}

export interface SocketApi {
  /** Handles `@connections`; other HTTP requests get API Gateway's error. */
  readonly handle: RequestListener;
  readonly upgrade: UpgradeListener;
  connections(): readonly OpenConnection[];
  /** Returns false when the connection does not exist. */
  closeConnection(connectionId: string, code?: number, reason?: string): boolean;
  /** Cuts the TCP connection without a close frame, as a lost network does. */
  dropConnection(connectionId: string): boolean;
  /** Drops all connections and waits for their `$disconnect` invocations. */
  close(): Promise<void>;
}

export interface FunctionUrlOptions {
  readonly urlId: string;
  readonly domainName: string;
  /** Properties of an AWS::Lambda::Url. */
  readonly properties: {
    readonly TargetFunctionArn: string;
    readonly AuthType: string;
    readonly Cors?: {
      readonly AllowOrigins?: readonly string[];
      readonly AllowMethods?: readonly string[];
      readonly AllowHeaders?: readonly string[];
    };
  };
  readonly invoke: Invoke;
  readonly clock: Clock;
  readonly log: Log;
}

export interface FunctionUrl {
  readonly handle: RequestListener;
}

/** PEM key and certificate (chain). */
export interface TlsFiles {
  readonly key: string | Buffer;
  readonly cert: string | Buffer;
}

export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}
