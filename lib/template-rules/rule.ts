/** A resource as CloudFormation will read it, with intrinsic functions unresolved. */
export interface TemplateResource {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** `DeletionPolicy`. @default none */
  readonly deletionPolicy?: string;
}

export interface RuleContext {
  /** True when the stage protects its data from deletion. */
  readonly protectData: boolean;
  /** Every resource of the app, for rules about several together. */
  readonly resources: readonly TemplateResource[];
  readonly stage: string;
  readonly region: string;
}

/** Rule that cdk-nag does not have. */
export interface Rule {
  readonly id: string;
  /** Says what is wrong, and why it matters. */
  readonly description: string;
  /** Returns the properties of the resource that break the rule. Empty if none does. */
  check(resource: TemplateResource, context: RuleContext): readonly string[];
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value at a path of keys, or undefined. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

/** Returns a value as text, with a reference to another resource as `<LogicalId>`. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const join = at(value, 'Fn::Join');
  if (Array.isArray(join)) return listOf(join[1]).map(textOf).join(String(join[0]));
  const attribute = at(value, 'Fn::GetAtt');
  return `<${Array.isArray(attribute) ? attribute.join('.') : String(at(value, 'Ref'))}>`;
}

/** Returns a list. Policies may write a list of one value without brackets. */
export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
