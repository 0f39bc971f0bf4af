import { describe, expect, it } from 'vitest';
import type { Allowance, ModelSpec } from '#contract/deployment-config';
import { DEFAULT_MODELS } from '../../../lib/config-defaults.ts';
import { readWeightsFile } from '../../../training/routing/weights-file.ts';
import { candidatesOf, chooseModel, type Routing } from './choose-model.ts';
import { classify } from './classify-message.ts';
import { HealthMemory, LEFT_OUT } from './model-health.ts';

const allowance: Allowance = {
  models: ['geminitwofive', 'deepseek'],
  messagesPerDay: 10,
  maxOutputTokens: 100,
};
const ALL = DEFAULT_MODELS.map(({ id }) => id);
const healthy = new Map<string, number>();
const weights = readWeightsFile();
const route = (
  text: string,
  { models = DEFAULT_MODELS, health = healthy, ids = ALL, ...more }: Options = {},
) => {
  const routing = { ...classify(weights, text), candidates: ids, tokens: 500, isRequested: false, ...more };
  return chooseModel(models, routing, health);
};
interface Options extends Partial<Routing> {
  models?: readonly ModelSpec[];
  health?: ReadonlyMap<string, number>;
  ids?: readonly string[];
}

describe('the models that may answer', () => {
  it('are those of the allowance when no model is asked for', () => {
    expect(candidatesOf(DEFAULT_MODELS, allowance, undefined)).toEqual(allowance.models);
  });
  it('begin with the model asked for', () => {
    expect(candidatesOf(DEFAULT_MODELS, allowance, 'deepseek')).toEqual(['deepseek', 'geminitwofive']);
  });
  it.each(['claude', 'unknown', '', '__proto__'])('refuse %j, which the caller may not use', (id) => {
    expect(() => candidatesOf(DEFAULT_MODELS, allowance, id)).toThrow(
      expect.objectContaining({ code: 'model_not_available' }),
    );
  });
});

describe('chooseModel', () => {
  it('takes the model that is strongest in what the message needs, and gives that as the reason', () => {
    expect(route('Write a Python function that sorts a list.')).toMatchObject({
      model: { id: 'claude' },
      reason: 'Chosen for code.',
    });
    expect(route('Prove that there are infinitely many primes.').model.id).toBe('deepseek');
  });

  it('takes a model that is good at both needs when the message may have either, and says so', () => {
    const rated = [
      { code: 0.9, creative: 0.2 },
      { code: 0.2, creative: 0.9 },
      { code: 0.6, creative: 0.6 },
    ];
    const three = DEFAULT_MODELS.filter(({ id }) => ['geminitwofive', 'chatgpt', 'claude'].includes(id));
    const models = three.map((model, at) => ({
      ...model,
      price: { input: 1, output: 1 },
      strengths: rated[at] ?? {},
    }));
    const both = { models, ids: models.map(({ id }) => id), need: 'code', second: 'creative' } as const;
    expect(route('', both)).toMatchObject({
      model: { id: 'claude' },
      reason: 'Chosen for code or creative writing, good at both.',
    });
    expect(route('', { ...both, health: new Map([['claude', 0.5]]) }).reason).toBe(
      'Chosen for code or creative writing, good at both; Claude is busy.',
    );
    const { second: _, ...one } = both;
    expect(route('', one).model.id).toBe('geminitwofive');
  });

  it('takes a cheap model for an easy message', () => {
    expect(route('hello!')).toMatchObject({
      model: { id: 'geminitwofive' },
      reason: 'Chosen for a quick answer.',
    });
  });

  it('takes no model that the caller may not use', () => {
    const { model, others } = route('Write a Python function.', { ids: ['geminitwofive', 'deepseek'] });
    expect([model.id, ...others.map(({ id }) => id)]).toEqual(['deepseek', 'geminitwofive']);
  });

  it('takes the model asked for, healthy or not', () => {
    const ids = ['geminitwofive', 'claude'];
    const chosen = route('Refactor this class', {
      ids,
      isRequested: true,
      health: new Map([['geminitwofive', 1]]),
    });
    expect(chosen).toMatchObject({ model: { id: 'geminitwofive' }, reason: 'You chose this model.' });
    expect(chosen.others.map(({ id }) => id)).toEqual(['claude']);
  });

  it('takes another model after a failure and says so; later takes the first model again', () => {
    const memory = new HealthMemory();
    memory.record('claude', 'throttled', 0);
    const text = 'Write a Python function that sorts a list.';
    expect(route(text, { health: memory.at(1_000) })).toMatchObject({
      model: { id: 'chatgpt' },
      reason: 'Chosen for code; Claude is busy.',
    });
    expect(route(text, { health: memory.at(10 * 60_000) }).model.id).toBe('claude');
  });

  it('leaves out a model that has refused a call, for ten minutes', () => {
    const memory = new HealthMemory();
    memory.record('claude', 'refused', 0);
    const text = 'Write a Python function that sorts a list.';
    const chosen = route(text, { health: memory.at(599_999) });
    expect(chosen).toMatchObject({ model: { id: 'chatgpt' }, reason: 'Chosen for code.' });
    expect(chosen.others.map(({ id }) => id)).not.toContain('claude');
    expect(route(text, { health: memory.at(600_000) }).model.id).toBe('claude');
  });

  it('says so when it leaves out the model asked for', () => {
    const options = { ids: ['claude', 'geminitwofive', 'deepseek'], isRequested: true };
    const text = 'Write a Python function that sorts a list.';
    expect(route(text, { ...options, health: new Map([['claude', LEFT_OUT]]) })).toMatchObject({
      model: { id: 'deepseek' },
      reason: 'Claude cannot be used at the moment, so this model was chosen.',
      others: [{ id: 'geminitwofive' }],
    });
  });

  it('chooses automatically when a deployment has removed the model asked for', () => {
    const ids = ['removed', 'geminitwofive', 'claude'];
    expect(route('Write a Python function that sorts a list.', { ids, isRequested: true })).toMatchObject({
      model: { id: 'claude' },
      reason: 'Chosen for code.',
      others: [{ id: 'geminitwofive' }],
    });
  });

  it('calls models that refuse if all of them do, the one asked for first', () => {
    const health = new Map(ALL.map((id) => [id, LEFT_OUT]));
    expect(route('hello!', { health })).toEqual(route('hello!'));
    expect(route('hello!', { health, isRequested: true })).toEqual(route('hello!', { isRequested: true }));
  });

  it('takes no model whose context is too small while another is large enough', () => {
    expect(route('Write a Python function.', { tokens: 260_000 }).model.id).toBe('chatgpt');
    expect(route('hello', { tokens: 260_000 }).model.id).toBe('chatgpt');
  });

  it('takes models without ratings in the order of preference', () => {
    const models = DEFAULT_MODELS.map(({ strengths: _, ...model }) => ({
      ...model,
      price: { input: 1, output: 1 },
    }));
    expect(route('Write a Python function.', { models }).model.id).toBe(ALL[0]);
  });

  it('says “Chosen automatically” when there is only one model', () => {
    expect(route('hello', { ids: ['geminitwofive'] }).reason).toBe('Chosen automatically.');
  });
});

describe('for any message, allowance and health of the models', () => {
  const TEXTS = ['', '\ud800', 'x'.repeat(20_000), '证明 { ```', 'hi', 'select (((', '\u0000'];
  const subsets = Array.from({ length: 15 }, (_, i) => ALL.filter((_id, at) => ((i + 1) >> at) & 1));
  it.each(subsets.map((ids) => [ids]))('of %j one is chosen, and the others are alternatives', (ids) => {
    for (const text of TEXTS)
      for (const penalty of [0, 0.3, 1])
        for (const tokens of [0, 150_000, 10_000_000]) {
          const health = new Map(ids.map((id, at) => [id, at % 2 ? penalty : 0]));
          const options = { ids, tokens, health };
          const chosen = route(text, options);
          expect([chosen.model, ...chosen.others].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
          expect(chosen.reason).toMatch(/^(?:Chosen|You chose) .+\.$/);
          expect(route(text, options)).toEqual(chosen);
        }
  });
});

describe('HealthMemory', () => {
  it('halves the penalty of a failure after a minute, and drops it after an answer', () => {
    const memory = new HealthMemory();
    memory.record('a', 'failed', 0);
    expect(memory.at(0).get('a')).toBeCloseTo(0.25);
    expect(memory.at(60_000).get('a')).toBeCloseTo(0.125);
    memory.record('a', 'answered', 60_000);
    expect(memory.at(60_000).has('a')).toBe(false);
  });
  it('stops leaving out a model that has answered since it refused', () => {
    const memory = new HealthMemory();
    memory.record('a', 'refused', 0);
    expect(memory.at(1).get('a')).toBe(LEFT_OUT);
    memory.record('a', 'answered', 1);
    expect(memory.at(2).has('a')).toBe(false);
  });
  it('takes a model for one without quota after six throttled calls over ten minutes without an answer', () => {
    const memory = new HealthMemory();
    for (const minute of [0, 1, 2, 3, 10]) memory.record('a', 'throttled', minute * 60_000);
    expect(memory.isOnlyThrottled('a', 600_000)).toBe(false);
    memory.record('a', 'throttled', 600_000);
    expect([memory.isOnlyThrottled('a', 599_999), memory.isOnlyThrottled('a', 600_000)]).toEqual([
      false,
      true,
    ]);
    memory.record('a', 'answered', 600_000);
    expect(memory.isOnlyThrottled('a', 600_000)).toBe(false);
  });
  it('gives no penalty above 1', () => {
    const memory = new HealthMemory();
    for (let i = 0; i < 50; i++) memory.record('a', 'throttled', 0);
    expect(memory.at(0).get('a')).toBe(1);
  });
});
