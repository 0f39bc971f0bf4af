import { describe, expect, it } from 'vitest';
import { REPLY_MAX_BYTES } from '#contract/limits';
import { ModelError, type ModelEvent } from '../../models/model-port.ts';
import { type Cut, ModelStreamReader } from './model-stream-reader.ts';

const text = (value: string): ModelEvent => ({ type: 'text', text: value });
async function* stream(...events: (ModelEvent | Error)[]): AsyncGenerator<ModelEvent> {
  for (const event of events) {
    if (event instanceof Error) throw event;
    yield event;
  }
}
const hanging: AsyncIterator<ModelEvent> = { next: () => new Promise(() => undefined) };

async function read(events: AsyncIterator<ModelEvent>, reader = new ModelStreamReader()) {
  const pieces: string[] = [];
  const outcome = await reader.read(events, (piece) => pieces.push(piece));
  return { outcome, pieces };
}

describe('ModelStreamReader', () => {
  it.each(['complete', 'truncated', 'filtered'] as const)('ends as the model says: %s', async (status) => {
    const usage = { type: 'usage', inputTokens: 3, outputTokens: 2 } as const;
    const { outcome, pieces } = await read(stream(text('a'), text('b'), { type: 'end', status }, usage));
    expect(outcome).toEqual({ status, inputTokens: 3, outputTokens: 2 });
    expect(pieces).toEqual(['a', 'b']);
  });

  it('takes over the counts of the provider’s cache', async () => {
    const counts = { inputTokens: 3, cachedReadTokens: 40, cachedWriteTokens: 5, outputTokens: 2 };
    const events = stream(text('a'), { type: 'end', status: 'complete' }, { type: 'usage', ...counts });
    expect((await read(events)).outcome).toEqual({ status: 'complete', ...counts });
  });

  it('fails when the stream stops without an end', async () => {
    expect((await read(stream(text('a')))).outcome.status).toBe('failed');
  });

  it('says that the model is busy when it failed before its first word, and that the reply failed after', async () => {
    const throttled = () => new ModelError('throttled', undefined);
    expect((await read(stream(throttled()))).outcome).toMatchObject({
      status: 'failed',
      error: 'model_unavailable',
    });
    expect((await read(stream(text('a'), throttled()))).outcome).toMatchObject({
      status: 'failed',
      error: 'reply_failed',
    });
  });

  it('stops at once, also a model that never answers', async () => {
    const reader = new ModelStreamReader();
    const reading = read(hanging, reader);
    reader.cut('stopped');
    expect((await reading).outcome.status).toBe('stopped');
    expect(reader.signal.aborted).toBe(true);
  });

  it('keeps the text so far at the deadline, as truncated', async () => {
    const reader = new ModelStreamReader();
    const events = (async function* () {
      yield text('partial');
      reader.cut('deadline');
      await new Promise(() => undefined);
    })();
    const { outcome, pieces } = await read(events, reader);
    expect(outcome.status).toBe('truncated');
    expect(pieces).toEqual(['partial']);
  });

  it.each<[string, Cut | undefined]>([
    ['breaks', undefined],
    ['is stopped', 'stopped'],
    ['meets the deadline', 'deadline'],
  ])('ends as the model has said when the stream %s before the usage', async (_, cut) => {
    const reader = new ModelStreamReader();
    const events = (async function* (): AsyncGenerator<ModelEvent> {
      yield* stream(text('a'), { type: 'end', status: 'complete' });
      if (!cut) throw new ModelError('broken', undefined);
      reader.cut(cut);
      await new Promise(() => undefined);
    })();
    const { outcome } = await read(events, reader);
    expect(outcome).toEqual({ status: 'complete', inputTokens: 0, outputTokens: 0 });
  });

  it('cuts a reply that would not fit in its DynamoDB item', async () => {
    const { outcome, pieces } = await read(stream(text('x'.repeat(REPLY_MAX_BYTES)), text('y')));
    expect(outcome.status).toBe('truncated');
    expect(pieces).toHaveLength(1);
  });
});
