import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { CHUNK_PACE, THINKING_MAX_LENGTH } from '#contract/limits';
import type { AssistantDeltaData, ServerFrame, ThinkingDeltaData } from '#contract/socket';
import { ReplyChunkSender } from './reply-chunk-sender.ts';

const about = { chatId: 'chat', requestId: 'request', messageIndex: 2, attempt: 1 };

/** Schema of a chunk in a page that was loaded before the latest deployment and is still open. */
const chunkOfEarlierPage = z.object({
  chatId: z.string(),
  messageIndex: z.number(),
  requestId: z.string(),
  attempt: z.number(),
  offset: z.number(),
  text: z.string(),
  model: z.optional(z.string()),
});

describe('ReplyChunkSender', () => {
  const sent = new Map<string, AssistantDeltaData[]>();
  const thoughts = new Map<string, ThinkingDeltaData[]>();
  /** Order of the frames of all connections. */
  const order: string[] = [];
  const gone = vi.fn(async () => undefined);
  const failing = new Set<string>();
  const post = async (id: string, frame: ServerFrame): Promise<'sent' | 'gone'> => {
    if (failing.has(id)) throw new Error('throttled');
    if (id === 'gone') return 'gone';
    order.push(frame.type);
    if (frame.type === 'thinkingDelta') thoughts.set(id, [...(thoughts.get(id) ?? []), frame.data]);
    if (frame.type === 'assistantDelta') sent.set(id, [...(sent.get(id) ?? []), frame.data]);
    return 'sent';
  };
  const textOf = (id: string) => (sent.get(id) ?? []).map(({ text }) => text).join('');
  const given = () => new ReplyChunkSender(about, post, gone);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    vi.setSystemTime(1_000_000);
    vi.advanceTimersByTime(1_000);
    sent.clear();
    thoughts.clear();
    order.length = 0;
    failing.clear();
    return () => vi.useRealTimers();
  });

  it('sends the first piece at once and then one frame an interval', async () => {
    const live = given();
    live.setConnections(['a']);
    live.append('one ');
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.get('a')).toEqual([{ ...about, offset: 0, text: 'one ' }]);
    for (const piece of ['two ', 'three ', 'four']) live.append(piece);
    await vi.advanceTimersByTimeAsync(CHUNK_PACE.earlyIntervalMs - 1);
    expect(sent.get('a')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent.get('a')?.[1]).toEqual({ ...about, offset: 4, text: 'two three four' });
  });

  it('sends at most ten frames a second after the first second', async () => {
    const live = given();
    live.setConnections(['a']);
    const write = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10) {
        live.append('word ');
        await vi.advanceTimersByTimeAsync(10);
      }
    };
    await write(CHUNK_PACE.earlyMs);
    const early = sent.get('a')?.length ?? 0;
    expect(early).toBeGreaterThan(20);
    await write(7_000);
    expect((sent.get('a')?.length ?? 0) - early).toBeLessThanOrEqual(70);
    await vi.advanceTimersByTimeAsync(CHUNK_PACE.intervalMs);
    expect(textOf('a')).toBe(live.text);
  });

  it('sends every page of an earlier deployment what it needs, and nothing else', async () => {
    const live = given();
    live.setConnections(['a']);
    for (const piece of ['one ', 'two ', 'three']) {
      live.append(piece);
      await vi.advanceTimersByTimeAsync(CHUNK_PACE.earlyIntervalMs);
    }
    const chunks = sent.get('a') ?? [];
    expect(chunks.map((chunk) => chunkOfEarlierPage.parse(chunk).text)).toEqual(['one ', 'two ', 'three']);
    const { model: _, ...needed } = chunkOfEarlierPage.shape;
    for (const chunk of chunks) expect(Object.keys(chunk).toSorted()).toEqual(Object.keys(needed).toSorted());
  });

  it('gives a connection that joins late the reply from the start', async () => {
    const live = given();
    live.setConnections(['a']);
    live.append('early ');
    await vi.advanceTimersByTimeAsync(100);
    live.setConnections(['a', 'b']);
    live.append('late');
    await vi.advanceTimersByTimeAsync(100);
    expect(sent.get('b')?.[0]).toMatchObject({ offset: 0 });
    expect(textOf('b')).toBe('early late');
    expect(textOf('a')).toBe('early late');
  });

  it('sends again, from the same offset, what could not be delivered', async () => {
    const live = given();
    live.setConnections(['a']);
    failing.add('a');
    live.append('lost ');
    await vi.advanceTimersByTimeAsync(10);
    failing.clear();
    live.append('found');
    await vi.advanceTimersByTimeAsync(100);
    expect(sent.get('a')?.[0]).toEqual({ ...about, offset: 0, text: 'lost found' });
  });

  it('drops a connection that is gone', async () => {
    const live = given();
    live.setConnections(['gone']);
    live.append('text');
    await vi.advanceTimersByTimeAsync(10);
    expect(gone).toHaveBeenCalledWith('gone');
  });

  it('never cuts a surrogate pair', async () => {
    const live = given();
    live.setConnections(['a']);
    live.append('x\ud83d');
    await vi.advanceTimersByTimeAsync(10);
    live.append('\ude00');
    await vi.advanceTimersByTimeAsync(100);
    expect(sent.get('a')?.map(({ text }) => text)).toEqual(['x', '\ud83d\ude00']);
  });

  it('splits a long catch-up into pieces', async () => {
    const live = given();
    live.append('y'.repeat(25_000));
    live.setConnections(['a']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.get('a')?.map(({ text }) => text.length)).toEqual([10_000, 10_000, 5_000]);
  });

  it('sends thoughts as frames of their own, which are no part of the reply', async () => {
    const live = given();
    live.setConnections(['a']);
    live.think('Hm');
    await vi.advanceTimersByTimeAsync(60);
    live.think('m.');
    await vi.advanceTimersByTimeAsync(2_940);
    live.append('Yes');
    await vi.advanceTimersByTimeAsync(100);
    live.append('.');
    await vi.advanceTimersByTimeAsync(100);
    expect(thoughts.get('a')).toEqual([
      { ...about, offset: 0, text: 'Hm', ms: 0 },
      { ...about, offset: 2, text: 'm.', ms: 60 },
    ]);
    expect(sent.get('a')).toEqual([
      { ...about, offset: 0, text: 'Yes', thoughtMs: 3_000 },
      { ...about, offset: 3, text: '.' },
    ]);
    expect([live.text, live.thoughtMs]).toEqual(['Yes.', 3_000]);
  });

  it('sends the first text at once, before thoughts that wait for their turn', async () => {
    const live = given();
    live.setConnections(['a']);
    live.think('one ');
    await vi.advanceTimersByTimeAsync(1);
    live.think('two');
    live.append('Yes');
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual(['thinkingDelta', 'assistantDelta']);
    await vi.advanceTimersByTimeAsync(CHUNK_PACE.earlyIntervalMs);
    expect(thoughts.get('a')?.map(({ text }) => text)).toEqual(['one ', 'two']);
  });

  it('sends thoughts and text together no more often than text alone', async () => {
    const live = given();
    live.setConnections(['a']);
    for (let passed = 0; passed < 8_000; passed += 10) {
      live.think('thought ');
      if (passed >= 4_000) live.append('word ');
      await vi.advanceTimersByTimeAsync(10);
    }
    // The pace begins again with the reply: twice 25 frames in a first second, and 10 in each of the other six.
    expect(order.length).toBeLessThanOrEqual(2 * 26 + 6 * 10 + 1);
    expect(new Set(order.slice(-4))).toEqual(new Set(['thinkingDelta']));
  });

  it('says once that the model thinks if its provider hides the thoughts', async () => {
    const live = given();
    live.setConnections(['a']);
    for (let passed = 0; passed < 1_000; passed += 100) {
      live.think('');
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(thoughts.get('a')).toEqual([{ ...about, offset: 0, text: '', ms: 0 }]);
  });

  it('gives a connection that joins late the reply, and then all thoughts', async () => {
    const live = given();
    live.think('Hmm.');
    await vi.advanceTimersByTimeAsync(2_000);
    live.append('Yes');
    live.setConnections(['b']);
    await vi.advanceTimersByTimeAsync(200);
    expect(order).toEqual(['assistantDelta', 'thinkingDelta']);
    expect(sent.get('b')).toEqual([{ ...about, offset: 0, text: 'Yes', thoughtMs: 2_000 }]);
    expect(thoughts.get('b')).toEqual([{ ...about, offset: 0, text: 'Hmm.', ms: 2_000 }]);
  });

  it('splits long thoughts into pieces, and ends them at their limit', async () => {
    const live = given();
    live.setConnections(['a']);
    live.think('y'.repeat(THINKING_MAX_LENGTH + 1));
    await vi.advanceTimersByTimeAsync(10_000);
    const lengths = thoughts.get('a')?.map(({ text }) => text.length) ?? [];
    expect(new Set(lengths)).toEqual(new Set([10_000]));
    expect(lengths).toHaveLength(THINKING_MAX_LENGTH / 10_000);
  });

  it('sends the last thoughts when it is closed, since no other frame has them', async () => {
    const live = given();
    live.setConnections(['a']);
    live.think('one ');
    live.think('two ');
    live.append('Yes');
    await live.close();
    expect(order).toEqual(['thinkingDelta', 'thinkingDelta']);
    expect(thoughts.get('a')?.map(({ text }) => text)).toEqual(['one ', 'two ']);
  });

  it('sends all thoughts to a page that came late when it is closed', async () => {
    const live = given();
    live.think('x'.repeat(25_000));
    live.append('Yes');
    live.setConnections(['late']);
    await live.close();
    expect(
      thoughts
        .get('late')
        ?.map(({ text }) => text)
        .join(''),
    ).toHaveLength(25_000);
  });

  it('sends nothing after it was closed', async () => {
    const live = given();
    live.setConnections(['a']);
    await live.close();
    live.append('late');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent.size).toBe(0);
  });
});
