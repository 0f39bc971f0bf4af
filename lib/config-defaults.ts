import type {
  Allowance,
  AssistantConfig,
  Audience,
  Limits,
  ModelSpec,
  Retention,
} from '#contract/deployment-config';

/**
 * Models (docs/spec.md 1.1) on Bedrock, as of November 2026 (decision 0097). Prices are those of on-demand inference,
 * in US dollars per million tokens. Strengths are estimates from 0 to 1, which routing weighs (decision 0013).
 */
export const DEFAULT_MODELS: ModelSpec[] = [
  {
    id: 'geminitwofive',
    displayName: 'Gemini 2.5',
    trueName: 'Gemma 4 31B',
    maker: 'Google',
    provider: { kind: 'mantle', modelId: 'google.gemma-4-31b', region: 'us-east-1' },
    contextTokens: 256_000,
    maxOutputTokens: 8_192,
    price: { input: 0.14, output: 0.4 },
    input: ['text', 'image'],
    thinking: 'optional',
    strengths: {
      code: 0.65,
      reasoning: 0.7,
      long: 0.75,
      language: 0.87,
      creative: 0.75,
      quick: 0.87,
      general: 0.75,
    },
  },
  {
    id: 'chatgpt',
    displayName: 'ChatGPT',
    trueName: 'GPT-5.4',
    maker: 'OpenAI',
    provider: { kind: 'mantle', modelId: 'openai.gpt-5.4', region: 'us-east-2' },
    contextTokens: 272_000,
    maxOutputTokens: 16_384,
    price: { input: 2.75, cachedRead: 0.275, output: 16.5 },
    promptCache: { minTokens: 1_024 },
    input: ['text', 'image', 'document'],
    thinking: 'optional',
    strengths: {
      code: 0.94,
      reasoning: 0.97,
      long: 0.9,
      language: 0.9,
      creative: 0.88,
      quick: 0.85,
      general: 0.92,
    },
  },
  {
    id: 'chatgptmini',
    displayName: 'ChatGPT mini',
    trueName: 'gpt-oss-120b',
    maker: 'OpenAI',
    provider: { kind: 'bedrock', modelId: 'openai.gpt-oss-120b-1:0' },
    contextTokens: 128_000,
    maxOutputTokens: 16_384,
    price: { input: 0.15, output: 0.6 },
    thinking: 'always',
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
    trueName: 'Claude Sonnet 5.5',
    maker: 'Anthropic',
    provider: { kind: 'bedrock', modelId: 'global.anthropic.claude-sonnet-5-5' },
    contextTokens: 200_000,
    maxOutputTokens: 16_384,
    price: { input: 2, cachedRead: 0.2, cachedWrite: 2.5, output: 10 },
    promptCache: { minTokens: 1_024 },
    input: ['text', 'image', 'document'],
    thinking: 'always',
    strengths: {
      code: 0.97,
      reasoning: 0.93,
      long: 0.95,
      language: 0.92,
      creative: 0.95,
      quick: 0.8,
      general: 0.92,
    },
  },
  {
    id: 'deepseek',
    displayName: 'DeepSeek',
    trueName: 'DeepSeek V3.2',
    maker: 'DeepSeek',
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

const MB = 1024 * 1024;

/**
 * Allowances of guests, the free tier and Premium (docs/spec.md 1.2). If routing rates two models equal, it takes the
 * model that is earlier in the allowance's `models`. Decision 0112 derives `tokensPerMessage` from the prices above.
 */
export const DEFAULT_ALLOWANCES: Record<Audience, Allowance> = {
  guest: { models: ['geminitwofive'], messagesPerDay: 10, maxOutputTokens: 1_024, efforts: ['quick'] },
  free: {
    models: ['geminitwofive', 'deepseek'],
    messagesPerDay: 50,
    maxOutputTokens: 8_192,
    efforts: ['quick', 'balanced'],
    files: { perMessage: 20, maxBytes: 20 * MB, tokensPerMessage: 50_000, storageBytes: 200 * MB },
    importedMessagesPerDay: 10_000,
  },
  paid: {
    models: ['geminitwofive', 'chatgpt', 'chatgptmini', 'claude', 'deepseek'],
    messagesPerDay: 500,
    maxOutputTokens: 16_384,
    efforts: ['balanced', 'quick', 'thorough'],
    files: { perMessage: 20, maxBytes: 20 * MB, tokensPerMessage: 100_000, storageBytes: 5 * 1024 * MB },
    importedMessagesPerDay: 100_000,
  },
};

/** Days that an unused chat is kept, by plan (docs/spec.md 4.16). `null`: no limit. */
export const DEFAULT_RETENTION: Retention = { free: 180, monthly: 365, yearly: null, noticeDays: 14 };

/** Limits that keep one user, one address or all guests from using up what all users share (docs/operate.md). */
export const DEFAULT_LIMITS: Limits = {
  guestSpendShare: 0.2,
  connectionsPerOwner: 20,
  openingsPerParty: 300,
  openingsOfGuests: 30_000,
  framesPerMinute: 120,
  guestChatsPerAddress: 40,
  chatsPerUser: 200,
  replyWaitSeconds: 15,
};

export const DEFAULT_ASSISTANT: AssistantConfig = {
  systemPrompt:
    'You are {product}, a helpful assistant in a chat. Answer in the language of the question. Be accurate and ' +
    'to the point; say so when you do not know. Use Markdown where it helps: lists, tables, fenced code with ' +
    'its language. Do not use raw HTML.',
  historyTokens: 12_000,
};
