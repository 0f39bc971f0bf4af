/** A resource as CloudFormation will read it, with intrinsic functions unresolved. */
export interface TemplateResource {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** `DeletionPolicy`. @default none */
  readonly deletionPolicy?: string;
}

export interface RuleContext {
  /** True when the stage promises to keep its data. */
  readonly protectData: boolean;
}

/** Something the common rule packs miss. */
export interface Rule {
  readonly id: string;
  /** Says what is wrong, and why it matters. */
  readonly description: string;
  /** Where in the resource's properties it is wrong; nothing when it is right. */
  check(resource: TemplateResource, context: RuleContext): readonly string[];
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of keys, or undefined. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}

/** A list, also of one value written without brackets as policies allow. */
export const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];
