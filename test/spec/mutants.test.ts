/** Keeps `npm run mutants` and `npm run chaos -- --without` runnable. Both are too slow to be part of `npm test`. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CONTROLS } from '../chaos/removable-controls.ts';
import { MUTANTS, occurrences } from '../mutants/index.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

it('each mutant has a unique name', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length);
});

it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  'the mutant %s: its text occurs once in its file, and its test exists',
  (_, mutant) => {
    expect(occurrences(mutant, read(mutant.file))).toBe(1);
    expect(mutant.replace).not.toBe(mutant.find);
    expect(existsSync(path.join(ROOT, mutant.test))).toBe(true);
    if (mutant.title) expect(read(mutant.test)).toContain(mutant.title);
  },
);

it.each(Object.entries(CONTROLS))('the control %s: each text to replace is in its file', (_, control) => {
  for (const [from] of control.swaps) expect(read(control.file)).toContain(from);
});
