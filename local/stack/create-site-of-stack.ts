/** Creates the site from the templates' distribution and the files deployed behind it. */

import type { Assembly } from '../assembly/assembly.ts';
import { type Addresses, rewriteHosts } from '../assembly/replace-aws-host-names.ts';
import {
  createSite,
  type Deployment,
  type DistributionConfig,
  type EdgeFunctionProperties,
  type LiveFiles,
  type OriginRequestPolicyConfig,
  type ResponseHeadersPolicyConfig,
  type Site,
} from '../cloudfront/cloudfront.ts';
import type { Clock, Log } from '../emulator-types.ts';
import type { ApiPort } from './apis-and-function-urls.ts';
import type { BucketPort } from './create-buckets-of-stack.ts';

interface BucketDeployment {
  readonly DestinationBucketName: string;
  readonly DestinationBucketKeyPrefix?: string;
  readonly SourceObjectKeys: readonly string[];
  readonly SourceMarkers?: readonly Readonly<Record<string, string>>[];
  readonly SourceMarkersConfig?: readonly { readonly jsonEscape?: boolean | string }[];
  readonly Prune?: boolean | string;
  readonly Include?: readonly string[];
  readonly Exclude?: readonly string[];
  readonly SystemMetadata?: Readonly<Record<string, string>>;
}

export interface SiteWiring {
  readonly assembly: Assembly;
  readonly addresses: Addresses;
  readonly apis: readonly ApiPort[];
  readonly buckets: readonly BucketPort[];
  readonly host: string;
  readonly ca: Buffer;
  readonly live: LiveFiles | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

export function createSiteOf(wiring: SiteWiring): Site {
  const { assembly, addresses, apis, buckets: served, host, ca, live, clock, log } = wiring;
  const [distribution] = assembly.all<{ DistributionConfig: DistributionConfig }>(
    'AWS::CloudFront::Distribution',
  );
  if (!distribution) throw new Error('The templates have no distribution');
  const buckets = new Map(
    assembly.all('AWS::S3::Bucket').map((bucket) => [bucket.attribute('RegionalDomainName'), bucket.ref]),
  );
  return createSite({
    distribution: distribution.properties.DistributionConfig,
    domainName: host,
    functions: Object.fromEntries(
      assembly
        .all<EdgeFunctionProperties>('AWS::CloudFront::Function')
        .map((found) => [found.attribute('FunctionARN'), found.properties]),
    ),
    responseHeadersPolicies: Object.fromEntries(
      assembly
        .all<{ ResponseHeadersPolicyConfig: ResponseHeadersPolicyConfig }>(
          'AWS::CloudFront::ResponseHeadersPolicy',
        )
        .map(({ ref, properties }) => [
          ref,
          rewriteHosts(withoutHsts(properties.ResponseHeadersPolicyConfig), addresses),
        ]),
    ),
    deployments: deploymentsOf(wiring),
    live,
    originRequestPolicies: Object.fromEntries(
      assembly
        .all<{ OriginRequestPolicyConfig: OriginRequestPolicyConfig }>('AWS::CloudFront::OriginRequestPolicy')
        .map(({ ref, properties }) => [ref, properties.OriginRequestPolicyConfig]),
    ),
    originTarget(domainName) {
      const found = served.find(({ awsHost }) => awsHost === domainName);
      if (found) return { port: found.port.port, host: found.port.host };
      const bucket = buckets.get(domainName);
      if (bucket !== undefined) return { bucket, canList: canList(assembly, bucket) };
      const api = apis.find(({ awsHost }) => awsHost === domainName);
      if (!api) throw new Error(`No origin ${domainName} is emulated`);
      return { port: api.port.port };
    },
    ca,
    clock,
    log,
  });
}

interface BucketPolicy {
  readonly Bucket: string;
  readonly PolicyDocument: {
    readonly Statement: readonly {
      readonly Effect: string;
      readonly Action: string | readonly string[];
      readonly Principal: { readonly Service?: string };
    }[];
  };
}

/** With origin access control, CloudFront reads the bucket as its own service principal. */
const canList = (assembly: Assembly, bucket: string): boolean =>
  assembly
    .all<BucketPolicy>('AWS::S3::BucketPolicy')
    .filter(({ properties }) => properties.Bucket === bucket)
    .flatMap(({ properties }) => properties.PolicyDocument.Statement)
    .some(
      ({ Effect, Action, Principal }) =>
        Effect === 'Allow' &&
        Principal.Service === 'cloudfront.amazonaws.com' &&
        [Action].flat().includes('s3:ListBucket'),
    );

/**
 * Removes HSTS. Otherwise a browser that trusts the local certificate would force https on all projects on localhost.
 */
function withoutHsts(policy: ResponseHeadersPolicyConfig): ResponseHeadersPolicyConfig {
  const { StrictTransportSecurity: _, ...kept } = policy.SecurityHeadersConfig ?? {};
  return { ...policy, SecurityHeadersConfig: kept };
}

function deploymentsOf({ assembly, addresses }: SiteWiring): Deployment[] {
  return assembly.all<BucketDeployment>('Custom::CDKBucketDeployment').map(({ properties }) => {
    const { Prune, Include, Exclude, SystemMetadata, DestinationBucketKeyPrefix: prefix } = properties;
    const sources = properties.SourceObjectKeys.map((key, i) => ({
      dir: assembly.asset(key),
      markers: properties.SourceMarkers?.[i] ?? {},
      markersConfig: properties.SourceMarkersConfig?.[i] ?? {},
      rewrite: (text: string) => rewriteHosts(text, addresses),
    }));
    return {
      bucket: properties.DestinationBucketName,
      sources,
      ...(prefix !== undefined && { prefix }),
      ...(Prune !== undefined && { prune: Prune }),
      ...(Include && { include: Include }),
      ...(Exclude && { exclude: Exclude }),
      ...(SystemMetadata && { systemMetadata: SystemMetadata }),
    };
  });
}
