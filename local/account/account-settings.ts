/** State of the account that templates do not decide, as an account has it that is ready. Tests change it. */
export interface AccountSettings {
  /** Version of CDK's bootstrap stack. Undefined: the account was never bootstrapped in this region. */
  bootstrapVersion: number | undefined;
  /** Statuses of the templates' stacks by name, where they are not complete. `DELETED`: there is no such stack. */
  readonly stackStatuses: Map<string, string>;
  /** True when the caller has signed in as the account's root user. */
  isRoot: boolean;
  readonly mail: {
    /** False: the account is in SES's sandbox. */
    hasProductionAccess: boolean;
    /** False: AWS, or the operator, has stopped sending. */
    isSending: boolean;
    /** Identities that wait for their verification. */
    readonly unverified: Set<string>;
  };
}

export const readyAccount = (): AccountSettings => ({
  bootstrapVersion: 28,
  stackStatuses: new Map(),
  isRoot: false,
  mail: { hasProductionAccess: true, isSending: true, unverified: new Set() },
});
