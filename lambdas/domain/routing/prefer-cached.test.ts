import { describe, expect, it } from 'vitest';
import type { ModelSpec, Need } from '#contract/deployment-config';
import { chooseModel, type Routing } from './choose-model.ts';

const price = { input: 2, cachedRead: 0.2, cachedWrite: 2.5, output: 10 };
const model = (id: string, strengths: Partial<Record<Need, number>>, more: Partial<ModelSpec> = {}) => ({
  ...{ id, displayName: id.toUpperCase(), provider: { kind: 'bedrock' as const, modelId: id }, price },
  ...{ contextTokens: 100_000, maxOutputTokens: 8_000, strengths, ...more },
});
const cached = { model: 'last', tokens: 10_000, of: 10_500 };
const choose = (
  better: Partial<Record<Need, number>>,
  routing: Partial<Routing> = {},
  { health = new Map<string, number>(), more = {} as Partial<ModelSpec> } = {},
) => {
  const models = [model('best', better, more), model('last', { general: 0.8, quick: 0.8, code: 0.8 }, more)];
  const common = { need: 'general' as const, candidates: ['best', 'last'], isRequested: false };
  const { model: chosen, reason } = chooseModel(
    models,
    { ...common, tokens: 500, cached, ...routing },
    health,
  );
  return [chosen.id, reason];
};

describe('a chat that its last model has in the prompt cache', () => {
  it('keeps that model where another is hardly better, and the reason says so', () => {
    expect(choose({ general: 0.84 })).toEqual([
      'last',
      'Chosen for general questions; keeping this chat’s model costs less.',
    ]);
    expect(choose({ general: 0.84 }, { cached: { ...cached, model: 'gone' } })).toEqual([
      'best',
      'Chosen for general questions.',
    ]);
  });

  it.each<[Need, number]>([
    ['general', 0.86],
    ['quick', 0.86],
    ['code', 0.83],
  ])('gets another model that is clearly better, for %s', (need, strength) => {
    expect(choose({ [need]: strength }, { need })[0]).toBe('best');
  });

  it('keeps its model only against smaller advantages where little of the chat is cached', () => {
    expect(choose({ general: 0.81 }, { cached: { ...cached, tokens: 1_000 } })[0]).toBe('best');
    expect(choose({ general: 0.81 }, { cached: { ...cached, tokens: 6_000 } })[0]).toBe('last');
  });

  it('gives the need alone as the reason where the model is the best anyway', () => {
    expect(choose({ general: 0.7 })).toEqual(['last', 'Chosen for general questions.']);
  });

  it('says that the better model is busy where that decided', () => {
    const health = new Map([['best', 0.3]]);
    expect(choose({ general: 0.95 }, {}, { health })).toEqual([
      'last',
      'Chosen for general questions; BEST is busy.',
    ]);
  });

  it('gets another model when its own fails', () => {
    expect(choose({ general: 0.8 }, {}, { health: new Map([['last', 0.3]]) })[0]).toBe('best');
  });

  it('gets the model that the user chose', () => {
    expect(choose({ general: 0.1 }, { isRequested: true })).toEqual(['best', 'You chose this model.']);
  });

  it('gets the better model where models cost nothing, or cached tokens cost as much as others', () => {
    for (const free of [
      { input: 0, output: 0 },
      { input: 2, output: 10 },
    ])
      expect(choose({ general: 0.81 }, {}, { more: { price: free } })[0]).toBe('best');
  });
});
