import { expect, it } from 'vitest';
import type { Allowance, ModelSpec } from '#contract/config';
import { routeMessage } from './index.ts';

const model = (id: string): ModelSpec => ({
  id,
  displayName: id,
  provider: { kind: 'bedrock', modelId: id },
  contextTokens: 8_000,
  maxOutputTokens: 1_000,
  price: { input: 1, output: 2 },
});
const models = [model('claude'), model('deepseek'), model('gemma')];
const allowance: Allowance = { models: ['gemma', 'deepseek'], messagesPerDay: 10, maxOutputTokens: 100 };

it('takes the first model of the allowance when none is asked for', () => {
  expect(routeMessage(models, allowance, undefined).model.id).toBe('gemma');
});
it('takes the model asked for', () => {
  expect(routeMessage(models, allowance, 'deepseek').model.id).toBe('deepseek');
});
it.each(['claude', 'unknown', '', '__proto__'])('refuses %j, which the caller may not use', (id) => {
  expect(() => routeMessage(models, allowance, id)).toThrow(
    expect.objectContaining({ code: 'model_not_available' }),
  );
});
