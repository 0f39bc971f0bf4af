import type { Allowance, AssistantConfig, Audience, Limits, ModelSpec, Retention } from '#contract/config';

/**
 * Models (docs/spec.md 1.1) on Bedrock in us-east-1, in order of preference. Prices are those of on-demand inference,
 * in US dollars per million tokens (docs/deploy.md). Routing chooses a model by the strengths, which are estimates from
 * 0 to 1 (decision 0013).
 */
export const DEFAULT_MODELS: ModelSpec[] = [
  {
    id: 'geminitwofive',
    displayName: 'Gemini 2.5',
    provider: { kind: 'bedrock', modelId: 'google.gemma-3-27b-it' },
    contextTokens: 128_000,
    maxOutputTokens: 8_192,
    price: { input: 0.23, output: 0.38 },
    strengths: {
      code: 0.55,
      reasoning: 0.55,
      long: 0.7,
      language: 0.85,
      creative: 0.7,
      quick: 0.85,
      general: 0.7,
    },
  },
  {
    id: 'chatgpt',
    displayName: 'ChatGPT',
    provider: { kind: 'bedrock', modelId: 'openai.gpt-oss-120b-1:0' },
    thinking: 'always',
    contextTokens: 128_000,
    maxOutputTokens: 16_384,
    price: { input: 0.15, output: 0.6 },
    strengths: {
      code: 0.8,
      reasoning: 0.88,
      long: 0.7,
      language: 0.7,
      creative: 0.7,
      quick: 0.82,
      general: 0.8,
    },
  },
  {
    id: 'claude',
    displayName: 'Claude',
    provider: { kind: 'bedrock', modelId: 'us.anthropic.claude-sonnet-4-6' },
    thinking: 'optional',
    contextTokens: 200_000,
    maxOutputTokens: 16_384,
    price: { input: 3.3, cachedRead: 0.33, cachedWrite: 4.125, output: 16.5 },
    promptCache: { minTokens: 2_048 },
    strengths: {
      code: 0.97,
      reasoning: 0.9,
      long: 0.95,
      language: 0.92,
      creative: 0.95,
      quick: 0.8,
      general: 0.9,
    },
  },
  {
    id: 'deepseek',
    displayName: 'DeepSeek',
    provider: { kind: 'bedrock', modelId: 'deepseek.v3.2' },
    contextTokens: 128_000,
    maxOutputTokens: 8_192,
    price: { input: 0.62, output: 1.85 },
    strengths: {
      code: 0.85,
      reasoning: 0.95,
      long: 0.75,
      language: 0.75,
      creative: 0.78,
      quick: 0.78,
      general: 0.8,
    },
  },
];

/** Allowances of guests, the free tier and Premium (docs/spec.md 1.2). */
export const DEFAULT_ALLOWANCES: Record<Audience, Allowance> = {
  guest: { models: ['geminitwofive'], messagesPerDay: 10, maxOutputTokens: 1_024, efforts: ['quick'] },
  free: {
    models: ['geminitwofive', 'deepseek'],
    messagesPerDay: 50,
    maxOutputTokens: 8_192,
    efforts: ['quick', 'balanced'],
  },
  paid: {
    models: ['geminitwofive', 'chatgpt', 'claude', 'deepseek'],
    messagesPerDay: 500,
    maxOutputTokens: 16_384,
    efforts: ['balanced', 'quick', 'thorough'],
  },
};

/**
 * Days that an unused chat is kept, by plan (docs/spec.md 4.16). `null`: no limit. `noticeDays`: days between the
 * notice and the removal.
 */
export const DEFAULT_RETENTION: Retention = { free: 180, monthly: 365, yearly: null, noticeDays: 14 };

/** Limits that keep one stranger from using up what all users share (docs/operate.md). */
export const DEFAULT_LIMITS: Limits = {
  guestSpendShare: 0.2,
  connectionsPerOwner: 20,
  openingsPerParty: 300,
  openingsOfGuests: 30_000,
  framesPerMinute: 120,
  guestChatsPerAddress: 40,
  chatsPerUser: 200,
};

export const DEFAULT_ASSISTANT: AssistantConfig = {
  systemPrompt:
    'You are {product}, a helpful assistant in a chat. Answer in the language of the question. Be accurate and ' +
    'to the point; say so when you do not know. Use Markdown where it helps: lists, tables, fenced code with ' +
    'its language. Do not use raw HTML.',
  historyTokens: 12_000,
};
