/** Runs `npm run ops -- doctor`, reads its findings, and repairs what a test has broken. */
import { expect } from 'vitest';
import { readyAccount } from '../../local/aws-account-apis/account-apis-exports.ts';
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

/**
 * Returns the commands of an advice that name no stage, region or deployment, though they need one. Pasted, such a
 * command acts on the deployment of cdk.json or of the shell, which may be another than the doctor's.
 */
export const incompleteCommands = ({ mend = '' }: Finding): string[] =>
  mend
    .split(/ && |: |, /)
    .filter(
      (command) =>
        (/\bcdk (?:deploy|import|rollback)\b|-- doctor\b/.test(command) &&
          !/ -c stage=(?:dev|prod)\b/.test(command)) ||
        (/\baws [a-z0-9-]+ [a-z-]+ --/.test(command) && !/ --region [a-z]+-/.test(command)) ||
        (/-- (?:stripe|users) /.test(command) && !/ --stack \S/.test(command)),
    );

/** Findings that are not ok. Expects exit code and message to fit them, and each advised command to be complete. */
export async function problemsOf(
  stack: TestStack,
  args: readonly string[] = MAIL,
  env: Environment = {},
): Promise<Finding[]> {
  const told = await runOps(stack, ['doctor', ...args, '--json'], env);
  const found = findingsIn(told).filter(({ state }) => state !== 'ok');
  const fails = found.some(({ state }) => state === 'failure');
  expect([told.error === '', told.code]).toEqual(fails ? [false, 1] : [true, 0]);
  expect(found.flatMap(incompleteCommands)).toEqual([]);
  return found;
}

export const problem = (check: string, state: string, why: string | RegExp, mend: string | RegExp) =>
  expect.objectContaining({
    check,
    state,
    why: expect.stringMatching(why),
    mend: expect.stringMatching(mend),
  });
