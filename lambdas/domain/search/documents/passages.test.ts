import { describe, expect, it } from 'vitest';
import {
  cutPassages,
  DOCUMENT_TERMS_MAX,
  decodePassage,
  PASSAGE_MAX_BYTES,
  PASSAGES_MAX,
} from './passages.ts';
import type { Mark } from './separate-page-and-sheet-marks.ts';

const cut = (text: string, marks: readonly Mark[] = [], isCut = false) => cutPassages({ text, marks, isCut });
const read = (...of: Parameters<typeof cut>) => cut(...of).map(({ data }) => decodePassage(data));
/** Words that do not compress, the same at every run. */
const words = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    Math.imul(i + 1, 0x9e3779b1)
      .toString(36)
      .replace('-', 'z'),
  ).join(' ');

describe('cutPassages', () => {
  it('keeps a short text whole', () => {
    expect(read('On tea', [[0, 1]])).toEqual([{ text: 'On tea', marks: [[0, 1]], isEnd: true }]);
    expect(cut('')).toEqual([]);
  });

  it('cuts a long text at ends of lines, and loses nothing', () => {
    const text = Array.from({ length: 2_000 }, (_, i) => `Line ${i} of a text about tea and milk.`).join(
      '\n',
    );
    const passages = read(text);
    expect(passages.length).toBeGreaterThan(3);
    expect(passages.map((passage) => passage.text).join('')).toBe(text);
    for (const passage of passages.slice(0, -1)) expect(passage.text.endsWith('\n')).toBe(true);
    expect(passages.map(({ isEnd = false, isPartial = false }) => [isEnd, isPartial])).toEqual(
      passages.map((_, i) => [i === passages.length - 1, false]),
    );
  });

  it('says on which page each passage begins', () => {
    const page = `${'tea '.repeat(1_000)}\n`;
    const marks = Array.from({ length: 9 }, (_, i): Mark => [i * page.length, i + 1]);
    const passages = read(page.repeat(9), marks);
    const starts = passages.map((passage) => passage.marks[0]);
    expect(starts[0]).toEqual([0, 1]);
    expect(starts.every((mark) => mark?.[0] === 0)).toBe(true);
    const firstOf = (place: number) =>
      passages
        .find((passage) => passage.marks.some(([, at]) => at === place))
        ?.marks.find(([, at]) => at === place);
    for (let place = 1; place <= 9; place++) expect(firstOf(place)?.[1]).toBe(place);
  });

  it.each([
    ['100,000 different words', words(100_000)],
    ['a word of 20,000 characters', 'x'.repeat(20_000)],
    ['random characters without a space', words(40_000).replaceAll(' ', '')],
    [
      'Chinese without spaces',
      Array.from({ length: 60_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7_919) % 20_000))).join(
        '',
      ),
    ],
    ['Arabic', 'مرحبا بالعالم '.repeat(20_000)],
    ['emoji', '🎉👍🏽'.repeat(20_000)],
    ['lone surrogates', '\ud800x\udc00'.repeat(10_000)],
    ['line breaks', '\n'.repeat(100_000)],
  ])('bounds rows and terms of %s', (_, text) => {
    const cuts = cut(text);
    expect(cuts.length).toBeGreaterThan(0);
    expect(cuts.length).toBeLessThanOrEqual(PASSAGES_MAX);
    for (const { data } of cuts) expect(data.length).toBeLessThanOrEqual(PASSAGE_MAX_BYTES);
    expect(cuts.reduce((sum, { terms }) => sum + terms.size, 0)).toBeLessThanOrEqual(DOCUMENT_TERMS_MAX);
    const kept = cuts.map(({ passage }) => passage.text).join('');
    expect(text.startsWith(kept)).toBe(true);
    expect(cuts.every(({ passage }) => (passage.isPartial ?? false) === kept.length < text.length)).toBe(
      true,
    );
    expect(cuts.at(-1)?.passage.isEnd ?? false).toBe(kept.length === text.length);
  });

  it('does not split a surrogate pair', () => {
    const text = `x${'🎉'.repeat(30_000)}`;
    for (const { passage } of cut(text)) expect(passage.text.isWellFormed()).toBe(true);
  });

  it('marks a document as partial if its text was cut before', () => {
    expect(read('On tea', [], true)).toEqual([{ text: 'On tea', marks: [], isPartial: true }]);
  });
});
