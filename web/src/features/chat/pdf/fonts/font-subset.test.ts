import { expect, test } from 'vitest';
import { fonts } from '../pdf.fixture.ts';
import { fontSubset } from './font-subset.ts';
import { fontCodesOf } from './invisible-font.ts';
import { TrueType } from './true-type.ts';

const regular = new TrueType(fonts.regular);
const glyph = (character: string) => regular.glyphOf(character.codePointAt(0) ?? 0) ?? 0;

/** Offsets of the tables in a TrueType file. */
function tablesOf(file: Uint8Array<ArrayBuffer>): Record<string, DataView> {
  const view = new DataView(file.buffer);
  const entries = Array.from({ length: view.getUint16(4) }, (_, i) => 12 + i * 16);
  return Object.fromEntries(
    entries.map((at) => [
      Buffer.from(file.slice(at, at + 4)).toString('latin1'),
      new DataView(file.buffer, view.getUint32(at + 8), view.getUint32(at + 12)),
    ]),
  );
}

test('a subset has the requested glyphs in order, and their component glyphs', () => {
  const part = fontSubset(regular, [glyph('A'), glyph('é'), glyph('A')]);
  const { maxp, hmtx, glyf, loca } = tablesOf(part);
  // .notdef, A, é, A again, and é's e and accent.
  expect(maxp?.getUint16(4)).toBe(6);
  expect(hmtx?.getUint16(4)).toBe(regular.advanceOf(glyph('A')));
  expect(hmtx?.getUint16(8)).toBe(regular.advanceOf(glyph('é')));
  const start = loca?.getUint32(8) ?? 0;
  expect(glyf?.getInt16(start)).toBe(-1);
  expect([glyf?.getUint16(start + 12), hmtx?.getUint16(16)]).toEqual([4, regular.advanceOf(glyph('e'))]);
  expect(part.length).toBeLessThan(5_000);
});

test('widths and characters are the font’s own', () => {
  expect(regular.unitsPerEm).toBe(1_000);
  expect(regular.advanceOf(glyph(' '))).toBe(260);
  expect(regular.glyphOf(0x4e2d)).toBeUndefined();
});

test('marks take up no room, and format characters go with a neighbour', () => {
  expect(fontCodesOf('e\u0301', false)).toEqual([
    { text: 'e', isMark: false },
    { text: '\u0301', isMark: true },
  ]);
  expect(fontCodesOf('👨\u200d👩', false).map(({ text }) => text)).toEqual(['👨', '\u200d👩']);
  expect(fontCodesOf('אב\u05b0', true).map(({ text }) => text)).toEqual(['\u05b0', 'ב', 'א']);
  expect(fontCodesOf('ی\u200cخ', true).map(({ text }) => text)).toEqual(['خ', '\u200cی']);
});
