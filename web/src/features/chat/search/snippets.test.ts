import { describe, expect, it } from 'vitest';
import type { MatchedMessage } from '#contract/entities';
import { type Piece, snippetOf, splitAtMatches } from './snippets.ts';

const message = (change: Partial<MatchedMessage> = {}): MatchedMessage => ({
  chatId: 'a',
  messageId: '2',
  content: 'Sunny',
  role: 'assistant',
  createdAt: '2026-01-01T00:00:00.000Z',
  matches: [[0, 5]],
  ...change,
});
const textOf = (pieces: readonly Piece[]) => pieces.map(({ text }) => text).join('');

describe('highlight', () => {
  it('cuts a text at its matches', () => {
    expect(
      splitAtMatches('one two three', [
        [0, 3],
        [8, 13],
      ]),
    ).toEqual([
      { text: 'one', isMatch: true },
      { text: ' two ', isMatch: false },
      { text: 'three', isMatch: true },
    ]);
  });

  it.each([
    [[[20, 30]]],
    [[[2, 99]]],
    [[[3, 1]]],
    [
      [
        [0, 4],
        [2, 6],
      ],
    ],
  ] as [number, number][][][])('keeps every character once, whatever the ranges: %j', (ranges) => {
    expect(textOf(splitAtMatches('some text', ranges))).toBe('some text');
  });
});

describe('a snippet: up to 80 characters, and three dots when there are more [S2.search.5 S9.search.1]', () => {
  it.each([
    ['x'.repeat(80), {}, 'x'.repeat(80)],
    ['x'.repeat(81), {}, `${'x'.repeat(80)}...`],
    ['x'.repeat(80), { cutAfter: true }, `${'x'.repeat(80)}...`],
    ['short', { cutBefore: true }, '...short'],
    ['short', { cutBefore: true, cutAfter: true }, '...short...'],
    ['👨‍👩‍👧‍👦'.repeat(90), {}, `${'👨‍👩‍👧‍👦'.repeat(80)}...`],
    ['', {}, ''],
  ])('of %j %j', (content, cut, snippet) => {
    expect(textOf(snippetOf(message({ content, matches: [], ...cut })))).toBe(snippet);
  });

  it('marks what matched, as far as it is shown', () => {
    const content = `${'x'.repeat(78)} sunny`;
    expect(snippetOf(message({ content, matches: [[79, 84]] }))).toEqual([
      { text: `${'x'.repeat(78)} `, isMatch: false },
      { text: 's', isMatch: true },
      { text: '...', isMatch: false },
    ]);
  });
});
