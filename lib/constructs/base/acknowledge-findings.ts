import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Accepts findings of the rules for templates, such as cdk-nag's, in a construct and in everything below it.
 * @param reasons the reason for each accepted rule, by the rule's id
 */
export function acknowledge(scope: IConstruct, reasons: Readonly<Record<string, string>>): void {
  const rules = Object.entries(reasons).map(([id, reason]) => ({ id, reason }));
  Validations.of(scope).acknowledge(...rules);
}

/**
 * Returns the id of cdk-nag's finding about a policy that allows `resource`, which contains a wildcard. cdk-nag writes
 * a reference as `<LogicalId>` or `<LogicalId.Attribute>`, and a reference to another stack as the name of the export.
 */
export function findingOn(scope: IConstruct, resource: string): string {
  return `AwsSolutions-IAM5[Resource::${flat(Stack.of(scope).resolve(resource))}]`;
}

/** Writes a resolved value as cdk-nag does. */
function flat(value: unknown): string {
  // Variables of IAM, such as `${aws:username}`, are written with angle brackets too.
  if (typeof value === 'string') return value.replaceAll('${', '<').replaceAll('}', '>');
  const { Ref, ...functions } = value as Readonly<Record<string, unknown>>;
  if (typeof Ref === 'string') return `<${Ref}>`;
  const { 'Fn::GetAtt': attribute, 'Fn::Join': join, 'Fn::ImportValue': exported } = functions;
  if (typeof exported === 'string') return exported;
  if (Array.isArray(attribute)) return `<${attribute.join('.')}>`;
  if (Array.isArray(join)) return (join[1] as unknown[]).map(flat).join('');
  throw new Error(`cdk-nag has no id for ${JSON.stringify(value)}`);
}
