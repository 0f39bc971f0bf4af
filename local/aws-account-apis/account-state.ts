import type { ModelAccess } from '../bedrock/bedrock.ts';

/** State of a foundation model for the account. Each field defaults to the value that allows calls of the model. */
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
  /** Status by a stack's name, by default CREATE_COMPLETE. `DELETED`: the stack is gone. */
  readonly stackStatuses: Map<string, string>;
  readonly protectedStacks: Set<string>;
  isRoot: boolean;
  readonly mail: {
    /** False: the account is in SES's sandbox. */
    hasProductionAccess: boolean;
    isSending: boolean;
    readonly unverified: Set<string>;
    /** Verified identities that no template declares. The sandbox delivers to verified identities alone. */
    readonly verified: Set<string>;
  };
  /** State by model id. A model without an entry can be called. */
  readonly models: Map<string, ModelState>;
  /** False: the account has not submitted the use case form. Bedrock then refuses calls of Anthropic's models. */
  hasUseCase: boolean;
  readonly quotas: Quota[];
  /** ARN of the role with which API Gateway writes logs. Undefined: the templates' role. Empty: no role was set. */
  gatewayRole: string | undefined;
  /** Certificates in ACM by ARN. `names` are the host names that a certificate covers. */
  readonly certificates: Map<string, { readonly status: string; readonly names: readonly string[] }>;
  /** Addresses that get alarms by mail, the same for every topic. */
  readonly subscriptions: { readonly email: string; isConfirmed: boolean }[];
  /** Reason why Cognito cannot send through SES. Undefined: it can. */
  signInMailFailure: string | undefined;
}

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

/** Returns Bedrock's quotas of requests a minute. The codes from `L-00000002` on are invented. */
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
