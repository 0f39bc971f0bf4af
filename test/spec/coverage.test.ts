import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../support/build-assembly.ts';
import { CHAT_CLAUSES } from './chat-clauses.ts';
import { NOT_TESTED } from './not-tested.ts';
import { PLAN_CLAUSES } from './plan-clauses.ts';
import { SIGN_UP_CLAUSES } from './sign-up-clauses.ts';
import { idsIn, idsInTitles } from './titles.ts';

const CLAUSES: Readonly<Record<string, string>> = {
  ...CHAT_CLAUSES,
  ...SIGN_UP_CLAUSES,
  ...PLAN_CLAUSES,
};

it('titles name only clauses that exist', () => {
  const unknown = [...idsInTitles()].filter(([id]) => !(id in CLAUSES));
  expect(unknown.map(([id, files]) => `${id} in ${files.join(', ')}`)).toEqual([]);
});

it('every clause is named by the title of a test, or listed with the reason why not', () => {
  const named = idsInTitles();
  const open = Object.entries(CLAUSES).filter(([id]) => !named.has(id) && !(id in NOT_TESTED));
  expect(open.map(([id, clause]) => `${id}: ${clause}`)).toEqual([]);
});

it('the exact texts of the clauses stand in docs/spec.md', () => {
  const page = readFileSync(`${ROOT}/docs/spec.md`, 'utf8').replaceAll(/\s+/g, ' ');
  /** A text in single quotes, which may have apostrophes within its words. */
  const quoted = /(?<![\p{L}\d])'((?:[^']|(?<=\p{L})'(?=\p{L}))+)'/gu;
  const texts = Object.values(CLAUSES).flatMap((clause) =>
    [...clause.matchAll(quoted)].map(([, text = '']) => text),
  );
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter((text) => !page.includes(text))).toEqual([]);
});

it('reads the ids from titles, and from nothing else', () => {
  const source = `
    test('likes [S4.like.1 S4.like.2]', async () => {});
    it.each([1])("skips [S4.skip.1]", () => {});
    test(
      \`over two lines [S4.skip.2]\`,
      () => {});
    // a comment ('about [S4.skip.3]')
    const text = '[S4.rename.1]';`;
  expect(idsIn(source)).toEqual(['S4.like.1', 'S4.like.2', 'S4.skip.1', 'S4.skip.2']);
});
