import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerFrame } from '#contract/socket';
import { ReplyChunkSender } from '../../lambdas/domain/turn/reply-chunk-sender.ts';
import { CHUNK_BYTES, chunksOf, dollarsOf1000, REPLIES } from './turn-use.ts';

const UUID = '01234567-89ab-cdef-0123-456789abcdef';
/** Milliseconds between two pieces of a model that writes 100 tokens a second. */
const EVERY_MS = 10;

describe('the cost of 1,000 turns', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('is at most 0.20 dollars for replies of 8 seconds, without the model', () => {
    expect(dollarsOf1000(REPLIES.usual)).toBeLessThanOrEqual(0.2);
  });

  it.each(Object.values(REPLIES))('includes every chunk of a reply of $seconds seconds', async (reply) => {
    const frames = await stream(reply.seconds, reply.characters);
    expect(frames).toHaveLength(chunksOf(reply.seconds));
  });

  it('includes all bytes that the frame of a chunk has besides its text', async () => {
    const { seconds, characters } = REPLIES.usual;
    const frames = await stream(seconds, characters);
    const bytes = frames.reduce((sum, frame) => sum + Buffer.byteLength(JSON.stringify(frame)), 0);
    expect(bytes - characters).toBeLessThanOrEqual(CHUNK_BYTES * frames.length);
  });
});

/** Returns the frames in which a reply reaches one tab. */
async function stream(seconds: number, characters: number): Promise<ServerFrame[]> {
  const frames: ServerFrame[] = [];
  const post = async (_: string, frame: ServerFrame) => {
    frames.push(frame);
    return 'sent' as const;
  };
  const about = { chatId: UUID, messageIndex: 1_000, requestId: UUID, attempt: 1 };
  const live = new ReplyChunkSender(about, post, async () => undefined);
  live.setConnections(['tab']);
  const pieces = (seconds * 1000) / EVERY_MS;
  const text = 'x'.repeat(characters);
  for (let i = 0; i < pieces; i++) {
    live.append(text.slice((i * characters) / pieces, ((i + 1) * characters) / pieces));
    await vi.advanceTimersByTimeAsync(EVERY_MS);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  return frames;
}
