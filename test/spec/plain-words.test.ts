/** Checks those rules for plain words (CONTRIBUTING.md) that can be counted, in comments and texts for users. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = '{bench,bin,lambdas,lib,local,ops,test,training,web}/**/*.{ts,tsx}';
/** The first word of a doc comment. */
const OPENING = /\/\*\*\s*(?:\* )?(\w+)/g;
const RIDDLES = new Set(['What', 'Who', 'Whether', 'Those', 'Whoever']);
const SHARE = 0.005;
/** Comments of both kinds. Text with two slashes inside a string may match too, which does no harm here. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g;

const textsOf = (pattern: string): { file: string; text: string }[] =>
  globSync(pattern, { cwd: ROOT, exclude: (file) => file === 'node_modules' || file === 'dist' }).map(
    (file) => ({
      file,
      text: readFileSync(path.join(ROOT, file), 'utf8'),
    }),
  );

it('at most one doc comment in two hundred opens with a question word', () => {
  const openings = textsOf(SOURCES).flatMap(({ text }) =>
    [...text.matchAll(OPENING)].map(([, word]) => word),
  );
  expect(openings.length).toBeGreaterThan(1_000);
  const riddles = openings.filter((word) => RIDDLES.has(word ?? ''));
  expect(riddles.length / openings.length).toBeLessThan(SHARE);
});

it('no comment has words of a private language, or calls a maximum "most"', () => {
  const found = textsOf(SOURCES).flatMap(({ file, text }) =>
    (text.match(COMMENT) ?? [])
      .filter((comment) => /\b(anew|whoever|nobody|goes on)\b|^(\/\*\*|\/\/)[\s*]*Most /i.test(comment))
      .map((comment) => `${file}: ${comment.slice(0, 80)}`),
  );
  expect(found).toEqual([]);
});

it('no text that users read has words of a private language', () => {
  const files = [...textsOf('web/src/**/*copy.ts'), ...textsOf('lambdas/contract/error-codes.ts')];
  expect(files.length).toBeGreaterThan(10);
  const found = files.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(anew|whoever|goes on|comes to be|came to be|neither sent nor kept)\b/gi)].map(
      ([word]) => `${file}: ${word}`,
    ),
  );
  expect(found).toEqual([]);
});
