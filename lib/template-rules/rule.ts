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
  /** Returns what breaks the rule: names of properties, or values such as IAM actions. Empty if nothing does. */
  check(resource: TemplateResource, context: RuleContext): readonly string[];
}
