/** docs/accessibility.md lists each criterion of WCAG 2.2 A and AA once, with tests that exist. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/build-assembly.ts';

const PAGE = readFileSync(path.join(ROOT, 'docs/accessibility.md'), 'utf8');
const FIXTURES = ['test/components/accessible.ts', 'test/e2e/fixtures.ts'];

/** Success criteria of WCAG 2.2 (https://www.w3.org/TR/WCAG22/) at the levels A and AA. */
const CRITERIA = {
  A: `1.1.1 1.2.1 1.2.2 1.2.3 1.3.1 1.3.2 1.3.3 1.4.1 1.4.2 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3
    2.4.4 2.5.1 2.5.2 2.5.3 2.5.4 3.1.1 3.2.1 3.2.2 3.2.6 3.3.1 3.3.2 3.3.7 4.1.2`,
  AA: `1.2.4 1.2.5 1.3.4 1.3.5 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.4.5 2.4.6 2.4.7 2.4.11 2.5.7 2.5.8
    3.1.2 3.2.3 3.2.4 3.3.3 3.3.4 3.3.8 4.1.3`,
};
const STATUSES = ['supported', 'partial', 'not applicable'];

interface Row {
  readonly number: string;
  readonly level: string;
  readonly status: string;
  readonly text: string;
}

const ROW = /^\| (?<number>\d[\d.]*) \| [^|]+ \| (?<level>A+) \| (?<status>[^|]+) \| (?<text>[^|]+) \|$/gm;

const rowsOf = (page: string): Row[] =>
  [...page.matchAll(ROW)].map(({ groups: { number = '', level = '', status = '', text = '' } = {} }) => ({
    ...{ number, level, status, text },
  }));

const rows = rowsOf(PAGE);
const words = (text: string): string[] => text.trim().split(/\s+/);
/** Test files of a row, each with the part of a title that follows it. */
const testsOf = ({ text }: Row) =>
  [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`(?: "([^"]+)")?/g)].map(
    ([, file = '', title = '']) => ({
      ...{ file, title },
    }),
  );
const rulesOf = ({ text }: Row) => [...text.matchAll(/axe `([\w-]+)`/g)].map(([, rule = '']) => rule);
const isNamed = ({ file, title }: { file: string; title: string }) =>
  title !== '' && existsSync(path.join(ROOT, file)) && titlesIn(file).some((known) => known.includes(title));
const TITLE = /\b(?:it|test)(?:\.each\([\s\S]*?\))?\(\s*(['"`])(.+?)\1,/g;
const titlesIn = (file: string): string[] =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(TITLE)].map(([, , title = '']) => title);

describe('docs/accessibility.md', () => {
  it('has each criterion of the levels A and AA once, in order', () => {
    const parts = (number: string) => number.split('.').map(Number);
    const inOrder = [...words(CRITERIA.A), ...words(CRITERIA.AA)].sort((a, b) => {
      const [x, y] = [parts(a), parts(b)];
      return (x[0] ?? 0) - (y[0] ?? 0) || (x[1] ?? 0) - (y[1] ?? 0) || (x[2] ?? 0) - (y[2] ?? 0);
    });
    expect(inOrder).toHaveLength(55);
    expect(rows.map(({ number }) => number)).toEqual(inOrder);
  });

  it('gives each criterion its level and a status, and says what is missing where it is partial', () => {
    const isRight = ({ number, level, status, text }: Row) =>
      words(CRITERIA[level === 'AA' ? 'AA' : 'A']).includes(number) &&
      STATUSES.includes(status) &&
      (status === 'partial') === text.includes('Missing: ');
    expect(rows.filter((row) => !isRight(row))).toEqual([]);
  });

  it('names a test, a rule of axe or a review for each criterion that applies', () => {
    const isChecked = (row: Row) =>
      testsOf(row).length > 0 || rulesOf(row).length > 0 || row.text.startsWith('Review: ');
    expect(rows.filter((row) => row.status !== 'not applicable' && !isChecked(row))).toEqual([]);
  });

  it('names tests that exist, by a part of their title', () => {
    expect(rows.flatMap(testsOf).length).toBeGreaterThan(40);
    expect(rows.flatMap(testsOf).filter((test) => !isNamed(test))).toEqual([]);
  });

  it.each(FIXTURES)('names rules of axe that %s runs', (file) => {
    const source = readFileSync(path.join(ROOT, file), 'utf8');
    const listed = (name: string) => new RegExp(`const ${name} = (.+);`).exec(source)?.[1] ?? '';
    const quoted = (text: string) => [...text.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word);
    const byTag = axe.getRules(quoted(listed('TAGS'))).filter(({ tags }) => !tags.includes('experimental'));
    const known = [...byTag.map(({ ruleId }) => ruleId), ...quoted(listed('RULES'))];
    expect(rows.flatMap(rulesOf).length).toBeGreaterThan(20);
    expect(rows.flatMap(rulesOf).filter((rule) => !known.includes(rule))).toEqual([]);
  });

  it('is read row by row: a row with a wrong form, test or title is noticed', () => {
    const read = rowsOf(
      [
        '| 1.1.1 | A | A | supported | `test/spec/accessibility.test.ts` "is read row by row" |',
        '| 1.2.1 | B | A | supported | `test/spec/gone.test.ts` "is read row by row" |',
        '| 1.2.2 | C | A | supported | `test/spec/accessibility.test.ts` "no such title at all" |'.replace(
          'at',
          'ever',
        ),
        '| 1.2.3 | D | supported | no level |',
      ].join('\n'),
    );
    // The row without a level is none, so its criterion is missing.
    expect(read.map((row) => [row.number, testsOf(row).every(isNamed)])).toEqual([
      ['1.1.1', true],
      ['1.2.1', false],
      ['1.2.2', false],
    ]);
  });
});
