/** What each model takes, and how Bedrock sells it. A model without a row takes everything. */

export interface ModelFacts {
  /** Most tokens of output that a request may ask for. */
  readonly maxOutputTokens?: number;
  /** Most tokens of input. */
  readonly contextTokens?: number;
  readonly takesSystem?: boolean;
  readonly takesDocuments?: boolean;
}

/**
 * Limits from the models' cards. Those of Claude were read from Bedrock's refusals.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference-supported-models-features.html
 */
const FACTS: readonly (readonly [RegExp, ModelFacts])[] = [
  [/^anthropic\.claude-(sonnet|opus)-[4-9]/, { maxOutputTokens: 128_000, contextTokens: 200_000 }],
  [/^amazon\.nova-(micro|lite|pro)-v1/, { maxOutputTokens: 10_000 }],
  [/^google\.gemma-3-/, { maxOutputTokens: 8_192, contextTokens: 128_000 }],
  [/^deepseek\.v3/, { maxOutputTokens: 8_192, contextTokens: 163_840, takesDocuments: false }],
  [/^mistral\.(mistral-7b|mixtral-8x7b)/, { maxOutputTokens: 8_192, takesSystem: false }],
  [/^amazon\.titan-text/, { takesSystem: false }],
  [/^(zai\.glm|moonshot|xai\.grok)/, { takesDocuments: false }],
];

export const factsOf = (model: string): ModelFacts => FACTS.find(([ids]) => ids.test(model))?.[1] ?? {};

/**
 * True for a model that takes cache points.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
 */
export const takesCachePoints = (model: string): boolean => /^(anthropic\.|amazon\.nova)/.test(model);

/** True for a model that Bedrock serves through inference profiles alone. */
export const isThroughProfilesOnly = (model: string): boolean => /^(anthropic\.|openai\.gpt-5)/.test(model);

/** True for a model whose seller asks for the account's use case. */
export const wantsUseCase = (model: string): boolean => model.startsWith('anthropic.');
