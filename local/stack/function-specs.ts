/** The functions of the templates, as the pool runs them. */
import { type Addresses, rewriteHosts } from '../assembly/host-rewriting.ts';
import type { Assembly } from '../assembly/index.ts';
import type { FunctionSpec } from '../lambda/index.ts';

/** AWS::Lambda::Function, the part that shapes behaviour. */
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

/** Throws, naming it, for a function that cannot run here; the deployer of site files is left to the site. */
export function functionSpecs(assembly: Assembly, addresses: Addresses): FunctionSpec[] {
  const deployers = assembly
    .all<{ ServiceToken: string }>('Custom::CDKBucketDeployment')
    .map(({ properties }) => properties.ServiceToken);
  return assembly
    .all<FunctionProperties>('AWS::Lambda::Function')
    .filter((found) => !deployers.includes(found.attribute('Arn')))
    .map(({ ref, properties, attribute, metadata: { entry } }) => {
      const { Code, Runtime, Handler, Role, Timeout = 3, MemorySize = 128 } = properties;
      if (!Runtime.startsWith('nodejs') || Code.S3Key === undefined)
        throw new Error(`The function ${ref} (${Runtime}) cannot run locally`);
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

export const roleNameOf = (arn: string): string => arn.split('/').at(-1) ?? arn;

/** A variable that any function has. */
export function variableOf(specs: readonly FunctionSpec[], name: string): string | undefined {
  return specs.find(({ environment }) => name in environment)?.environment[name];
}
