/** Work that failed after all retries is counted over all dead-letter queues, for one alarm (decision 0085). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const MINUTE = 60_000;

/** Values of the metric so far, oldest first. */
const counts = (): number[] =>
  stack.inner.logs.flatMap(({ text }) => {
    const [, count] = /"LostWork":(\d+)/.exec(text) ?? [];
    return count === undefined ? [] : [Number(count)];
  });

it('the count of lost work reads every queue with the function’s own rights, and has what a job left there', async () => {
  stack.moveClock(15 * MINUTE);
  await stack.eventually(async () => expect(counts().at(-1)).toBe(0));

  stack.inner.iam.revoke('RetentionJob', 'cognito-idp:ListUsers');
  // A busy machine may run several jobs between two looks: more than one is then lost.
  const lost = (): number => stack.inner.functions.queue('RetentionLost').length;
  await stack.eventually(() => {
    stack.moveClock(15 * MINUTE);
    expect(lost()).toBeGreaterThanOrEqual(1);
  });
  await stack.eventually(() => {
    stack.moveClock(15 * MINUTE);
    expect(counts().at(-1)).toBeGreaterThanOrEqual(1);
  });
});
