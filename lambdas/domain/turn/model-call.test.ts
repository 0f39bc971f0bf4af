import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_MODELS } from '../../../lib/config-defaults.ts';
import {
  ModelError,
  type ModelEvent,
  type ModelFailure,
  type ModelRequest,
} from '../../models/model-port.ts';
import { ModelRefusal } from '../../models/recognise-lasting-refusals.ts';
import { IDLE_LIMIT_MS, THINKING_LIMIT_MS, withinSilence } from '../../models/stream-reply.ts';
import { ModelCall, type Question } from './model-call.ts';
import { ModelStreamReader } from './model-stream-reader.ts';

vi.spyOn(console, 'log').mockImplementation(() => undefined);
const claude = DEFAULT_MODELS.find(({ id }) => id === 'claude');
if (!claude) throw new Error('There is no Claude');
const chosen = { model: claude, reason: 'Chosen for code.', others: DEFAULT_MODELS.slice(0, 2) };
const END = { type: 'end', status: 'complete' } as const;
const text = (value: string): ModelEvent => ({ type: 'text', text: value });
const thought = (value: string): ModelEvent => ({ type: 'thinking', text: value });
const fails = (failure: ModelFailure) => new ModelError(failure, undefined);

/** Pauses a call for as many milliseconds. */
const pause = (ms: number) => ({ pause: ms });

/** `script` has the events, pauses and the error of each call of a model, in order. */
function given(...script: (ModelEvent | Error | ReturnType<typeof pause>)[][]) {
  const calls: ModelRequest[] = [];
  const outcomes: string[] = [];
  const waits: number[] = [];
  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    calls.push(request);
    for (const event of script[calls.length - 1] ?? []) {
      if (event instanceof Error) throw event;
      if ('pause' in event) await new Promise((resolve) => setTimeout(resolve, event.pause));
      else yield event;
    }
  }
  const answer = new ModelCall(chosen, {
    streamReply: (request) => withinSilence(stream, request),
    onOutcome: (...outcome) => outcomes.push(outcome.filter((part) => part !== undefined).join(' ')),
    wait: async (ms, signal) => {
      waits.push(ms);
      signal.throwIfAborted();
    },
    random: () => 0.5,
  });
  const stop = new AbortController();
  const question = { system: '', messages: [], maxOutputTokens: 10_000, signal: stop.signal };
  const read = async (change: Partial<Question> = {}) => {
    const events: ModelEvent[] = [];
    for await (const event of answer.events({ ...question, ...change })) events.push(event);
    return events;
  };
  return { answer, question, read, calls, outcomes, waits, stop };
}
const asked = (calls: ModelRequest[]) => calls.map(({ model }) => model.id);

describe('the model call of a turn', () => {
  it('goes to the chosen model, and gives the reason why it was chosen', async () => {
    const { answer, read, outcomes } = given([text('Hi'), END]);
    expect(await read()).toEqual([text('Hi'), END]);
    expect([answer.model.id, answer.reason]).toEqual(['claude', 'Chosen for code.']);
    expect(outcomes).toEqual(['claude answered']);
  });

  it('is repeated after a moment when the model was throttled', async () => {
    const { answer, read, calls, waits, outcomes } = given([fails('throttled')], [text('Hi'), END]);
    expect(await read()).toEqual([text('Hi'), END]);
    expect(asked(calls)).toEqual(['claude', 'claude']);
    expect(waits).toEqual([400]);
    expect(outcomes).toEqual(['claude throttled', 'claude answered']);
    expect(answer.reason).toBe('Chosen for code.');
  });

  it('that fails twice goes to the next best model, with that model’s own limits, and the reason says so', async () => {
    const { answer, read, calls } = given([fails('unavailable')], [fails('unavailable')], [text('Hi'), END]);
    await read();
    expect(asked(calls)).toEqual(['claude', 'claude', 'geminitwofive']);
    expect(answer.model.id).toBe('geminitwofive');
    expect(answer.reason).toBe('Claude did not answer, so this model did.');
    expect(calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([10_000, 10_000, 8_192]);
  });

  it.each(['rejected', 'broken'] as const)(
    'that is %s goes to the next best model at once',
    async (failure) => {
      const { read, calls, waits } = given([fails(failure)], [text('Hi'), END]);
      await read();
      expect(asked(calls)).toEqual(['claude', 'geminitwofive']);
      expect(waits).toEqual([]);
    },
  );

  it('that is refused goes to the next best model at once, and the refusal is reported', async () => {
    const { read, calls, outcomes } = given(
      [new ModelRefusal('quota_used_up', undefined)],
      [text('Hi'), END],
    );
    await read();
    expect(asked(calls)).toEqual(['claude', 'geminitwofive']);
    expect(outcomes).toEqual(['claude refused quota_used_up', 'geminitwofive answered']);
  });

  it('that breaks off after its first text fails: no other model is called', async () => {
    const { read, calls, outcomes } = given([text('Hi'), fails('throttled')]);
    await expect(read()).rejects.toMatchObject({ failure: 'throttled' });
    expect(calls).toHaveLength(1);
    expect(outcomes).toEqual(['claude throttled']);
  });

  it('that breaks off after a filtered end without a text fails: no other model is called', async () => {
    const { read, calls } = given([{ type: 'end', status: 'filtered' }, fails('broken')], [text('Hi'), END]);
    await expect(read()).rejects.toMatchObject({ failure: 'broken' });
    expect(calls).toHaveLength(1);
  });

  const usage = { type: 'usage', inputTokens: 1_000, outputTokens: 2_000 } as const;
  const inVain = (1_000 * claude.price.input + 2_000 * claude.price.output) / 1e6;
  const CUT_OFF = { type: 'end', status: 'truncated' } as const;

  it('that ends without a text goes to the next best model, and its thoughts are paid for', async () => {
    const { answer, read, calls, outcomes } = given([thought('Hmm'), END, usage], [text('Hi'), END]);
    expect(await read()).toEqual([thought('Hmm'), text('Hi'), END]);
    expect(asked(calls)).toEqual(['claude', 'geminitwofive']);
    expect(outcomes).toEqual(['claude failed', 'geminitwofive answered']);
    expect(answer.reason).toBe('Claude did not answer, so this model did.');
    expect(answer.spentInVain).toBeCloseTo(inVain, 10);
    expect(answer.thoughtTokens).toBe(0);
  });

  describe('whose text is blank so far', () => {
    const blank = [text('\n'), text(' \n')];

    it('holds it back until the first word, and gives it then', async () => {
      const { read } = given([...blank, thought('Hmm'), text('\tHi'), text('\n\n'), END]);
      expect(await read()).toEqual([thought('Hmm'), text('\n \n\tHi'), text('\n\n'), END]);
    });

    it.each<[string, (ModelEvent | Error)[], string[]]>([
      ['ends', [END], ['claude', 'geminitwofive']],
      ['breaks off', [fails('broken')], ['claude', 'geminitwofive']],
      ['is throttled', [fails('throttled')], ['claude', 'claude']],
      ['uses up its tokens', [CUT_OFF], ['claude', 'claude']],
    ])('and that then %s gives none of it, and goes to another call', async (_, end, models) => {
      const { read, calls } = given([...blank, ...end], [text('Hi'), END]);
      expect(await read({ maxOutputTokens: 1_024 })).toEqual([text('Hi'), END]);
      expect(asked(calls)).toEqual(models);
    });

    it('and that a filter then ends is filtered without a text', async () => {
      const filtered = { type: 'end', status: 'filtered' } as const;
      const { read, calls } = given([...blank, filtered]);
      expect(await read()).toEqual([filtered]);
      expect(calls).toHaveLength(1);
    });
  });

  it('whose thoughts used up its tokens is repeated at once with four times as many, and both are paid for', async () => {
    const { answer, read, calls, waits, outcomes } = given(
      [thought('Hmm'), CUT_OFF, usage],
      [thought('So'), text('Hi'), END],
    );
    expect(await read({ maxOutputTokens: 1_024 })).toEqual([
      ...[thought('Hmm'), thought('\n\nSo'), text('Hi'), END],
    ]);
    expect(asked(calls)).toEqual(['claude', 'claude']);
    expect(calls.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([1_024, 4_096]);
    expect(waits).toEqual([]);
    expect(outcomes).toEqual(['claude answered']);
    expect(answer.reason).toBe('Chosen for code.');
    expect(answer.spentInVain).toBeCloseTo(inVain, 10);
  });

  it('gets more tokens once in a turn, never more than the model may write, and fails as exhausted', async () => {
    const { read, calls } = given([CUT_OFF], [CUT_OFF], [CUT_OFF], [CUT_OFF]);
    await expect(read()).rejects.toMatchObject({ failure: 'exhausted' });
    expect(asked(calls)).toEqual(['claude', 'claude', 'geminitwofive', 'chatgpt']);
    expect(calls.map(({ maxOutputTokens }) => maxOutputTokens).slice(0, 2)).toEqual([
      ...[10_000, claude.maxOutputTokens],
    ]);
  });

  it('that had the model’s maximum of tokens goes to the next best model when its thoughts used them up', async () => {
    const { read, calls } = given([CUT_OFF], [text('Hi'), END]);
    await read({ maxOutputTokens: claude.maxOutputTokens });
    expect(asked(calls)).toEqual(['claude', 'geminitwofive']);
  });

  it('that breaks off in its thoughts goes to the next best model, and they are paid for by their length', async () => {
    const { answer, read, calls } = given([thought('x'.repeat(3_500)), fails('broken')], [text('Hi'), END]);
    await read();
    expect(asked(calls)).toEqual(['claude', 'geminitwofive']);
    expect(answer.spentInVain).toBeCloseTo((1_000 * claude.price.output) / 1e6, 10);
  });

  it('that breaks off in its thoughts is paid for by the prices of the cache', async () => {
    const { answer, read } = given([thought('Hmm'), fails('broken')], [text('Hi'), END]);
    const messages = [{ role: 'user', text: 'x'.repeat(7_000) }] as const;
    await read({ messages, cached: { model: 'claude', tokens: 1_500, of: 2_000 } });
    const { cachedRead = 0, cachedWrite = 0, output } = claude.price;
    const spent = 1_500 * cachedRead + 500 * cachedWrite + output;
    expect(answer.spentInVain).toBeCloseTo(spent / 1e6, 10);
  });

  it('that thinks after another call has thought begins a new paragraph of thoughts', async () => {
    const { read } = given(
      [thought('Hm'), thought('m.'), fails('broken')],
      [thought(''), thought('So'), thought('.'), text('Hi'), END],
    );
    const thoughts = (await read()).filter(({ type }) => type === 'thinking');
    expect(thoughts).toEqual([thought('Hm'), thought('m.'), thought(''), thought('\n\nSo'), thought('.')]);
  });

  it('that thinks and then replies counts the thoughts', async () => {
    const pieces = Array.from({ length: 70 }, () => thought('x'.repeat(5)));
    const { answer, read } = given([...pieces, text('Hi'), END]);
    await read();
    expect([answer.thoughtTokens, answer.spentInVain]).toEqual([100, 0]);
  });

  it('whose text a filter removed ends as filtered: no other model is called', async () => {
    const filtered = { type: 'end', status: 'filtered' } as const;
    const { read, calls } = given([filtered]);
    expect(await read()).toEqual([filtered]);
    expect(calls).toHaveLength(1);
  });

  it('fails when no model has a text', async () => {
    const { answer, read } = given([END], [END], [END]);
    await expect(read()).rejects.toMatchObject({ failure: 'empty' });
    expect(answer.spentInVain).toBe(0);
  });

  it('fails when all models fail, as throttled if one of them was', async () => {
    const { read, calls } = given(
      [fails('rejected')],
      [fails('throttled')],
      [fails('throttled')],
      [fails('rejected')],
    );
    await expect(read()).rejects.toMatchObject({ failure: 'throttled' });
    expect(asked(calls)).toEqual(['claude', 'geminitwofive', 'geminitwofive', 'chatgpt']);
  });

  describe('that is silent', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());
    const endless = pause(THINKING_LIMIT_MS + 1);
    /** Reads the reply as a worker does, and lets `ms` milliseconds pass. */
    async function waitFor(ms: number, { answer, calls, question }: ReturnType<typeof given>) {
      const reader = new ModelStreamReader();
      const events = answer.events({ ...question, effort: 'quick', signal: reader.signal });
      const reading = reader.read(events, () => undefined);
      await vi.advanceTimersByTimeAsync(ms);
      return { models: asked(calls), reading };
    }

    it('for too long goes to the next best model, which has the whole time again', async () => {
      const slow = pause(IDLE_LIMIT_MS - 1);
      const call = given([endless], [slow, text('Hi'), slow, END]);
      const { models, reading } = await waitFor(THINKING_LIMIT_MS - 1, call);
      expect([...models, call.calls[0]?.signal.aborted]).toEqual(['claude', false]);
      await vi.advanceTimersByTimeAsync(1);
      expect([...asked(call.calls), call.calls[0]?.signal.aborted]).toEqual([
        'claude',
        'geminitwofive',
        true,
      ]);
      await vi.advanceTimersByTimeAsync(2 * IDLE_LIMIT_MS);
      expect(await reading).toMatchObject({ status: 'complete' });
      expect(call.outcomes).toEqual(['claude failed', 'geminitwofive answered']);
    });

    it('for a minute in two calls, as an endpoint may be, goes to the next best model', async () => {
      const call = given(
        [pause(30_000), fails('unavailable')],
        [pause(30_000), fails('unavailable')],
        [text('Hi'), END],
      );
      expect((await waitFor(IDLE_LIMIT_MS, call)).models).toEqual(['claude', 'claude', 'geminitwofive']);
    });

    it.each([
      ['before its first thought', []],
      ['after a thought', [thought('')]],
    ])('%s has more time than one that replies', async (_, first) => {
      const call = given([...first, pause(THINKING_LIMIT_MS - 1), text('Hi'), END]);
      const { reading } = await waitFor(THINKING_LIMIT_MS, call);
      expect(await reading).toMatchObject({ status: 'complete' });
    });

    it('after its first text fails: no other model is called', async () => {
      const call = given([text('Hi'), endless]);
      const { models, reading } = await waitFor(IDLE_LIMIT_MS, call);
      expect(await reading).toMatchObject({ status: 'failed', error: 'reply_failed' });
      expect(models).toEqual(['claude']);
    });

    it('and does not think about this question is given up after a minute', async () => {
      const call = given([fails('broken')], [endless], [text('Hi'), END]);
      expect((await waitFor(IDLE_LIMIT_MS - 1, call)).models).toEqual(['claude', 'geminitwofive']);
      await vi.advanceTimersByTimeAsync(1);
      expect(asked(call.calls)).toEqual(['claude', 'geminitwofive', 'chatgpt']);
    });
  });

  it('that is stopped ends: no other model is called, and no failure is counted', async () => {
    const { read, calls, outcomes, stop } = given([fails('throttled')], [text('never')]);
    stop.abort();
    await expect(read()).rejects.toThrow();
    expect(calls).toHaveLength(1);
    expect(outcomes).toEqual([]);
  });
});
