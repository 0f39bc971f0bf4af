import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Accepts findings of template rules, such as cdk-nag's, in a construct and all below it. `reasons`: by rule id. */
export function acknowledge(scope: IConstruct, reasons: Readonly<Record<string, string>>): void {
  const rules = Object.entries(reasons).map(([id, reason]) => ({ id, reason }));
  Validations.of(scope).acknowledge(...rules);
}

/** Returns the id of cdk-nag's finding about a policy that allows `resource`, which contains a wildcard. */
export function findingOn(scope: IConstruct, resource: string): string {
  return `AwsSolutions-IAM5[Resource::${flat(Stack.of(scope).resolve(resource))}]`;
}

function flat(value: unknown): string {
  // cdk-nag also writes a variable of IAM, such as `${aws:username}`, with angle brackets.
  if (typeof value === 'string') return value.replaceAll('${', '<').replaceAll('}', '>');
  const { Ref, ...functions } = value as Readonly<Record<string, unknown>>;
  if (typeof Ref === 'string') return `<${Ref}>`;
  const { 'Fn::GetAtt': attribute, 'Fn::Join': join, 'Fn::ImportValue': exported } = functions;
  if (typeof exported === 'string') return exported;
  if (Array.isArray(attribute)) return `<${attribute.join('.')}>`;
  if (Array.isArray(join)) return (join[1] as unknown[]).map(flat).join('');
  throw new Error(`cdk-nag has no id for ${JSON.stringify(value)}`);
}
