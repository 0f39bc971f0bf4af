/** Runs `npm run ops -- doctor`, reads its findings, and repairs what a test has broken. */
import { expect } from 'vitest';
import { readyAccount } from '../../local/account/index.ts';
import { runOps, type Told } from './run-ops.ts';
import type { TestStack } from './stack.ts';

const FROM = 'hello@example.com';
/** Flags for the mail with which the stack's templates were made. */
export const MAIL = ['-c', `mail=${JSON.stringify({ from: FROM, confirmWaitlist: true })}`];
/** Flags with which Cognito sends its codes from the same address. */
export const CODES = ['-c', `mail=${JSON.stringify({ from: FROM, signInCodes: true })}`];
/** Flags that name a product which was never deployed. */
export const NEW = ['-c', 'productName=Other'];

export type Environment = Readonly<Record<string, string | undefined>>;
export interface Finding {
  readonly check: string;
  readonly state: string;
  readonly why: string;
  readonly mend?: string;
}

/** Takes back everything that a test has broken. */
export function mendAll({ inner }: TestStack): void {
  Object.assign(inner.account, readyAccount());
  inner.functions.limitConcurrency();
  inner.faults.clear();
}

export const findingsIn = ({ out }: Told): Finding[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Findings that are not ok. Expects exit code and message to fit them. */
export async function problemsOf(
  stack: TestStack,
  args: readonly string[] = MAIL,
  env: Environment = {},
): Promise<Finding[]> {
  const told = await runOps(stack, ['doctor', ...args, '--json'], env);
  const found = findingsIn(told).filter(({ state }) => state !== 'ok');
  const fails = found.some(({ state }) => state === 'failure');
  expect([told.error === '', told.code]).toEqual(fails ? [false, 1] : [true, 0]);
  return found;
}

export const problem = (check: string, state: string, why: string | RegExp, mend: string | RegExp) =>
  expect.objectContaining({
    check,
    state,
    why: expect.stringMatching(why),
    mend: expect.stringMatching(mend),
  });
