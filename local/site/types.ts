/** Resolved template properties of CloudFront and BucketDeployment, and what the emulator hands back. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestListener, UpgradeListener } from '../gateway/types.ts';
import type { Clock, Log } from '../types.ts';
import type { Headers } from './response-headers.ts';

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

/** `DistributionConfig` of AWS::CloudFront::Distribution. */
export interface DistributionConfig {
  readonly DefaultRootObject?: string;
  readonly DefaultCacheBehavior: CacheBehavior;
  readonly CacheBehaviors?: readonly CacheBehavior[];
  readonly Origins: readonly Origin[];
  readonly CustomErrorResponses?: readonly {
    readonly ErrorCode: number;
    /** Seconds for which CloudFront keeps the error. @default 10 */
    readonly ErrorCachingMinTTL?: number;
    readonly ResponseCode?: number;
    readonly ResponsePagePath?: string;
  }[];
}

/** AWS::CloudFront::Function. */
export interface EdgeFunctionProperties {
  readonly Name: string;
  readonly FunctionCode: string;
}

/** `ResponseHeadersPolicyConfig` of AWS::CloudFront::ResponseHeadersPolicy. */
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
  readonly CustomHeadersConfig?: {
    readonly Items: readonly {
      readonly Header: string;
      readonly Value: string;
      readonly Override: boolean;
    }[];
  };
  readonly RemoveHeadersConfig?: { readonly Items: readonly { readonly Header: string }[] };
}

/** One source of a Custom::CDKBucketDeployment: its unpacked asset and the values that replace its markers. */
export interface DeploymentSource {
  /** Folder of the unpacked asset. */
  readonly dir: string;
  /** `SourceMarkers[i]`: marker to value, already resolved (and host names rewritten). */
  readonly markers?: Readonly<Record<string, unknown>>;
  /** `SourceMarkersConfig[i]`. */
  readonly markersConfig?: {
    readonly jsonEscape?: boolean | string;
    readonly markerEncodings?: Readonly<Record<string, string>>;
  };
  /** Applied to a file once its markers are replaced: a host name may be whole only then. */
  readonly rewrite?: (text: string) => string;
}

/** One Custom::CDKBucketDeployment; several may fill one bucket, and are applied in the given order. */
export interface Deployment {
  readonly bucket: string;
  readonly sources: readonly DeploymentSource[];
  /** `DestinationBucketKeyPrefix`. */
  readonly prefix?: string;
  /** @default true, as BucketDeployment: removes what the sources do not have */
  readonly prune?: boolean | string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** `SystemMetadata`, for example `{ 'cache-control': 'no-store' }`. */
  readonly systemMetadata?: Readonly<Record<string, string>>;
}

/** Local target of an origin's domain name. */
export type OriginTarget =
  /** `canList`: the bucket's policy lets the distribution list it. */
  { readonly bucket: string; readonly canList: boolean } | { readonly port: number };

/** Files that come before those of a bucket: a bundler's development server. */
export interface LiveFiles {
  /**
   * Answers a request if it has something at the address, else leaves the response alone and resolves to false.
   * @param headers the behaviour's; they may be changed
   */
  serve(uri: string, request: IncomingMessage, response: ServerResponse, headers: Headers): Promise<boolean>;
  readonly upgrade: UpgradeListener;
}

export interface SiteOptions {
  readonly distribution: DistributionConfig;
  /** Host (and port) viewers use: the `Host` a function sees. */
  readonly domainName: string;
  /** By ARN, as FunctionAssociations name them. */
  readonly functions?: Readonly<Record<string, EdgeFunctionProperties>>;
  /** By id; the managed policies are known. */
  readonly responseHeadersPolicies?: Readonly<Record<string, ResponseHeadersPolicyConfig>>;
  readonly deployments: readonly Deployment[];
  /** @default none: the site is what was deployed */
  readonly live?: LiveFiles | undefined;
  /** Throws for a domain name it does not know. */
  readonly originTarget: (domainName: string) => OriginTarget;
  /** CA that signed the origins' certificate. */
  readonly ca?: string | Buffer;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Site {
  readonly handle: RequestListener;
  readonly upgrade: UpgradeListener;
}
