import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_PACE } from '#contract/limits';
import { LiveReply } from './live-reply.ts';

const atOnce = (update: () => void) => ({ request: update, isSlow: () => false });
const givenReply = (attempt = 1, text = '') => new LiveReply(attempt, text, atOnce);

/** A text cut into pieces with their offsets, as a worker sends them. */
const cut = (text: string, sizes: readonly number[], attempt = 1) => {
  const pieces: { attempt: number; offset: number; text: string }[] = [];
  let offset = 0;
  for (let i = 0; offset < text.length; i++) {
    const piece = text.slice(offset, offset + (sizes[i % sizes.length] ?? 1));
    pieces.push({ attempt, offset, text: piece });
    offset += piece.length;
  }
  return pieces;
};
const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 });

describe('LiveReply', () => {
  it('assembles pieces that come in any order, any number of times', () => {
    const schedule = fc
      .tuple(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), sizes)
      .chain(([text, by]) => {
        const pieces = cut(text, by);
        const twice = [...pieces, ...pieces];
        return fc.tuple(
          fc.constant(text),
          fc.shuffledSubarray(twice, { minLength: twice.length, maxLength: twice.length }),
        );
      });
    fc.assert(
      fc.property(schedule, ([text, pieces]) => {
        const reply = givenReply();
        for (const piece of pieces) reply.apply(piece);
        expect(reply.text()).toBe(text);
      }),
    );
  });

  it('holds a beginning of the text, whichever pieces are lost', () => {
    const schedule = fc
      .tuple(fc.string({ minLength: 1, maxLength: 60 }), sizes)
      .chain(([text, by]) => fc.tuple(fc.constant(text), fc.shuffledSubarray(cut(text, by))));
    fc.assert(
      fc.property(schedule, ([text, pieces]) => {
        const reply = givenReply();
        for (const piece of pieces) reply.apply(piece);
        expect(text.startsWith(reply.text())).toBe(true);
      }),
    );
  });

  it('adds only what is new of a piece that overlaps', () => {
    const reply = givenReply(1, 'Hello');
    reply.apply({ attempt: 1, offset: 3, text: 'lo there' });
    expect(reply.text()).toBe('Hello there');
  });

  it('starts over with a higher attempt and drops a lower one', () => {
    const reply = givenReply(1, 'first run');
    reply.apply({ attempt: 2, offset: 0, text: 'second' });
    reply.apply({ attempt: 1, offset: 6, text: ' goes on' });
    expect(reply.text()).toBe('second');
  });

  it('asks for one update when a piece fills the gap before pieces that came earlier', () => {
    const request = vi.fn();
    const reply = new LiveReply(1, '', () => ({ request, isSlow: () => false }));
    const [first, ...later] = cut('abcdef', [1]);
    for (const piece of later) reply.apply(piece);
    expect(request).not.toHaveBeenCalled();
    if (first) reply.apply(first);
    expect(request).toHaveBeenCalledTimes(1);
    expect(reply.text()).toBe('abcdef');
  });

  describe('reveals the text', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
      return () => vi.useRealTimers();
    });
    const send = (reply: LiveReply, text: string) =>
      reply.apply({ attempt: 1, offset: reply.text().length, text });
    /** A reply whose first second is over. */
    const givenLongReply = () => {
      const reply = givenReply();
      send(reply, 'Early. ');
      vi.advanceTimersByTime(CHUNK_PACE.earlyMs);
      return reply;
    };

    it('at once in the first second', () => {
      const reply = givenReply();
      send(reply, 'one ');
      vi.advanceTimersByTime(CHUNK_PACE.earlyIntervalMs);
      send(reply, 'two ');
      expect(reply.shown()).toBe('one two ');
    });

    it('in even steps until the next chunk is expected', () => {
      const reply = givenLongReply();
      send(reply, 'abcdefgh');
      expect(reply.shown()).toBe('Early. abcd');
      vi.advanceTimersByTime(CHUNK_PACE.intervalMs / 2);
      expect(reply.shown()).toBe('Early. abcdefgh');
    });

    it('in one step on a slow device', () => {
      const reply = new LiveReply(1, '', (update) => ({ request: update, isSlow: () => true }));
      send(reply, 'Early. ');
      vi.advanceTimersByTime(CHUNK_PACE.earlyMs);
      send(reply, 'abcdefgh');
      expect(reply.shown()).toBe('Early. abcdefgh');
    });

    it('never more than one chunk behind what has arrived', () => {
      const reply = givenLongReply();
      send(reply, 'abcdefgh');
      send(reply, 'ijklmnop');
      expect(reply.shown().length).toBeGreaterThanOrEqual('Early. abcdefgh'.length);
      vi.advanceTimersByTime(CHUNK_PACE.intervalMs);
      expect(reply.shown()).toBe(reply.text());
    });

    it('without cutting a surrogate pair', () => {
      const reply = givenLongReply();
      send(reply, 'a\u{1f600}b');
      expect(reply.shown()).toBe('Early. a\u{1f600}');
      send(reply, '\u{1f600}\u{1f600}\u{1f600}');
      expect(reply.shown().isWellFormed()).toBe(true);
    });

    it('from the start after a higher attempt', () => {
      const reply = givenLongReply();
      reply.apply({ attempt: 2, offset: 0, text: 'Go' });
      expect('Go'.startsWith(reply.shown())).toBe(true);
      vi.advanceTimersByTime(CHUNK_PACE.intervalMs);
      expect(reply.shown()).toBe('Go');
    });
  });
});
