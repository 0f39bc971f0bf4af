export interface ModelFacts {
  readonly maxOutputTokens?: number;
  /** Largest number of tokens of input. */
  readonly contextTokens?: number;
  readonly takesSystem?: boolean;
  readonly takesDocuments?: boolean;
  readonly takesImages?: boolean;
}

/**
 * Limits from the models' cards; Claude's are from Bedrock's error messages. Models not listed have no limits.
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

export interface CacheFacts {
  /** Bedrock ignores a cache point with fewer tokens before it. */
  readonly minTokens: number;
  readonly keepsHour: boolean;
  /** A cache point can read a cached prefix that ends at most this number of blocks before the cache point. */
  readonly lookBack: number;
  /** True for a model that caches every prompt without cache points and without an extra charge. @default false */
  readonly isImplicit?: boolean;
}

const claude = (minTokens: number): CacheFacts => ({ minTokens, keepsHour: true, lookBack: 20 });
const nova = (minTokens: number): CacheFacts => ({ minTokens, keepsHour: false, lookBack: 0 });

/**
 * Facts of prompt caching, by model. Sources disagree about Sonnet 4.6's `minTokens`: Bedrock's guide says 1,024, AWS's
 * agent toolkit says 2,048. Users have measured 2,048 (anthropics/anthropic-sdk-python#1194).
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

/** Returns undefined for a model that refuses cache points. */
export const cacheOf = (model: string): CacheFacts | undefined =>
  CACHES.find(([ids]) => ids.test(model))?.[1];

export const isThroughProfilesOnly = (model: string): boolean => /^(anthropic\.|openai\.gpt-5)/.test(model);

/** True for a model whose seller asks for the account's use case. */
export const wantsUseCase = (model: string): boolean => model.startsWith('anthropic.');
