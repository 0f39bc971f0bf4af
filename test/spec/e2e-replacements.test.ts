/**
 * Tests that left test/e2e: docs/testing.md lists each with the test that replaces it, so that no test was dropped
 * unnoticed.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/build-assembly.ts';
import { titlesIn } from './titles.ts';

const SPECS = 'test/e2e';
/** A row of the table: `| signup.spec.ts | title | file of today | its title, or "same" |`. */
const ROW = /^\| ([\w-]+\.spec\.ts) \| (.+?) \| `([^`]+)` \| (.+) \|$/gm;
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const rows = [...read('docs/testing.md').matchAll(ROW)].map(
  ([, spec = '', was = '', file = '', is = '']) => ({
    ...{ spec, was, file },
    is: is === 'same' ? was : is,
  }),
);

it('each replacement in the table exists, by its file and title', () => {
  const gone = rows.filter(
    ({ file, is }) => !existsSync(path.join(ROOT, file)) || !titlesIn(read(file)).includes(is),
  );
  expect(gone).toEqual([]);
});

it('each test that e2e had before the move is in e2e today, or in the table', () => {
  const today = globSync(`${SPECS}/*.spec.ts`, { cwd: ROOT }).flatMap((file) =>
    titlesIn(read(file)).map((title) => `${path.basename(file)}: ${title}`),
  );
  const known = new Set([...today, ...rows.map(({ spec, was }) => `${spec}: ${was}`)]);
  const before = read('test/spec/e2e-titles.txt').trim().split('\n');
  expect(before.length).toBe(245);
  expect(before.filter((title) => !known.has(title))).toEqual([]);
});
