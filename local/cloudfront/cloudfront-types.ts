import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock, Log } from '../emulator-types.ts';
import type { RequestListener, UpgradeListener } from '../gateway/gateway-types.ts';

export type Headers = Record<string, string | string[]>;

export interface CacheBehavior {
  /** Absent in the default behaviour. */
  readonly PathPattern?: string;
  readonly TargetOriginId: string;
  readonly ViewerProtocolPolicy?: string;
  /** @default ['HEAD', 'GET'] */
  readonly AllowedMethods?: readonly string[];
  readonly Compress?: boolean;
  readonly OriginRequestPolicyId?: string;
  readonly ResponseHeadersPolicyId?: string;
  readonly FunctionAssociations?: readonly { readonly EventType: string; readonly FunctionARN: string }[];
}

export interface Origin {
  readonly Id: string;
  readonly DomainName: string;
  readonly OriginPath?: string;
  readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: string }[];
}

export interface DistributionConfig {
  /** Highest version of HTTP for viewers, such as `http2and3`. @default 'http1.1' */
  readonly HttpVersion?: string;
  readonly DefaultRootObject?: string;
  readonly DefaultCacheBehavior: CacheBehavior;
  readonly CacheBehaviors?: readonly CacheBehavior[];
  readonly Origins: readonly Origin[];
  readonly CustomErrorResponses?: readonly {
    readonly ErrorCode: number;
    /** Minimum seconds for which CloudFront caches the error. @default 10 */
    readonly ErrorCachingMinTTL?: number;
    readonly ResponseCode?: number;
    readonly ResponsePagePath?: string;
  }[];
}

export interface EdgeFunctionProperties {
  readonly Name: string;
  readonly FunctionCode: string;
}

/** Request of a viewer, the client of CloudFront. Header names are in lower case. */
export interface ViewerRequest {
  readonly method: string;
  readonly uri: string;
  readonly querystring: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface OriginRequestPolicyConfig {
  readonly CookiesConfig: { readonly CookieBehavior: string };
  readonly HeadersConfig: { readonly HeaderBehavior: string };
  readonly QueryStringsConfig: { readonly QueryStringBehavior: string };
}

export interface ResponseHeadersPolicyConfig {
  readonly SecurityHeadersConfig?: {
    readonly ContentSecurityPolicy?: { readonly ContentSecurityPolicy: string; readonly Override: boolean };
    readonly ContentTypeOptions?: { readonly Override: boolean };
    readonly FrameOptions?: { readonly FrameOption: string; readonly Override: boolean };
    readonly ReferrerPolicy?: { readonly ReferrerPolicy: string; readonly Override: boolean };
    readonly StrictTransportSecurity?: {
      readonly AccessControlMaxAgeSec: number;
      readonly IncludeSubdomains?: boolean;
      readonly Preload?: boolean;
      readonly Override: boolean;
    };
    readonly XSSProtection?: {
      readonly Protection: boolean;
      readonly ModeBlock?: boolean;
      readonly ReportUri?: string;
      readonly Override: boolean;
    };
  };
  readonly CorsConfig?: {
    readonly AccessControlAllowOrigins: { readonly Items: readonly string[] };
    readonly AccessControlAllowCredentials: boolean;
    readonly OriginOverride: boolean;
  };
  readonly CustomHeadersConfig?: {
    readonly Items: readonly {
      readonly Header: string;
      readonly Value: string;
      readonly Override: boolean;
    }[];
  };
  readonly RemoveHeadersConfig?: { readonly Items: readonly { readonly Header: string }[] };
}

/** Source of a Custom::CDKBucketDeployment. A marker is CDK's placeholder for a value known only at deployment. */
export interface DeploymentSource {
  readonly dir: string;
  /** `SourceMarkers[i]`: values by marker, with references resolved. */
  readonly markers?: Readonly<Record<string, unknown>>;
  readonly markersConfig?: {
    readonly jsonEscape?: boolean | string;
    readonly markerEncodings?: Readonly<Record<string, string>>;
  };
  /**
   * Replaces AWS's host names by local ones in a file that has markers. Runs after the markers are replaced, because a
   * host name may contain a marker.
   */
  readonly rewrite?: (text: string) => string;
}

/** Custom::CDKBucketDeployment. Several deployments may fill one bucket, in the order of `SiteOptions.deployments`. */
export interface Deployment {
  readonly bucket: string;
  readonly sources: readonly DeploymentSource[];
  readonly prefix?: string;
  /** True to remove objects that the sources do not contain. @default true */
  readonly prune?: boolean | string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly systemMetadata?: Readonly<Record<string, string>>;
}

export type OriginTarget =
  /** Bucket in memory, which `SiteOptions.deployments` fill. `canList`: the distribution may list the bucket. */
  | { readonly bucket: string; readonly canList: boolean }
  /** Bucket of the S3 emulator. A request's signature covers the header Host, so Host must be `host`. */
  | { readonly port: number; readonly host: string }
  /** Local server of an API. */
  | { readonly port: number };

/** Files that take precedence over a bucket's objects, for example the output of a bundler's development server. */
export interface LiveFiles {
  /**
   * Answers the request and resolves to true if `uri` has a file. Otherwise leaves the response untouched.
   * @param headers headers that the behaviour's policy adds to the response; `serve` may change them
   */
  serve(uri: string, request: IncomingMessage, response: ServerResponse, headers: Headers): Promise<boolean>;
  readonly upgrade: UpgradeListener;
}

export interface SiteOptions {
  readonly distribution: DistributionConfig;
  /** Host and port that viewers use. */
  readonly domainName: string;
  /** Functions by ARN. */
  readonly functions?: Readonly<Record<string, EdgeFunctionProperties>>;
  /** Policies of the templates by id. CloudFront's managed policies are not emulated. */
  readonly responseHeadersPolicies?: Readonly<Record<string, ResponseHeadersPolicyConfig>>;
  /** Policies of the templates by id. Of CloudFront's managed policies, only AllViewerExceptHostHeader is emulated. */
  readonly originRequestPolicies?: Readonly<Record<string, OriginRequestPolicyConfig>>;
  readonly deployments: readonly Deployment[];
  /** @default none */
  readonly live?: LiveFiles | undefined;
  /** Throws for an unknown domain name. */
  readonly originTarget: (domainName: string) => OriginTarget;
  readonly ca?: string | Buffer;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Site {
  readonly handle: RequestListener;
  readonly upgrade: UpgradeListener;
}
