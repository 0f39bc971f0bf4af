/** Resource as CloudFormation will read it, with intrinsic functions unresolved. */
export interface TemplateResource {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** `DeletionPolicy`. @default none */
  readonly deletionPolicy?: string;
}

/**
 * Resource with the path of its stack. The properties refer to other resources by logical id. A logical id is unique
 * only within its stack.
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
  readonly protectData: boolean;
  readonly resources: readonly AppResource[];
  /** Values that stacks of the app export, by the name that `Fn::ImportValue` takes. */
  readonly exports: ReadonlyMap<string, StackValue>;
  readonly stage: string;
  readonly region: string;
}

/** Rule for synthesized templates, in addition to the rules of cdk-nag. */
export interface Rule {
  readonly id: string;
  readonly description: string;
  /** Returns what breaks the rule: names of properties, or values such as IAM actions. */
  check(resource: AppResource, context: RuleContext): readonly string[];
}
