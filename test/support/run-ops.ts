/** `npm run ops` as an operator runs it: a process of its own, with an operator's credentials. */
import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import type { TestStack } from './stack.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Folder of Node's compile cache. With it, a command starts in half the time. */
const COMPILED = path.join(ROOT, 'node_modules/.cache/ops');

export interface Told {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** @param more environment variables that are added to the operator's or replace them; undefined removes one */
export function runOps(
  stack: TestStack,
  args: readonly string[],
  more: Readonly<Record<string, string | undefined>> = {},
): Promise<Told> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: COMPILED,
    ...stack.inner.operator,
    ...more,
  };
  const { promise, resolve } = Promise.withResolvers<Told>();
  const child = execFile(process.execPath, ['bin/ops.ts', ...args], { cwd: ROOT, env }, (_, out, error) =>
    resolve({ code: child.exitCode ?? -1, out, error }),
  );
  return promise;
}

/** Runs a command whose output is closed before its first line, as `| head -0` does. */
export function runOpsWithClosedOutput(
  stack: TestStack,
  args: readonly string[],
): Promise<Omit<Told, 'out'>> {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, ...stack.inner.operator };
  const { promise, resolve } = Promise.withResolvers<Omit<Told, 'out'>>();
  const child = spawn(process.execPath, ['bin/ops.ts', ...args], { cwd: ROOT, env });
  child.stdout.destroy();
  let error = '';
  child.stderr.on('data', (text) => {
    error += text;
  });
  child.on('close', (code) => resolve({ code: code ?? -1, error }));
  return promise;
}

/** Runs a command that must succeed, and returns the rows that it prints. */
export async function opsRows(
  stack: TestStack,
  ...args: readonly string[]
): Promise<Record<string, unknown>[]> {
  const { code, out, error } = await runOps(stack, [...args, '--json']);
  expect([error, code]).toEqual(['', 0]);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
