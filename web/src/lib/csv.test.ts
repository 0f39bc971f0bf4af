import { describe, expect, it } from 'vitest';
import { csvCell, toCsv } from './csv.ts';

describe('a CSV cell', () => {
  it('is quoted, with the quotes in it doubled', () => {
    expect(csvCell('ada@example.com')).toBe('"ada@example.com"');
    expect(csvCell('a "b", c\nd')).toBe('"a ""b"", c\nd"');
    expect(csvCell('')).toBe('""');
  });

  it('is no formula to a spreadsheet, whatever an address begins with', () => {
    const starts = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\tx',
      '\rx',
      '\nx',
      ' =1',
      '\uFF1D1',
      '=cmd|" /C calc"!A0',
    ];
    for (const start of starts) expect(csvCell(start)).toMatch(/^"'/);
    for (const plain of ['a=b@example.com', 'x-y@example.com', '2026-11-21'])
      expect(csvCell(plain)).toBe(`"${plain}"`);
  });
});

describe('a CSV file', () => {
  it('begins with the mark of UTF-8, and each row ends as RFC 4180 says', () => {
    expect(
      toCsv([
        ['a', 'b'],
        ['ü', ''],
      ]),
    ).toBe('\uFEFF"a","b"\r\n"ü",""\r\n');
  });
});
