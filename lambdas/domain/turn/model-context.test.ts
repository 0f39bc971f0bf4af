import { describe, expect, it } from 'vitest';
import { assistantConfig } from '#contract/deployment-config';
import { MESSAGE_MAX_LENGTH } from '#contract/limits';
import { estimateTokens } from '../../models/estimate-tokens.ts';
import type { TurnFile } from '../../store/files/files.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { type Asked, contextOf, FILE_TOKENS, MOST_TURNS, tokensOf } from './model-context.ts';

const turn = (index: number, fields: Partial<TurnItem> = {}): TurnItem => ({
  index,
  userText: `question ${index}`,
  userAt: '2026-01-01T00:00:00.000Z',
  text: `answer ${index}`,
  replyAt: '2026-01-01T00:00:01.000Z',
  status: 'complete',
  ...fields,
});
const welcome: TurnItem = {
  index: 0,
  kind: 'welcome',
  text: 'Hello!',
  replyAt: '2026-01-01T00:00:00.000Z',
  status: 'complete',
};
const texts = (newestFirst: readonly TurnItem[], budget: number): string[] =>
  contextOf(newestFirst, { text: 'now' }, budget).messages.map(({ text }) => text);

/** Plays a chat of `count` turns, each with a question and an answer of about `tokens` together. */
function playChat(count: number, { tokens, budget }: { tokens: number; budget: number }) {
  const newestFirst: TurnItem[] = [welcome];
  return Array.from({ length: count }, (_, n) => {
    const index = 2 * n + 1;
    const userText = `question ${index} `.padEnd(tokens * 2, 'a ');
    const read = newestFirst.slice(0, MOST_TURNS);
    const { messages, contextFrom } = contextOf(read, { text: userText }, budget);
    const text = `answer ${index} `.padEnd(tokens * 2, 'b ');
    newestFirst.unshift(turn(index, { userText, text, ...(contextFrom !== undefined && { contextFrom }) }));
    return { contextFrom, texts: messages.map((message) => message.text) };
  });
}

const tokensIn = (all: readonly string[]): number => all.reduce((sum, text) => sum + estimateTokens(text), 0);

describe('the files of a context', () => {
  const file = (fileId: string, tokens = 100): TurnFile => ({
    ...{ fileId, name: fileId, kind: 'image', mediaType: 'image/png', bytes: 1, tokens },
  });
  const asked = { text: 'now', files: [file('new')] };
  const filesIn = (newestFirst: readonly TurnItem[], message: Asked = asked) =>
    contextOf(newestFirst, message, 10_000).messages.map(({ files = [] }) =>
      files.map(({ fileId }) => fileId),
    );

  it('are those of all turns in it, and of the new message', () => {
    const turns = [turn(3, { files: [file('b'), file('c')] }), turn(1)];
    expect(filesIn(turns)).toEqual([[], [], ['b', 'c'], [], ['new']]);
  });

  it('have a separate budget; beyond it, they leave the context together with their turns', () => {
    const [large, half] = [FILE_TOKENS, FILE_TOKENS / 2];
    const turns = [turn(5), turn(3, { files: [file('b', half)] }), turn(1, { files: [file('a', half)] })];
    expect(filesIn(turns)).toEqual([['b'], [], [], [], ['new']]);
    const context = contextOf(turns, { text: 'now' }, 10_000);
    expect([context.contextFrom, context.isWithoutFiles]).toEqual([1, undefined]);
    const full = contextOf(turns, { text: 'now', files: [file('new', large)] }, 10_000);
    expect([full.contextFrom, full.isWithoutFiles]).toEqual([5, true]);
    expect(full.messages.at(-1)?.files).toHaveLength(1);
  });

  it('are said to be left out also after their turn is not among those that are read', () => {
    const newestFirst: TurnItem[] = [welcome];
    const isLeftOut = Array.from({ length: 90 }, (_, n) => {
      const { contextFrom, hasEarlierFiles, isWithoutFiles } = contextOf(
        newestFirst.slice(0, MOST_TURNS),
        { text: 'now' },
        10_000,
      );
      newestFirst.unshift(
        ...(n % 20 === 0 ? [{ ...welcome, index: 2 * n + 2, kind: 'extra' as const }] : []),
        turn(2 * n + 1, {
          ...(contextFrom !== undefined && { contextFrom }),
          ...(hasEarlierFiles && { hasEarlierFiles }),
          ...(n === 0 && { files: [file('a')] }),
        }),
      );
      return isWithoutFiles === true;
    });
    const first = isLeftOut.indexOf(true);
    expect(first).toBeGreaterThan(30);
    expect(isLeftOut.slice(first)).not.toContain(false);
    expect(newestFirst.slice(0, MOST_TURNS).some(({ files }) => files)).toBe(false);
  });

  it('have at most the tokens that the plan allows in a message', () => {
    const turns = [turn(3, { files: [file('b', 600)] }), turn(1, { files: [file('a', 600)] })];
    const idsWithin = (plan: number) =>
      contextOf(turns, { text: 'now' }, 10_000, { fileBudget: plan }).messages.flatMap(({ files = [] }) =>
        files.map(({ fileId }) => fileId),
      );
    expect(idsWithin(1_200)).toEqual(['a', 'b']);
    expect(idsWithin(1_199)).toEqual(['b']);
  });

  it('are left out on a plan without files, but the texts of their turns stay', () => {
    const turns = [turn(5), turn(3, { files: [file('b')] }), turn(1, { userText: '', files: [file('a')] })];
    const context = contextOf(turns, { text: 'now' }, 10_000, { fileBudget: 0 });
    expect(context.messages.map(({ text, files }) => [text, files])).toEqual(
      [
        ...['(The files of this message were removed.)', 'answer 1', 'question 3', 'answer 3'],
        ...['question 5', 'answer 5', 'now'],
      ].map((text) => [text, undefined]),
    );
    expect(context).toMatchObject({ contextFrom: 1, isWithoutFiles: true, hasEarlierFiles: true });
    const none = contextOf([turn(1)], { text: 'now' }, 10_000, { fileBudget: 0 });
    expect([none.isWithoutFiles, none.hasEarlierFiles]).toEqual([undefined, undefined]);
  });

  it('leave out removed files; a note replaces a message that had nothing else', () => {
    const removedFiles = new Set(['a']);
    const turns = [turn(1, { userText: '', files: [file('a')], removedFiles })];
    const [first] = contextOf(turns, asked, 10_000).messages;
    expect(first).toEqual({ role: 'user', text: '(The files of this message were removed.)' });
  });
});

describe('contextOf', () => {
  it('alternates roles, starts with the user and ends with the new message', () => {
    const { messages } = contextOf(
      [turn(5), turn(3, { text: '' }), turn(1), welcome],
      { text: 'now' },
      10_000,
    );
    expect(messages.map(({ text }) => text)).toEqual([
      'question 1',
      'answer 1',
      'question 5',
      'answer 5',
      'now',
    ]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
  });

  it('leaves out turns with a blank reply, and notes a blank message', () => {
    const turns = [turn(5, { userText: ' \n' }), turn(3, { text: '\n\n' }), turn(1, { text: '' })];
    expect(contextOf(turns, { text: 'now' }, 10_000).messages).toEqual([
      { role: 'user', text: '(The files of this message were removed.)' },
      { role: 'assistant', text: 'answer 5' },
      { role: 'user', text: 'now' },
    ]);
  });

  it('keeps all turns that fit exactly, and always the new message', () => {
    const budget = estimateTokens('now') + tokensOf([turn(1)]) * 3;
    expect(texts([turn(5), turn(3), turn(1)], budget)).toHaveLength(7);
    expect(contextOf([turn(5)], { text: 'x'.repeat(1_000) }, 10)).toEqual({
      messages: [{ role: 'user', text: 'x'.repeat(1_000) }],
      contextFrom: undefined,
    });
  });

  it('fits into an asynchronous event of Lambda, 1 MB, with the longest history that a configuration may have', () => {
    const budget = 100_000;
    expect(assistantConfig.shape.historyTokens.safeParse(budget).success).toBe(true);
    expect(assistantConfig.shape.historyTokens.safeParse(budget + 1).success).toBe(false);
    // JSON doubles each of these characters.
    const text = '"\n'.repeat(4_000);
    const turns = Array.from({ length: 34 }, (_, n) => turn(2 * (34 - n) - 1, { text }));
    const userText = '世'.repeat(MESSAGE_MAX_LENGTH);
    const { messages } = contextOf(turns, { text: userText }, budget);
    expect(tokensIn(messages.map((message) => message.text))).toBeGreaterThan(0.9 * budget);
    // The rest of the event is left for its other fields, and for what a failure queue adds.
    expect(Buffer.byteLength(JSON.stringify({ messages, userText }))).toBeLessThan(900_000);
  });

  it('never skips a turn to fit an older one', () => {
    const newestFirst = [turn(5), turn(3, { text: 'y'.repeat(10_000) }), turn(1)];
    expect(texts(newestFirst, 500)).toEqual(['question 5', 'answer 5', 'now']);
  });

  it('is trimmed to at most 60% of the budget, the new message included, when the turns no longer fit', () => {
    const three = tokensOf([turn(21)]) * 3;
    const newestFirst = [21, 19, 17, 15, 13, 11].map((index) => turn(index));
    const kept = (budget: number) => contextOf(newestFirst, { text: 'now' }, budget).contextFrom;
    const enough = Math.ceil((three + estimateTokens('now')) / 0.6);
    expect([kept(enough), kept(enough - 2)]).toEqual([17, 19]);
  });

  it('keeps 40% of the room beside a message that is longer than half of the budget', () => {
    const newestFirst = Array.from({ length: 60 }, (_, n) => turn(161 - 2 * n));
    const text = 'x'.repeat(3.5 * 700);
    const { messages } = contextOf(newestFirst, { text }, 1_000);
    const share = tokensIn(messages.slice(0, -1).map((message) => message.text)) / 300;
    expect(share).toBeGreaterThan(0.35);
    expect(share).toBeLessThanOrEqual(0.4);
  });

  it('starts where the context of the turn before started, also if older turns would fit', () => {
    const newestFirst = [turn(7, { contextFrom: 5 }), turn(5, { contextFrom: 1 }), turn(3), turn(1)];
    expect(texts(newestFirst, 10_000)).toEqual(['question 5', 'answer 5', 'question 7', 'answer 7', 'now']);
  });

  it('begins with the same text from turn to turn, and is trimmed rarely', () => {
    const contexts = playChat(100, { tokens: 400, budget: 12_000 });
    let trims = 0;
    for (const [n, { texts: after, contextFrom }] of contexts.entries()) {
      expect(tokensIn(after)).toBeLessThanOrEqual(12_000);
      const before = contexts[n - 1];
      if (!before || before.contextFrom === undefined) continue;
      if (before.contextFrom === contextFrom)
        expect(after.slice(0, before.texts.length)).toEqual(before.texts);
      else trims += 1;
    }
    expect(trims).toBeGreaterThan(3);
    expect(trims).toBeLessThan(100 / 10);
  });

  it('moves its start in large steps in a chat of many short turns, of which only the newest are read', () => {
    const starts = playChat(200, { tokens: 6, budget: 12_000 }).map(({ contextFrom }) => contextFrom);
    expect(new Set(starts).size).toBeLessThan(200 / 12);
    expect(starts.at(-1)).toBeGreaterThan(300);
  });

  describe('of a chat whose first turns stay', () => {
    const head = [turn(1), turn(3)];
    const tokens = tokensOf([turn(21)]);
    const long = Array.from({ length: 30 }, (_, n) => turn(61 - 2 * n, { contextFrom: 1 }));
    const shown = (newestFirst: readonly TurnItem[], budget: number, text = 'now') => {
      const { messages, contextFrom } = contextOf(newestFirst, { text }, budget, { head });
      const questions = messages.filter(({ role }) => role === 'user').map((message) => message.text);
      return { messages, contextFrom, questions };
    };

    it('is trimmed after the first turns, marks the gap, and keeps its start until it is full again', () => {
      const { messages, contextFrom, questions } = shown(long, tokens * 20);
      expect(questions.slice(0, 2)).toEqual(['question 1', 'question 3']);
      expect(questions[2]).toBe(`(Earlier messages are left out here.)\n\nquestion ${contextFrom}`);
      expect(questions.length).toBeLessThanOrEqual(13);
      expect(messages.map(({ endsHead }) => endsHead).lastIndexOf(true)).toBe(3);
      const next = [turn(63, { contextFrom: contextFrom ?? 0 }), ...long];
      const after = shown(next, tokens * 20);
      expect(after.messages.slice(0, messages.length - 1)).toEqual(messages.slice(0, -1));
      expect(after.contextFrom).toBe(contextFrom);
    });

    it('has each turn once before it was trimmed, and marks where the first turns end', () => {
      const { messages, questions } = shown([turn(7), turn(5), turn(3), turn(1)], 10_000);
      expect(questions).toEqual(['question 1', 'question 3', 'question 5', 'question 7', 'now']);
      expect(messages.filter(({ endsHead }) => endsHead)).toEqual([messages[3]]);
    });

    it('drops the first turns when the message leaves no room for them', () => {
      const { questions } = shown(long, tokens * 20, 'x'.repeat(3.5 * tokens * 17));
      expect(questions).not.toContain('question 1');
    });
  });

  it('reads rows that were stored without the start of their context', () => {
    const old: readonly TurnItem[] = JSON.parse(`[
      {"index":3,"requestId":"b","version":2,"userText":"And now?","userAt":"2026-01-01","text":"Still","replyAt":"2026-01-01","status":"complete"},
      {"index":1,"requestId":"a","version":1,"userText":"Hi","userAt":"2026-01-01","text":"Hello","replyAt":"2026-01-01","status":"complete"}
    ]`);
    const { messages, contextFrom } = contextOf(old, { text: 'now' }, 1_000);
    expect(messages).toHaveLength(5);
    expect(contextFrom).toBe(1);
  });
});

describe('a last reply that takes more than its share', () => {
  const long = (tokens: number) => 'word '.repeat((tokens * 3.5) / 5);
  const about = (...replies: number[]) =>
    replies.map((tokens, n) => turn(2 * n + 1, { text: long(tokens) })).toReversed();

  it('is in the context, behind the first turns and a gap, when it fits', () => {
    const turns = about(1_500, 1_500, 1_500, 8_000);
    const head = turns.toReversed().slice(0, 1);
    const { messages, contextFrom } = contextOf(turns, { text: 'continue' }, 12_000, { head });
    expect(messages.map(({ text }) => text.slice(0, 10))).toEqual([
      ...['question 1', 'word word ', '(Earlier m', 'word word ', 'continue'],
    ]);
    expect(contextFrom).toBe(7);
    expect(tokensIn(messages.map(({ text }) => text))).toBeLessThanOrEqual(12_020);
  });

  it('is in the context with its end, when it is longer than the budget', () => {
    const reply = `${long(16_000)}The end.`;
    const { messages } = contextOf([turn(1, { text: reply })], { text: 'continue' }, 12_000);
    expect(messages.map(({ text }) => text.slice(0, 10))).toEqual(['question 1', '(The begin', 'continue']);
    expect(messages[1]?.text.endsWith('word The end.')).toBe(true);
    expect(tokensIn(messages.map(({ text }) => text))).toBeLessThanOrEqual(12_000);
  });

  it('that cannot be sent at all leaves a note about the gap', () => {
    const file = { fileId: 'f', name: 'f', kind: 'document', mediaType: 'text/plain', bytes: 1 } as const;
    const turns = [turn(3, { files: [{ ...file, tokens: FILE_TOKENS + 1 }] }), turn(1)];
    const { messages } = contextOf(turns, { text: 'continue' }, 12_000, { head: [turn(1)] });
    expect(messages.map(({ text }) => text)).toEqual([
      ...['question 1', 'answer 1', '(Earlier messages are left out here.)\n\ncontinue'],
    ]);
  });
});
