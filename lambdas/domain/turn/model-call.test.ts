import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_MODELS } from '../../../lib/config-defaults.ts';
import {
  ModelError,
  type ModelEvent,
  type ModelFailure,
  type ModelRequest,
} from '../../models/model-port.ts';
import { ModelCall } from './model-call.ts';

vi.spyOn(console, 'log').mockImplementation(() => undefined);
const claude = DEFAULT_MODELS.find(({ id }) => id === 'claude');
if (!claude) throw new Error('There is no Claude');
const chosen = { model: claude, reason: 'Chosen for code.', others: DEFAULT_MODELS.slice(0, 2) };
const END = { type: 'end', status: 'complete' } as const;
const text = (value: string): ModelEvent => ({ type: 'text', text: value });
const fails = (failure: ModelFailure) => new ModelError(failure, undefined);

/** `script` has what each call gives, in turn. */
function given(...script: (ModelEvent | Error)[][]) {
  const calls: ModelRequest[] = [];
  const outcomes: string[] = [];
  const waits: number[] = [];
  const answer = new ModelCall(chosen, {
    async *streamReply(request) {
      calls.push(request);
      for (const event of script[calls.length - 1] ?? []) {
        if (event instanceof Error) throw event;
        yield event;
      }
    },
    onOutcome: (id, outcome) => outcomes.push(`${id} ${outcome}`),
    wait: async (ms, signal) => {
      waits.push(ms);
      signal.throwIfAborted();
    },
    random: () => 0.5,
  });
  const stop = new AbortController();
  const question = { system: '', messages: [], maxOutputTokens: 10_000, signal: stop.signal };
  const read = async () => {
    const events: ModelEvent[] = [];
    for await (const event of answer.events(question)) events.push(event);
    return events;
  };
  return { answer, read, calls, outcomes, waits, stop };
}
const asked = (calls: ModelRequest[]) => calls.map(({ model }) => model.id);

describe('the model call of a turn', () => {
  it('is the chosen model’s, with its reason', async () => {
    const { answer, read, outcomes } = given([text('Hi'), END]);
    expect(await read()).toEqual([text('Hi'), END]);
    expect([answer.model.id, answer.reason]).toEqual(['claude', 'Chosen for code.']);
    expect(outcomes).toEqual(['claude answered']);
  });

  it('is tried again after a moment when there was no room', async () => {
    const { answer, read, calls, waits, outcomes } = given([fails('throttled')], [text('Hi'), END]);
    expect(await read()).toEqual([text('Hi'), END]);
    expect(asked(calls)).toEqual(['claude', 'claude']);
    expect(waits).toEqual([400]);
    expect(outcomes).toEqual(['claude throttled', 'claude answered']);
    expect(answer.reason).toBe('Chosen for code.');
  });

  it('goes to the next best, which says that it stepped in, within its own limits', async () => {
    const { answer, read, calls } = given([fails('unavailable')], [fails('unavailable')], [text('Hi'), END]);
    await read();
    expect(asked(calls)).toEqual(['claude', 'claude', 'geminitwofive']);
    expect(answer.model.id).toBe('geminitwofive');
    expect(answer.reason).toBe('Claude did not answer, so this model did.');
    expect(calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([10_000, 10_000, 8_192]);
  });

  it.each(['rejected', 'broken'] as const)(
    'that is %s is not repeated, but goes to the next best',
    async (failure) => {
      const { read, calls, waits } = given([fails(failure)], [text('Hi'), END]);
      await read();
      expect(asked(calls)).toEqual(['claude', 'geminitwofive']);
      expect(waits).toEqual([]);
    },
  );

  it('stays with a model that has begun, also when it breaks off', async () => {
    const { read, calls, outcomes } = given([text('Hi'), fails('throttled')]);
    await expect(read()).rejects.toMatchObject({ failure: 'throttled' });
    expect(calls).toHaveLength(1);
    expect(outcomes).toEqual(['claude throttled']);
  });

  it('fails when all fail, and says that there was no room if one said so', async () => {
    const { read, calls } = given(
      [fails('rejected')],
      [fails('throttled')],
      [fails('throttled')],
      [fails('rejected')],
    );
    await expect(read()).rejects.toMatchObject({ failure: 'throttled' });
    expect(asked(calls)).toEqual(['claude', 'geminitwofive', 'geminitwofive', 'chatgpt']);
  });

  it('ends when it is stopped, without blaming the model or asking another', async () => {
    const { read, calls, outcomes, stop } = given([fails('throttled')], [text('never')]);
    stop.abort();
    await expect(read()).rejects.toThrow();
    expect(calls).toHaveLength(1);
    expect(outcomes).toEqual([]);
  });
});
