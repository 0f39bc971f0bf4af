import { expect, it } from 'vitest';
import type { ModelSpec } from '#contract/deployment-config';
import { namesOf } from './model-names-for-clients.ts';

const bedrock = { kind: 'bedrock', modelId: 'mine' } as const;
const mantle = { kind: 'mantle', modelId: 'mine', region: 'us-east-1' } as const;
const openai = { kind: 'openai', baseUrl: 'https://api.example.com/v1', model: 'mine' } as const;
const model = (provider: ModelSpec['provider'], named: Pick<ModelSpec, 'trueName' | 'maker'>): ModelSpec => ({
  ...{ id: 'mine', displayName: 'Mine', contextTokens: 8_000, maxOutputTokens: 1_000 },
  ...{ price: { input: 1, output: 1 }, provider, ...named },
});

it.each([
  ['Mine 1, by Me, on Bedrock', bedrock, { trueName: 'Mine 1', maker: 'Me' }],
  ['Mine 1, by Me, on Bedrock', mantle, { trueName: 'Mine 1', maker: 'Me' }],
  ['Mine 1, by Me', openai, { trueName: 'Mine 1', maker: 'Me' }],
  ['Mine 1, on Bedrock', bedrock, { trueName: 'Mine 1' }],
  ['Mine 1', openai, { trueName: 'Mine 1' }],
  [undefined, bedrock, { maker: 'Me' }],
] as const)('names %j for a model of %j with %j', (text, provider, named) => {
  const names = { id: 'mine', displayName: 'Mine' };
  expect(namesOf(model(provider, named))).toStrictEqual(
    text === undefined ? names : { ...names, trueModel: text },
  );
});
