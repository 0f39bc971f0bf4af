/** Finds the ids of the specification's clauses that the titles of tests name. */
import { globSync, readFileSync } from 'node:fs';
import { ROOT } from '../support/build-assembly.ts';

const TEST_FILES = ['test/e2e/*.spec.ts', 'test/**/*.test.ts', '{lambdas,lib,local,web}/**/*.test.{ts,tsx}'];
/** A title on one line: a quoted text behind `(`, as in `test('...'`, `it.each(table)('...'`, `describe('...'`. */
const TITLE = /(?<=\()\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1\s*,/g;
const TAG = /\[((?:S\d\.[\w.-]+)(?: S\d\.[\w.-]+)*)\]/g;

/** Finds the test files whose titles name each id. */
export function idsInTitles(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync(TEST_FILES, { cwd: ROOT, exclude: ['**/node_modules/**', 'test/spec/**'] }))
    for (const id of idsIn(readFileSync(`${ROOT}/${file}`, 'utf8')))
      found.set(id, [...(found.get(id) ?? []), file]);
  return found;
}

/** The titles of one test file's source, as they are written there. */
export const titlesIn = (source: string): string[] =>
  [...source.matchAll(TITLE)].map(([, , title = '']) => title);

/** The ids in the titles of one test file's source. */
export function idsIn(source: string): string[] {
  return titlesIn(source).flatMap((title) =>
    [...title.matchAll(TAG)].flatMap(([, ids = '']) => ids.split(' ')),
  );
}
