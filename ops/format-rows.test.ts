import { describe, expect, it } from 'vitest';
import { csvOf, jsonOf, tableOf } from './format-rows.ts';

describe('a table', () => {
  it('has columns as wide as their widest cells', () => {
    expect(
      tableOf(
        ['code', 'used'],
        [
          ['ABCD', 1],
          [undefined, true],
        ],
      ),
    ).toEqual(['CODE  USED', 'ABCD  1', '-     yes']);
  });

  it('shows no character that could control the terminal', () => {
    const [, row] = tableOf(['note'], [['\u001b]0;owned\u0007\u001b[2J\r\nx\u2028y\u202e']]);
    expect(row).not.toMatch(/[\p{C}\u2028]/u);
  });
});

describe('CSV', () => {
  it('quotes every cell, and makes none a formula', () => {
    const cells = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\uFF1D1', 'a "b"', undefined];
    expect(csvOf(['a,b'], [cells])).toEqual([
      '"a,b"\r',
      `"'=1+1","'+1","'-1","'@SUM(A1)","'\t=1","' =1","'\uFF1D1","a ""b""",""\r`,
    ]);
  });
});

it('JSON is one line of printable characters that parses to the same value', () => {
  const row = { note: 'a\u2028b\u0085c\u{E0001}d\u001b' };
  expect(jsonOf(row)).not.toMatch(/[\p{C}\u2028]/u);
  expect(JSON.parse(jsonOf(row))).toEqual(row);
});
