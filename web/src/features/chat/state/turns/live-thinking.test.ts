import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AssistantDeltaData, ThinkingDeltaData } from '#contract/socket';
import { LiveThinking } from './live-thinking.ts';

const about = { chatId: 'chat', messageIndex: 2, requestId: 'request' };
const thought = (text: string, { attempt = 1, offset = 0, ms = 0 } = {}): ThinkingDeltaData => ({
  ...about,
  ...{ attempt, offset, text, ms },
});
const reply = (attempt: number, thoughtMs?: number): AssistantDeltaData => ({
  ...about,
  ...{ attempt, offset: 0, text: 'Yes', ...(thoughtMs !== undefined && { thoughtMs }) },
});

describe('LiveThinking', () => {
  beforeEach(() => {
    vi.stubGlobal('requestAnimationFrame', (notify: () => void) => notify());
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    vi.advanceTimersByTime(60_000);
    return () => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    };
  });

  it('knows nothing until a frame tells of thoughts', () => {
    const thinking = new LiveThinking();
    expect(thinking.state.get()).toBeUndefined();
    thinking.replyBegan(reply(1));
    expect(thinking.state.get()).toBeUndefined();
  });

  it('counts from the time that the worker names, and takes the time of thinking from the reply', () => {
    const thinking = new LiveThinking();
    thinking.apply(thought('Hm', { ms: 4_000 }));
    expect(thinking.state.get()).toEqual({ since: performance.now() - 4_000, ms: undefined });
    thinking.replyBegan(reply(1, 5_200));
    expect(thinking.state.get()).toEqual({ since: undefined, ms: 5_200 });
    expect(thinking.text.text()).toBe('Hm');
  });

  it('keeps the longer time of thinking when a frame was delayed', () => {
    const thinking = new LiveThinking();
    thinking.apply(thought('Hm', { ms: 4_000 }));
    const known = thinking.state.get();
    vi.advanceTimersByTime(3_000);
    thinking.apply(thought('m', { offset: 2, ms: 4_100 }));
    expect(thinking.state.get()).toBe(known);
  });

  it('does not think again when a late thought follows the reply', () => {
    const thinking = new LiveThinking();
    thinking.apply(thought('Hm'));
    thinking.replyBegan(reply(1, 1_000));
    thinking.apply(thought('m.', { offset: 2, ms: 900 }));
    expect(thinking.state.get()?.ms).toBe(1_000);
    expect(thinking.text.text()).toBe('Hmm.');
  });

  it('starts over with a worker that takes over, also when that one does not think', () => {
    const thinking = new LiveThinking();
    thinking.apply(thought('Of the first. '));
    thinking.apply(thought('Of the second.', { attempt: 2 }));
    thinking.apply(thought('Late.', { offset: 14 }));
    expect(thinking.text.text()).toBe('Of the second.');
    thinking.replyBegan(reply(1, 1_000));
    expect(thinking.state.get()?.ms).toBeUndefined();
    thinking.replyBegan(reply(3));
    expect(thinking.state.get()).toBeUndefined();
    expect(thinking.text.text()).toBe('');
  });

  it('holds the thoughts of the highest attempt alone, whatever comes twice or in another order', () => {
    const texts = new Map([
      [1, 'The first run thinks. '],
      [2, 'The second run thinks otherwise.'],
    ]);
    const pieces = [...texts].flatMap(([attempt, text]) =>
      Array.from(text, (letter, offset) => thought(letter, { attempt, offset })),
    );
    const twice = [...pieces, ...pieces];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(twice, { minLength: twice.length, maxLength: twice.length }),
        (frames) => {
          const thinking = new LiveThinking();
          for (const frame of frames) thinking.apply(frame);
          expect(thinking.text.text()).toBe(texts.get(2));
        },
      ),
    );
  });
});
