import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { LiveReply } from './live-reply.ts';

const atOnce = (notify: () => void) => notify();
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

  it('is a beginning of the text whatever is lost', () => {
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

  it('tells its watchers once for all the pieces between two frames', () => {
    const frames: (() => void)[] = [];
    const reply = new LiveReply(1, '', (notify) => void frames.push(notify));
    const watcher = vi.fn();
    reply.subscribe(watcher);
    for (const piece of cut('abcdef', [1])) reply.apply(piece);
    expect(frames).toHaveLength(1);
    frames[0]?.();
    expect(watcher).toHaveBeenCalledTimes(1);
  });
});
