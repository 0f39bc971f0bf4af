/**
 * Inputs and lengths that each model accepts, how the model caches prompts, and what Bedrock requires before a call of
 * the model (an inference profile, a use case of the account). A model without a row in `FACTS` accepts all inputs and
 * lengths. A field that a row leaves out sets no limit. A model without a row in `CACHES` refuses cache points.
 */

export interface ModelFacts {
  /** Largest number of tokens of output that a request may ask for. */
  readonly maxOutputTokens?: number;
  /** Largest number of tokens of input. */
  readonly contextTokens?: number;
  readonly takesSystem?: boolean;
  readonly takesDocuments?: boolean;
  readonly takesImages?: boolean;
}

/**
 * Limits of models. They are from the models' cards; for Claude, from the error messages of calls that Bedrock refused.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/conversation-inference-supported-models-features.html
 */
const FACTS: readonly (readonly [RegExp, ModelFacts])[] = [
  [/^anthropic\.claude-(sonnet|opus)-[4-9]/, { maxOutputTokens: 128_000, contextTokens: 200_000 }],
  [/^amazon\.nova-(micro|lite|pro)-v1/, { maxOutputTokens: 10_000 }],
  [/^google\.gemma-3-/, { maxOutputTokens: 8_192, contextTokens: 128_000 }],
  [
    /^deepseek\.v3/,
    { maxOutputTokens: 8_192, contextTokens: 163_840, takesDocuments: false, takesImages: false },
  ],
  [/^mistral\.(mistral-7b|mixtral-8x7b)/, { maxOutputTokens: 8_192, takesSystem: false }],
  [/^openai\.gpt-oss/, { takesImages: false }],
  [/^amazon\.titan-text/, { takesSystem: false }],
  [/^(zai\.glm|moonshot|xai\.grok)/, { takesDocuments: false }],
];

export const factsOf = (model: string): ModelFacts => FACTS.find(([ids]) => ids.test(model))?.[1] ?? {};

/** Facts about how a model caches the beginning of a prompt. */
export interface CacheFacts {
  /** Fewest tokens before a cache point. With fewer, Bedrock ignores the point. */
  readonly minTokens: number;
  /** True for a model that keeps a prefix for an hour on request. */
  readonly keepsHour: boolean;
  /**
   * How many blocks Bedrock goes back from a cache point to find a cached prefix. With 20, it looks for a prefix that
   * ends at the cache point or at one of the 20 blocks before it. With 0, it looks only at the cache point.
   */
  readonly lookBack: number;
  /**
   * True for a model that caches every prompt by itself: without cache points or an extra charge. Only models in
   * `local/mantle/model-facts.ts` do this. @default false
   */
  readonly isImplicit?: boolean;
}

const claude = (minTokens: number): CacheFacts => ({ minTokens, keepsHour: true, lookBack: 20 });
const nova = (minTokens: number): CacheFacts => ({ minTokens, keepsHour: false, lookBack: 0 });

/**
 * Caching by model. Sources differ on the fewest tokens for Sonnet 4.6: 1,024 in the guide, 2,048 in AWS's agent
 * toolkit. Users have measured 2,048 (anthropics/anthropic-sdk-python#1194).
 * https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html
 * https://github.com/aws/agent-toolkit-for-aws/blob/main/skills/core-skills/amazon-bedrock/references/prompt-caching.md
 */
const CACHES: readonly (readonly [RegExp, CacheFacts])[] = [
  [/^anthropic\.claude-(haiku-4-5|opus-4-[56])/, claude(4_096)],
  [/^anthropic\.claude-sonnet-4-6/, claude(2_048)],
  [/^anthropic\./, claude(1_024)],
  [/^amazon\.nova-pro/, nova(1_024)],
  [/^amazon\.nova/, nova(1_536)],
];

/** Returns how the model caches; undefined for a model that refuses cache points. */
export const cacheOf = (model: string): CacheFacts | undefined =>
  CACHES.find(([ids]) => ids.test(model))?.[1];

/** True for a model that Bedrock serves through inference profiles alone. */
export const isThroughProfilesOnly = (model: string): boolean => /^(anthropic\.|openai\.gpt-5)/.test(model);

/** True for a model whose seller asks for the account's use case. */
export const wantsUseCase = (model: string): boolean => model.startsWith('anthropic.');
