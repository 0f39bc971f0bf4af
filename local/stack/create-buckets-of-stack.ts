import type { Assembly } from '../assembly/assembly.ts';
import { type Addresses, rewriteHosts } from '../assembly/replace-aws-host-names.ts';
import type { Iam } from '../iam/iam.ts';
import { type BucketProperties, type CorsRule, createS3, type S3, type S3Options } from '../s3/s3.ts';
import type { Port, Ports } from './listen-before-handlers.ts';
import { roleNameOf } from './read-functions-of-templates.ts';

export interface BucketPort {
  readonly bucket: string;
  readonly awsHost: string;
  readonly port: Port;
}

/**
 * Opens a port for each bucket that functions or browsers call. Leaves out the buckets of BucketDeployments, whose
 * files `local/cloudfront` serves.
 * @param firstPort port of the first bucket; the others get the ports after it. 0 takes free ports.
 */
export async function openBuckets(
  assembly: Assembly,
  ports: Ports,
  firstPort: number,
): Promise<BucketPort[]> {
  const deployed = assembly
    .all<{ DestinationBucketName: string }>('Custom::CDKBucketDeployment')
    .map(({ properties }) => properties.DestinationBucketName);
  const opened: BucketPort[] = [];
  for (const { ref, attribute } of assembly.all('AWS::S3::Bucket'))
    if (!deployed.includes(ref))
      opened.push({
        bucket: ref,
        awsHost: attribute('RegionalDomainName'),
        port: await ports.secure(firstPort && firstPort + opened.length),
      });
  return opened;
}

export interface ServeBucketsOptions extends Omit<S3Options, 'buckets' | 'authorize' | 'allowed' | 'keyOf'> {
  readonly assembly: Assembly;
  readonly addresses: Addresses;
  readonly iam: Iam;
}

export function serveBuckets(opened: readonly BucketPort[], options: ServeBucketsOptions): S3 {
  const { assembly, addresses, iam, ...rest } = options;
  const cors = corsOf(assembly, addresses, iam);
  const found = assembly.all<BucketProperties>('AWS::S3::Bucket');
  const s3 = createS3({
    ...rest,
    authorize: iam.authorize,
    allowed: iam.allowed,
    keyOf: iam.keyOf,
    buckets: Object.fromEntries(
      opened.map(({ bucket }) => {
        const properties = found.find(({ ref }) => ref === bucket)?.properties ?? {};
        const rules = cors.get(bucket);
        return [bucket, { ...properties, ...(rules && { CorsConfiguration: { CorsRules: rules } }) }];
      }),
    ),
  });
  for (const { bucket, port } of opened) port.serve({ handle: s3.handleBucket(bucket) });
  return s3;
}

/** Call of the SDK as AwsCustomResource writes it into a template. */
interface PutCors {
  readonly service: string;
  readonly action: string;
  readonly parameters: {
    readonly Bucket: string;
    readonly CORSConfiguration: {
      readonly CORSRules: readonly {
        readonly AllowedOrigins: readonly string[];
        readonly AllowedMethods: readonly string[];
        readonly AllowedHeaders?: readonly string[];
        readonly ExposeHeaders?: readonly string[];
        readonly MaxAgeSeconds?: number;
      }[];
    };
  };
}

/** Reads the CORS rules that custom resources set. Throws if a custom resource's function may not set them. */
function corsOf(
  assembly: Assembly,
  addresses: Addresses,
  iam: Iam,
): ReadonlyMap<string, readonly CorsRule[]> {
  const functions = assembly.all<{ Role: string }>('AWS::Lambda::Function');
  return new Map(
    assembly.all<{ ServiceToken: string; Create: string }>('Custom::BucketCors').map(({ properties }) => {
      const { action, parameters } = JSON.parse(rewriteHosts(properties.Create, addresses)) as PutCors;
      if (action !== 'putBucketCors')
        throw new Error(`The call ${action} of a custom resource is not emulated`);
      const provider = functions.find((found) => found.attribute('Arn') === properties.ServiceToken);
      const key = iam.accessKeyOf(roleNameOf(provider?.properties.Role ?? ''));
      iam.authorize(key, 's3:PutBucketCORS', `arn:aws:s3:::${parameters.Bucket}`);
      const rules = parameters.CORSConfiguration.CORSRules.map(
        ({ ExposeHeaders, MaxAgeSeconds, ...rule }) => ({
          ...rule,
          ...(ExposeHeaders && { ExposedHeaders: ExposeHeaders }),
          ...(MaxAgeSeconds !== undefined && { MaxAge: MaxAgeSeconds }),
        }),
      );
      return [parameters.Bucket, rules] as const;
    }),
  );
}
