import { expect, it } from 'vitest';
import { FRAME_MAX_BYTES, PATH_RANGES_MAX } from '#contract/limits';
import { encodeFrame } from '../../../../lib/socket/parse-and-encode-frames.ts';
import { givenConversation } from './conversation.fixture.ts';

const of = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

/** Lengths just below the limit. A frame holds UTF-8 with JSON escapes, and a tag for each line break. */
const SCRIPTS: Record<string, readonly [piece: string, longest: number]> = {
  'plain letters': ['word ', 20_000],
  accents: ['é', 16_100],
  Cyrillic: ['Привет ', 17_300],
  Arabic: ['مرحبا ', 17_500],
  CJK: ['漢字かな', 10_700],
  emoji: ['👩‍👩‍👧‍👦', 14_000],
  'line breaks': ['a\n', 12_850],
  quotes: ['"', 16_100],
  'control characters': ['\u0001', 5_300],
  'halves of emoji': ['\uD83D ', 9_200],
};

it.each(Object.entries(SCRIPTS))(
  'a text of %s up to the limit fits a frame and is sent',
  (_, [piece, longest]) => {
    const { conversation, requests } = givenConversation();
    const text = of(piece, longest).slice(0, longest);
    expect(conversation.actions.send(text)).toEqual({ sent: true });
    const { action, id = '', data } = requests[0] ?? expect.fail('nothing was sent');
    expect(action).toBe('chat');
    const frame = JSON.stringify({ action, id, data });
    expect(new TextEncoder().encode(frame).length).toBeLessThanOrEqual(FRAME_MAX_BYTES);
  },
);

it.each(Object.entries(SCRIPTS))(
  'a text of %s that does not fit a frame is refused before it is sent',
  (_, [piece, longest]) => {
    const { conversation, requests, shown } = givenConversation();
    const text = of(piece, longest * 1.1);
    const { sent, problem } = conversation.actions.send(text);
    expect(sent).toBe(false);
    expect(problem).toMatch(
      /^That is [\d,]+ characters.* may have [\d,]+\. Shorten it or send it in parts\.$/,
    );
    expect(requests).toEqual([]);
    expect(shown()).toHaveLength(1);
  },
);

it.each(Object.entries(SCRIPTS))('for a text of %s, the limit in the message is right', (_, [piece]) => {
  const { conversation } = givenConversation();
  const { problem = '' } = conversation.actions.send(of(piece, 30_000));
  const limit = Number(/may have ([\d,]+)/.exec(problem)?.[1]?.replace(',', ''));
  expect(
    conversation.actions.send(
      of(piece, 30_000)
        .slice(0, limit - piece.length)
        .trim(),
    ),
  ).toEqual({ sent: true });
  const whole = of(piece, limit + 4 * piece.length + 40);
  expect(givenConversation().conversation.actions.send(whole).sent).toBe(false);
});

it('the limit leaves room for all fields, such as those of a retry with another model in a project', () => {
  const { conversation, requests } = givenConversation();
  const limit = Number(
    conversation.actions.sizeOf('é'.repeat(19_000))?.words.split(' / ')[1]?.replace(',', ''),
  );
  expect(conversation.actions.send('é'.repeat(limit)).sent).toBe(true);
  const id = crypto.randomUUID();
  const data = {
    ...Object(requests[0]?.data),
    ...{
      chatId: `temp-${id}`,
      model: 'm'.repeat(64),
      effort: 'balanced',
      instructions: false,
      projectId: id,
    },
    ...{ replaces: 123_456_789, after: 123_456_789, context: 123_456_789 },
  };
  expect(() => encodeFrame('chat', crypto.randomUUID(), data)).not.toThrow();
});

it('the limit leaves room for the longest path, in an imported chat of a million messages with many versions', () => {
  const { conversation, requests } = givenConversation();
  const limit = Number(
    conversation.actions.sizeOf('é'.repeat(19_000))?.words.split(' / ')[1]?.replace(',', ''),
  );
  expect(conversation.actions.send('é'.repeat(limit)).sent).toBe(true);
  const id = crypto.randomUUID();
  const data = {
    ...Object(requests[0]?.data),
    ...{ chatId: id, model: 'm'.repeat(64), effort: 'balanced', instructions: false, projectId: id },
    ...{ versionOf: 1_999_999, after: 1_999_999, context: 1_999_999 },
    path: Array.from({ length: PATH_RANGES_MAX }, () => [1_999_998, 1_999_999]),
  };
  expect(() => encodeFrame('chat', crypto.randomUUID(), data)).not.toThrow();
});

it('the size of a text is shown from nine tenths of the limit', () => {
  const { conversation } = givenConversation();
  expect(conversation.actions.sizeOf('x'.repeat(18_000))).toBeUndefined();
  expect(conversation.actions.sizeOf('x'.repeat(18_001))).toEqual({
    words: '18,001 / 20,000',
    isOver: false,
  });
  expect(conversation.actions.sizeOf('x'.repeat(20_001))).toEqual({ words: '20,001 / 20,000', isOver: true });
  expect(conversation.actions.sizeOf('é'.repeat(14_000))).toBeUndefined();
  expect(conversation.actions.sizeOf('é'.repeat(15_500))).toMatchObject({ isOver: false });
  expect(conversation.actions.sizeOf('é'.repeat(16_400))).toMatchObject({ isOver: true });
});
