import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SEARCH_EXCERPT_LENGTH, SEARCH_SNIPPET_LENGTH } from '#contract/limits';
import { excerptOf } from './excerpt.ts';

const excerpt = (text: string, word: string) => {
  const at = text.indexOf(word);
  return excerptOf(text, [[at, at + word.length]]);
};

describe('excerptOf', () => {
  it('gives a short text as it is', () => {
    expect(excerpt('A needle here', 'needle')).toEqual({ content: 'A needle here', matches: [[2, 8]] });
  });

  it('begins at the beginning when the first match is within the snippet, and says that text follows', () => {
    const text = `${'x'.repeat(SEARCH_SNIPPET_LENGTH - 7)} needle ${'y '.repeat(200)}`;
    const { content, cutBefore, cutAfter } = excerpt(text, 'needle');
    expect([content, cutBefore, cutAfter]).toEqual([text.slice(0, SEARCH_EXCERPT_LENGTH), undefined, true]);
  });

  it('begins with a word shortly before a match further on', () => {
    const { content, matches, cutBefore, cutAfter } = excerpt(`${'word '.repeat(40)}needle end`, 'needle');
    expect([content, cutBefore, cutAfter]).toEqual([`${'word '.repeat(5)}needle end`, true, undefined]);
    expect(content.slice(...(matches[0] ?? []))).toBe('needle');
  });

  it('halves no character and keeps its matches inside', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('😀', 'a', ' ', 'bc', '\n'), { maxLength: 400 }),
        fc.nat(),
        (parts, n) => {
          const text = `${parts.join('')}needle${parts.join('')}`;
          const from = text.indexOf('needle');
          const late: [number, number] = [Math.min(from + 6 + n, text.length - 1), text.length];
          const { content, matches } = excerptOf(text, [[from, from + 6], late]);
          expect(content.isWellFormed()).toBe(true);
          expect(content.length).toBeLessThanOrEqual(SEARCH_EXCERPT_LENGTH);
          expect(text).toContain(content);
          expect(content.slice(...(matches[0] ?? []))).toBe('needle');
          for (const [start, end] of matches) expect(start < end && end <= content.length).toBe(true);
        },
      ),
    );
  });
});
