import type { Allowance, AssistantConfig, Audience, ModelSpec } from '#contract/config';

/**
 * The models of design section 7, in order of preference, as Bedrock serves them in us-east-1.
 * Prices are of on-demand inference there, in US dollars for a million tokens; see docs/deploy.md.
 */
export const DEFAULT_MODELS: ModelSpec[] = [
  {
    id: 'geminitwofive',
    displayName: 'Gemini 2.5',
    provider: { kind: 'bedrock', modelId: 'google.gemma-3-27b-it' },
    contextTokens: 128_000,
    maxOutputTokens: 8_192,
    price: { input: 0.23, output: 0.38 },
  },
  {
    id: 'chatgpt',
    displayName: 'ChatGPT',
    provider: { kind: 'bedrock', modelId: 'openai.gpt-oss-120b-1:0' },
    contextTokens: 128_000,
    maxOutputTokens: 16_384,
    price: { input: 0.15, output: 0.6 },
  },
  {
    id: 'claude',
    displayName: 'Claude',
    provider: { kind: 'bedrock', modelId: 'us.anthropic.claude-sonnet-4-6' },
    contextTokens: 200_000,
    maxOutputTokens: 16_384,
    price: { input: 3.3, output: 16.5 },
  },
  {
    id: 'deepseek',
    displayName: 'DeepSeek',
    provider: { kind: 'bedrock', modelId: 'deepseek.v3.2' },
    contextTokens: 128_000,
    maxOutputTokens: 8_192,
    price: { input: 0.62, output: 1.85 },
  },
];

/** Design section 7: free tier and guests. */
export const DEFAULT_ALLOWANCES: Record<Audience, Allowance> = {
  guest: { models: ['geminitwofive'], messagesPerDay: 10, maxOutputTokens: 1_024 },
  free: { models: ['geminitwofive', 'deepseek'], messagesPerDay: 50, maxOutputTokens: 8_192 },
  paid: {
    models: ['geminitwofive', 'chatgpt', 'claude', 'deepseek'],
    messagesPerDay: 500,
    maxOutputTokens: 16_384,
  },
};

export const DEFAULT_ASSISTANT: AssistantConfig = {
  systemPrompt:
    'You are {product}, a helpful assistant in a chat. Answer in the language of the question. Be accurate and ' +
    'to the point; say so when you do not know. Use Markdown where it helps: lists, tables, fenced code with ' +
    'its language. Do not use raw HTML.',
  historyTokens: 12_000,
};
