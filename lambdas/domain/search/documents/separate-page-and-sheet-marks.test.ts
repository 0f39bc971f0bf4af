import { describe, expect, it } from 'vitest';
import { boundText, CUT_NOTE, NO_TEXT } from '../../files/formats/bounded-text.ts';
import { TEXT_MAX_BYTES } from '../../files/formats/file-reading-limits.ts';
import { plainText } from './separate-page-and-sheet-marks.ts';

describe('plainText', () => {
  it('removes marks of pages, and tells where each page begins', () => {
    const { text, marks, isCut } = plainText('[Page 1]\nOn tea\n\n[Page 2]\nOn milk', true);
    expect([text, isCut]).toEqual(['On tea\n\nOn milk', false]);
    expect(marks.map(([at, place]) => [text.slice(at), place])).toEqual([
      ['On tea\n\nOn milk', 1],
      ['On milk', 2],
    ]);
  });

  it('removes marks of sheets, and tells where each sheet begins', () => {
    const { text, marks } = plainText('[Sheet Budget [2026]]\nTea\t3\n\n[Sheet Notes]\nNone', true);
    expect(text).toBe('Tea\t3\n\nNone');
    expect(marks).toEqual([
      [0, 'Budget [2026]'],
      [7, 'Notes'],
    ]);
  });

  it.each(['[Page 12] of the manual says so', '[Page 12]', '[Page 1]', '[Sheet Costs]'])(
    'leaves the line %j in the text of a page',
    (line) => {
      const { text, marks } = plainText(`[Page 1]\nOn tea\n${line}\n\n[Page 2]\nOn milk`, true);
      expect(text).toBe(`On tea\n${line}\n\nOn milk`);
      expect(marks.map(([at, place]) => [text.slice(at), place])).toEqual([
        [text, 1],
        ['On milk', 2],
      ]);
    },
  );

  it.each(['[Sheet A] has the costs', '[Sheet A]\t3', '[Page 1]'])(
    'leaves the row %j in the text of a sheet',
    (row) => {
      const { text, marks } = plainText(`[Sheet Costs]\n${row}`, true);
      expect([text, marks]).toEqual([row, [[0, 'Costs']]]);
    },
  );

  it('shortens the name of a sheet that is longer than Excel takes', () => {
    expect(plainText(`[Sheet ${'x'.repeat(5_000)}]\nTea`, true).marks).toEqual([[0, 'x'.repeat(100)]]);
  });

  it('drops the placeholder of a page without text', () => {
    const { text, marks } = plainText(`[Page 1]\n${NO_TEXT}\n\n[Page 2]\nOn milk`, true);
    expect([text, marks]).toEqual([
      'On milk',
      [
        [0, 1],
        [0, 2],
      ],
    ]);
  });

  it.each([NO_TEXT, boundText(NO_TEXT, CUT_NOTE).text])(
    'drops the placeholder of a document without text, pages or sheets: %j',
    (extracted) => {
      expect(plainText(extracted, false)).toMatchObject({ text: '', marks: [] });
    },
  );

  it('leaves lines that look like marks in documents without pages or sheets', () => {
    const text = `[Page 1]\n${NO_TEXT}`;
    expect(plainText(text, false)).toEqual({ text, marks: [], isCut: false });
  });

  it.each(['[Only the first 5 of 10 pages were read.]', undefined])(
    'recognises a cut text by its note: %s',
    (note) => {
      const raw = note === undefined ? 'x'.repeat(TEXT_MAX_BYTES + 1) : 'tea';
      const { text } = boundText(raw, note);
      expect(plainText(text, false)).toEqual({ text: raw.slice(0, TEXT_MAX_BYTES), marks: [], isCut: true });
    },
  );
});
