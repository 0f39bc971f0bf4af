export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

/** Returns a value as text. A `Ref` becomes `<LogicalId>`, a `Fn::GetAtt` becomes `<LogicalId.Attribute>`. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const join = at(value, 'Fn::Join');
  if (Array.isArray(join)) return listOf(join[1]).map(textOf).join(String(join[0]));
  const attribute = at(value, 'Fn::GetAtt');
  return `<${Array.isArray(attribute) ? attribute.join('.') : String(at(value, 'Ref'))}>`;
}

/** Returns a value as a list. CloudFormation allows a single value in place of a list with one element. */
export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
