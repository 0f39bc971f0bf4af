import type { ModelAccess } from '../bedrock/index.ts';

/** State of a foundation model for the account. An absent field has the value of a model that can be called. */
export interface ModelState extends ModelAccess {
  /** False: no inference profile of the region leads to the model. */
  readonly hasProfile?: boolean;
}

export interface Quota {
  readonly service: string;
  readonly code: string;
  readonly name: string;
  value: number;
}

/** State of the account that the templates do not decide. Tests change it. */
export interface AccountSettings {
  /** Version of CDK's bootstrap stack. Undefined: the account was never bootstrapped in this region. */
  bootstrapVersion: number | undefined;
  /**
   * Statuses of stacks by name. A stack that has a template and no entry here is CREATE_COMPLETE. `DELETED`: the stack
   * is gone.
   */
  readonly stackStatuses: Map<string, string>;
  /** Names of stacks that got termination protection after their deployment. */
  readonly protectedStacks: Set<string>;
  /** True when the caller has signed in as the account's root user. */
  isRoot: boolean;
  readonly mail: {
    /** False: the account is in SES's sandbox. */
    hasProductionAccess: boolean;
    /** False: AWS, or the operator, has stopped sending. */
    isSending: boolean;
    /** Identities that wait for their verification. */
    readonly unverified: Set<string>;
    /** Verified identities that no template declares. The sandbox delivers to verified identities alone. */
    readonly verified: Set<string>;
  };
  /** State by model id. A model that is not here can be called. */
  readonly models: Map<string, ModelState>;
  /** False: the account has not submitted the use case form, without which Bedrock refuses models of Anthropic. */
  hasUseCase: boolean;
  readonly quotas: Quota[];
  /** ARN of the role with which API Gateway writes logs. Undefined: the templates' role. Empty: no role was set. */
  gatewayRole: string | undefined;
  /** Certificates that the operator has in ACM, by ARN. `names` are the host names that a certificate covers. */
  readonly certificates: Map<string, { readonly status: string; readonly names: readonly string[] }>;
  /** Subscriptions of every topic: the addresses that get alarms by mail. */
  readonly subscriptions: { readonly email: string; isConfirmed: boolean }[];
  /** Reason why Cognito cannot send through SES. Undefined: it can. */
  signInMailFailure: string | undefined;
}

/** Returns the state of an account that is ready for the product. */
export const readyAccount = (): AccountSettings => ({
  bootstrapVersion: 28,
  stackStatuses: new Map(),
  protectedStacks: new Set(),
  isRoot: false,
  mail: { hasProductionAccess: true, isSending: true, unverified: new Set(), verified: new Set() },
  models: new Map(),
  hasUseCase: true,
  quotas: requestQuotas(),
  gatewayRole: undefined,
  certificates: new Map(),
  subscriptions: [],
  signInMailFailure: undefined,
});

/**
 * Returns some quotas of Bedrock: the requests a minute to a model. The quota's name contains the model, and says if
 * the model is called on demand or through an inference profile. The codes from `L-00000002` on are invented.
 */
function requestQuotas(): Quota[] {
  const perMinute = (reached: string, model: string) =>
    `${reached} model inference requests per minute for ${model}`;
  const quota = (code: string, name: string, value: number) => ({ service: 'bedrock', code, name, value });
  return [
    quota('L-25B50707', perMinute('On-demand', 'OpenAI GPT OSS 120B'), 1_000),
    quota('L-00000002', perMinute('On-demand', 'DeepSeek V3.2'), 500),
    quota('L-00000003', perMinute('Global cross-region', 'Anthropic Claude Sonnet 5.5'), 200),
    quota('L-00000004', perMinute('Global cross-region', 'Anthropic Claude Sonnet 5 V1'), 0),
  ];
}
