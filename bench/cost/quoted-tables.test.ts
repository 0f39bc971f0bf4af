import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../test/support/build-assembly.ts';
import { costRows, demandRows, limitRows } from './quoted-tables.ts';

const docs = (page: string): string => readFileSync(path.join(ROOT, 'docs', page), 'utf8');

/** Rows of a page's tables without the spaces that align them. */
const rowsOf = (page: string): string[] =>
  docs(page)
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' '));

it('docs/operate.md quotes the dollars that bench/cost.ts prints', () => {
  expect(rowsOf('operate.md')).toEqual(expect.arrayContaining(costRows()));
});

it('docs/scaling.md quotes the demand that bench/scaling-tables.ts prints', () => {
  expect(rowsOf('scaling.md')).toEqual(expect.arrayContaining(demandRows()));
});

it('docs/scaling.md quotes the limits that bench/scaling-tables.ts prints, in their order', () => {
  const rows = limitRows();
  expect(rowsOf('scaling.md').filter((line) => rows.includes(line))).toEqual(rows);
});
