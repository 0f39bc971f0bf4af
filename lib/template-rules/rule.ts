/** Resource as CloudFormation will read it, with intrinsic functions unresolved. */
export interface TemplateResource {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** `DeletionPolicy`. @default none */
  readonly deletionPolicy?: string;
}

/**
 * Resource with the path of its stack in the app. Logical ids in the properties belong to this stack. Another stack may
 * use the same logical ids.
 */
export interface AppResource extends TemplateResource {
  readonly stack: string;
}

/** Value of a template, with the stack that its references belong to. */
export interface StackValue {
  readonly stack: string;
  readonly value: unknown;
}

export interface RuleContext {
  /** True when the stage protects its data from deletion. */
  readonly protectData: boolean;
  /** Every resource of the app, for rules that look at several resources together. */
  readonly resources: readonly AppResource[];
  /** Values that stacks of the app export, by the export's name. `Fn::ImportValue` imports a value by this name. */
  readonly exports: ReadonlyMap<string, StackValue>;
  readonly stage: string;
  readonly region: string;
}

/** Rule for synthesized templates, in addition to the rules of cdk-nag. */
export interface Rule {
  readonly id: string;
  /** Tells the developer what is wrong, why it matters, and how to mend it. */
  readonly description: string;
  /** Returns what breaks the rule: names of properties, or values such as IAM actions. Empty if nothing does. */
  check(resource: AppResource, context: RuleContext): readonly string[];
}
