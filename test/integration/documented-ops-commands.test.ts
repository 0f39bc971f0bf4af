/** Runs each `npm run ops` command that the docs name. Its name, options and arguments must be understood. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scriptOf } from '../support/documented-commands.ts';
import { runOps } from '../support/run-ops.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const DOCS = path.resolve(import.meta.dirname, '../../docs');
const commands = readdirSync(DOCS)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) => scriptOf(readFileSync(path.join(DOCS, name), 'utf8')).ops)
  .map(({ words }) => words.slice('npm run ops --'.split(' ').length))
  // Without `--local`, a command uses the AWS endpoints that `runOps` sets.
  .map((words) => words.filter((word) => word !== '--local'))
  .filter((words, i, all) => all.findIndex((other) => other.join(' ') === words.join(' ')) === i);

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

/** Output of commands that were not understood. The users and invitations that the docs name need not exist. */
const NOT_UNDERSTOOD = /See npm run ops|There is no command| is one of | is a whole number|at .*\.ts:/;

it('the docs name more than 25 ops commands', () => {
  expect(commands.length).toBeGreaterThan(25);
});

it.each(commands.map((words) => [words.join(' '), words] as const))('%s is understood', async (_, words) => {
  const { code, out, error } = await runOps(stack, words);
  expect(error).not.toMatch(NOT_UNDERSTOOD);
  if (code === 0) expect(error).toBe('');
  else expect([out, error.trim().split('\n').length]).toEqual(['', 1]);
});
