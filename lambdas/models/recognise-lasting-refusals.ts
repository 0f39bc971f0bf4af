/**
 * Recognises refusals of a model that last until an operator mends their cause (docs/operate.md, "When a model
 * refuses"). Other failures pass by themselves or concern a single request.
 */
import { ModelError } from './model-port.ts';

export type RefusalCode =
  /** The AWS account has no subscription at AWS Marketplace, and the function's role may not start one. */
  | 'subscription_missing'
  /** AWS Marketplace cannot bill the AWS account, or an endpoint answers with status 402 (payment required). */
  | 'payment_missing'
  /** Anthropic's form about the use case was not sent. */
  | 'use_case_missing'
  /** The provider has not opened the model to the operator's account. */
  | 'access_denied'
  | 'role_denied'
  | 'key_refused'
  /** The model has reached the end of its life, or is Legacy and was not used in the last 30 days. */
  | 'model_retired'
  | 'model_unknown'
  /** Bedrock serves the model only through an inference profile. */
  | 'profile_needed'
  /** The day's quota is 0 or used up, or the operator's account has no money left. */
  | 'quota_used_up'
  /** The model does not take something that each request contains, such as the system prompt or the reply's length. */
  | 'settings_unfit';

/** Refusal of a call for a reason that makes the next calls fail too. */
export class ModelRefusal extends ModelError {
  readonly code: RefusalCode;

  constructor(code: RefusalCode, cause: unknown) {
    super('refused', cause);
    this.name = 'ModelRefusal';
    this.code = code;
  }
}

type Rule = readonly [message: RegExp, code: RefusalCode];

/** Rules by the exception's name. The first rule whose pattern fits the message counts. */
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  AccessDeniedException: [
    [/INVALID_PAYMENT_INSTRUMENT/, 'payment_missing'],
    [/Marketplace/i, 'subscription_missing'],
    [/prompt caching/i, 'settings_unfit'],
    [/is not authorized to perform/i, 'role_denied'],
    [/^/, 'access_denied'],
  ],
  ResourceNotFoundException: [
    [/use case details/i, 'use_case_missing'],
    [/end of its life|Legacy/i, 'model_retired'],
    [/^/, 'model_unknown'],
  ],
  ValidationException: [
    [/inference profile/i, 'profile_needed'],
    [/model identifier is invalid/i, 'model_unknown'],
    [/Operation not allowed/i, 'access_denied'],
    [/maximum tokens you requested|support system messages|prompt caching/i, 'settings_unfit'],
  ],
  // A limit per minute passes by itself, so only a limit per day is a refusal.
  ThrottlingException: [[/per day/i, 'quota_used_up']],
  ServiceQuotaExceededException: [[/^/, 'quota_used_up']],
};

export function refusalOfException(name: string, message: string): RefusalCode | undefined {
  return RULES[name]?.find(([pattern]) => pattern.test(message))?.[1];
}

/** Rules for the code and type of an error of OpenAI's protocol, which Bedrock's own endpoints use as well. */
const ENDPOINT_RULES: readonly Rule[] = [
  [/insufficient_quota|billing/, 'quota_used_up'],
  [/model_not_found|not_found_error/, 'model_unknown'],
  [/access_denied|unsupported_country/, 'access_denied'],
  [/invalid_api_key|authentication/, 'key_refused'],
  [/permission_denied/, 'access_denied'],
];

/**
 * Rules for the message of an error of `bedrock-mantle`. Each call is signed with the credentials of the function's
 * role, so an error about the signature or about a permission means `role_denied`.
 */
const MANTLE_RULES: readonly Rule[] = [
  [/is not authorized to perform|security token|signature|Credential/i, 'role_denied'],
  [/supported on this route|does not support the '/, 'settings_unfit'],
  [/too many tokens per day/i, 'quota_used_up'],
];

export function refusalOfMantle(
  codeAndType: string,
  message: string,
  status?: number,
): RefusalCode | undefined {
  const named = MANTLE_RULES.find(([pattern]) => pattern.test(message))?.[1];
  const code = named ?? refusalOfEndpoint(codeAndType, status);
  // No API key is sent to this endpoint, so this code means that access is denied.
  return code === 'key_refused' ? 'access_denied' : code;
}

export const isFilteredError = (codeAndType: string): boolean =>
  /content_filter|content_policy/.test(codeAndType);

/**
 * Returns the refusal that an error of OpenAI's protocol means. Status 403 alone is no refusal: some endpoints give it
 * to a message that their moderation dislikes.
 * @param status undefined for an error inside a stream
 */
export function refusalOfEndpoint(codeAndType: string, status?: number): RefusalCode | undefined {
  const named = ENDPOINT_RULES.find(([pattern]) => pattern.test(codeAndType))?.[1];
  if (named !== undefined) return named;
  if (status === 401) return 'key_refused';
  if (status === 402) return 'payment_missing';
  return status === 404 ? 'model_unknown' : undefined;
}
