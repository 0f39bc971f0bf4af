import { describe, expect, it } from 'vitest';
import type { ModelSpec } from '#contract/deployment-config';
import type { ModelMessage } from '../../models/model-port.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { cachedPrefixOf } from './cached-prefix.ts';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const model = (id: string, more: Partial<ModelSpec> = {}): ModelSpec => ({
  ...{ id, displayName: id, provider: { kind: 'bedrock', modelId: id }, price: { input: 1, output: 1 } },
  ...{ contextTokens: 10_000, maxOutputTokens: 100, ...more },
});
const promptCache = { minTokens: 1_000 };
const models = [model('caching', { promptCache }), model('plain')];
const message = (role: ModelMessage['role'], tokens: number) => ({ role, text: 'x'.repeat(tokens * 3.5) });
const messages = [
  message('user', 500),
  message('assistant', 500),
  message('user', 100),
  message('assistant', 300),
  message('user', 10),
];
const turn = (fields: Partial<TurnItem> = {}): TurnItem => ({
  ...{ index: 3, status: 'complete', userText: 'q', text: 'a', model: 'caching', contextFrom: 1 },
  userAt: new Date(NOW - MINUTE_MS).toISOString(),
  replyAt: new Date(NOW - MINUTE_MS + 5_000).toISOString(),
  ...fields,
});
const thanks: TurnItem = { index: 5, kind: 'extra', text: 'thank you', replyAt: '', status: 'complete' };
const prefix = (last: TurnItem, contextFrom: number | undefined = 1, spec = models) =>
  cachedPrefixOf(spec, { history: [thanks, last, turn({ index: 1 })], messages, contextFrom }, NOW);

describe('the prefix that the last model has cached', () => {
  it('is the prompt of the last turn, without its reply', () => {
    expect(prefix(turn())).toEqual({ model: 'caching', tokens: 1_100, of: 1_410 });
  });

  it('after a chat’s first turn starts with that turn', () => {
    const { contextFrom: _, ...first } = turn({ index: 1 });
    expect(prefix(first)).toMatchObject({ tokens: 1_100 });
  });

  it.each<[string, Partial<TurnItem>]>([
    ['of a model without a cache', { model: 'plain' }],
    ['of a model that is no longer offered', { model: 'gone' }],
    ['of five minutes ago', { userAt: new Date(NOW - 5 * MINUTE_MS).toISOString() }],
    ['of a context that started elsewhere', { contextFrom: 0 }],
    ['of a turn without a reply, which the model does not get', { text: '' }],
    ['of a turn with a blank reply, which the model does not get', { text: '\n\n' }],
  ])('is none %s', (_, fields) => {
    expect(prefix(turn(fields))).toBeUndefined();
  });

  it('is none below the model’s minimum, and without turns', () => {
    const large = [model('caching', { promptCache: { minTokens: 1_101 } })];
    expect(prefix(turn(), 1, large)).toBeUndefined();
    expect(cachedPrefixOf(models, { history: [], messages, contextFrom: undefined }, NOW)).toBeUndefined();
  });

  it('lasts an hour for a model whose cache does', () => {
    const hourly = [model('caching', { promptCache: { ...promptCache, ttl: '1h' } })];
    const ago = (minutes: number) => turn({ userAt: new Date(NOW - minutes * MINUTE_MS).toISOString() });
    expect(prefix(ago(59), 1, hourly)).toBeDefined();
    expect(prefix(ago(60), 1, hourly)).toBeUndefined();
  });
});
