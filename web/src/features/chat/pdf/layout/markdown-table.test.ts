import { expect, test } from 'vitest';
import { columnWidths } from './markdown-table.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test('when the table fits the page, each column has its natural width', () => {
  expect(
    columnWidths(
      [
        { narrowest: 10, natural: 50 },
        { narrowest: 20, natural: 60 },
      ],
      200,
    ),
  ).toEqual([50, 60]);
});

test('when the table does not fit, the columns share the page, none narrower than its longest word', () => {
  const widths = columnWidths(
    [
      { narrowest: 40, natural: 60 },
      { narrowest: 50, natural: 900 },
    ],
    300,
  );
  expect(sum(widths)).toBeCloseTo(300);
  expect(widths[0]).toBeGreaterThanOrEqual(40);
  expect(widths[1]).toBeGreaterThan(200);
});

test('a column with a word wider than the page leaves the other columns room for their longest word', () => {
  const widths = columnWidths(
    [
      { narrowest: 2_000, natural: 2_000 },
      { narrowest: 40, natural: 400 },
    ],
    300,
  );
  expect(sum(widths)).toBeCloseTo(300);
  expect(widths[1]).toBeGreaterThanOrEqual(40);
});
