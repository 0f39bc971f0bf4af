import type { Assembly } from '../assembly/assembly.ts';
import type { Addresses } from '../assembly/replace-aws-host-names.ts';
import type { DistributionConfig } from '../cloudfront/cloudfront.ts';
import { REGION } from '../region-and-account.ts';
import { STRIPE_HOST } from '../stripe/stripe.ts';
import { type ApiPort, openApis, openUrls, type UrlPort } from './apis-and-function-urls.ts';
import { type BucketPort, openBuckets } from './create-buckets-of-stack.ts';
import type { Port, Ports } from './listen-before-handlers.ts';

export interface SitePorts {
  readonly site: Port;
  readonly auth: Port;
  readonly outbox: Port;
}

export interface BrowserPorts extends SitePorts {
  readonly apis: readonly ApiPort[];
  readonly functionUrls: readonly UrlPort[];
  readonly buckets: readonly BucketPort[];
  readonly stripe: Port | undefined;
}

const SITE_PORTS = 3;

/**
 * Opens consecutive ports from `port` on, or any free ports when `port` is 0. Rejects with EADDRINUSE when the port of
 * the site is taken. When another port is taken, opens a free port instead.
 */
export async function openSitePorts(assembly: Assembly, ports: Ports, port: number): Promise<SitePorts> {
  const after = (offset: number) => port && port + offset;
  const site = await ports.secure(port, { strict: true, http2: speaksHttp2(assembly) });
  const auth = await ports.secure(after(1));
  return { site, auth, outbox: await ports.plain(after(2)) };
}

/**
 * Opens the ports of APIs, function URLs, buckets and Stripe's stand-in.
 * @param port the number that `openSitePorts` was given
 */
export async function openRemainingPorts(
  assembly: Assembly,
  ports: Ports,
  port: number,
  sitePorts: SitePorts,
): Promise<BrowserPorts> {
  const apis = await openApis(assembly, ports, port && port + SITE_PORTS);
  const functionUrls = await openUrls(assembly, ports, port && port + SITE_PORTS + apis.length);
  const afterUrls = port && port + SITE_PORTS + apis.length + functionUrls.length;
  const buckets = await openBuckets(assembly, ports, afterUrls);
  const stripe = usesStripe(assembly)
    ? await ports.secure(afterUrls && afterUrls + buckets.length)
    : undefined;
  return { ...sitePorts, apis, functionUrls, buckets, stripe };
}

/** CloudFront's default is HTTP/1.1. HTTP/3 is not emulated. */
const speaksHttp2 = (assembly: Assembly): boolean =>
  assembly
    .all<{ DistributionConfig: DistributionConfig }>('AWS::CloudFront::Distribution')
    .some(({ properties }) => properties.DistributionConfig.HttpVersion?.startsWith('http2'));

function usesStripe(assembly: Assembly): boolean {
  return assembly
    .all<{ Environment?: { Variables?: Readonly<Record<string, unknown>> } }>('AWS::Lambda::Function')
    .flatMap(({ properties }) => Object.values(properties.Environment?.Variables ?? {}))
    .some((value) => String(value).includes(STRIPE_HOST));
}

/** Maps the host names of AWS and Stripe in the templates to local addresses. */
export function addressesOf(
  assembly: Assembly,
  { site, auth, apis, functionUrls, buckets, stripe }: BrowserPorts,
): Addresses {
  const domains = assembly.all('AWS::Cognito::UserPoolDomain');
  const distributions = assembly.all('AWS::CloudFront::Distribution');
  return new Map<string, string>([
    ...[...apis, ...functionUrls, ...buckets].map(({ awsHost, port }) => [awsHost, port.host] as const),
    ...['cognito-idp', 'cognito-identity'].map(
      (service) => [`${service}.${REGION}.amazonaws.com`, auth.host] as const,
    ),
    ...domains.map(({ ref }) => [`${ref}.auth.${REGION}.amazoncognito.com`, auth.host] as const),
    ...(stripe ? [[STRIPE_HOST, stripe.host] as const] : []),
    ...distributions.map((found) => [found.attribute('DomainName'), site.host] as const),
  ]);
}
