import type { CacheFacts } from '../bedrock/model-facts.ts';

interface MantleFacts {
  readonly regions: readonly string[];
  readonly path: '/openai/v1' | '/v1';
  readonly maxOutputTokens?: number;
  /** @default true */
  readonly takesImages?: boolean;
  /** @default false */
  readonly takesFiles?: boolean;
}

const US = ['us-east-1', 'us-east-2', 'us-west-2'];

/**
 * Facts from the models' cards, as of November 2026. The source for PDFs with GPT-5.4 is posit-dev/chatlas#410.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/models-endpoint-availability.html
 */
const FACTS: readonly (readonly [RegExp, MantleFacts])[] = [
  [
    /^openai\.gpt-5\.4$/,
    { regions: ['us-east-2', 'us-west-2'], path: '/openai/v1', maxOutputTokens: 128_000, takesFiles: true },
  ],
  [/^openai\.gpt-5\.5$/, { regions: ['us-east-2'], path: '/openai/v1', takesFiles: true }],
  [/^google\.gemma-4-/, { regions: [...US, 'eu-central-1'], path: '/openai/v1' }],
  [/^openai\.gpt-oss-(20|120)b$/, { regions: US, path: '/v1', takesImages: false }],
];

export const factsOf = (model: string): MantleFacts | undefined =>
  FACTS.find(([ids]) => ids.test(model))?.[1];

/**
 * OpenAI's GPT-5 models cache every prompt of at least 1,024 tokens, without being asked to.
 * https://developers.openai.com/api/docs/guides/prompt-caching
 */
export const cacheOf = (model: string): CacheFacts | undefined =>
  /^openai\.gpt-5/.test(model)
    ? { minTokens: 1_024, keepsHour: false, lookBack: 0, isImplicit: true }
    : undefined;
