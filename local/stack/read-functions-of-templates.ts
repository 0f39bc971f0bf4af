import type { Assembly } from '../assembly/assembly.ts';
import { type Addresses, rewriteHosts } from '../assembly/replace-aws-host-names.ts';
import type { FunctionSpec } from '../lambda/lambda-exports.ts';

interface FunctionProperties {
  readonly Code: { readonly S3Key?: string };
  readonly Handler: string;
  readonly Runtime: string;
  readonly Role: string;
  readonly Timeout?: number;
  readonly MemorySize?: number;
  readonly ReservedConcurrentExecutions?: number;
  readonly Environment?: { readonly Variables?: Readonly<Record<string, string>> };
  readonly LoggingConfig?: { readonly LogGroup?: string };
}

/**
 * Returns the templates' functions. Throws if a function cannot run here. Skips the functions behind custom resources,
 * because `local/cloudfront` and `local/stack/create-buckets-of-stack.ts` do their work.
 */
export function functionSpecs(assembly: Assembly, addresses: Addresses): FunctionSpec[] {
  const providers = assembly
    .all<{ ServiceToken: string }>('Custom::CDKBucketDeployment', 'Custom::BucketCors')
    .map(({ properties }) => properties.ServiceToken);
  return assembly
    .all<FunctionProperties>('AWS::Lambda::Function')
    .filter((found) => !providers.includes(found.attribute('Arn')))
    .map(({ ref, properties, attribute, metadata: { entry } }) => {
      const { Code, Runtime, Handler, Role, Timeout = 3, MemorySize = 128 } = properties;
      if (!Runtime.startsWith('nodejs') || Code.S3Key === undefined)
        throw new Error(`The function ${ref} (${Runtime}) cannot run locally`);
      checkEnvironment(ref, properties.Environment?.Variables ?? {});
      return {
        name: ref,
        arn: attribute('Arn'),
        dir: assembly.asset(Code.S3Key),
        ...(typeof entry === 'string' && { entry }),
        handler: Handler,
        timeout: Timeout,
        memory: MemorySize,
        roleName: roleNameOf(Role),
        logGroup: properties.LoggingConfig?.LogGroup ?? `/aws/lambda/${ref}`,
        environment: rewriteHosts(properties.Environment?.Variables ?? {}, addresses),
        ...(properties.ReservedConcurrentExecutions !== undefined && {
          reservedConcurrency: properties.ReservedConcurrentExecutions,
        }),
      };
    });
}

/** https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html, "Environment variables" */
const ENVIRONMENT_BYTES = 4_096;

function checkEnvironment(name: string, variables: Readonly<Record<string, string>>): void {
  const bytes = Buffer.byteLength(JSON.stringify(variables));
  if (bytes > ENVIRONMENT_BYTES)
    throw new Error(
      `Lambda was unable to configure your environment variables because the environment variables you have provided exceeded the 4KB limit: ${bytes} bytes of ${name}`,
    );
}

export const roleNameOf = (arn: string): string => arn.split('/').at(-1) ?? arn;

/** Returns an environment variable's value from the first function that has it. */
export function variableOf(specs: readonly FunctionSpec[], name: string): string | undefined {
  return specs.find(({ environment }) => name in environment)?.environment[name];
}
