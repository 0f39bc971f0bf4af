/** A share of `npm run chaos -- --every-call`: the same one every time. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenStripe } from '../support/stripe-purchases.ts';
import { ChaosStack } from './chaos-stack.ts';
import type { Operation } from './every-call.ts';
import { casesOf, strikeEach } from './every-call-cases.ts';
import { CHAT_OPERATIONS } from './operations.ts';
import { PAYING, SIGN_UP } from './operations-paying.ts';

const SEED = 10;
const SHARE = 0.05;
const PATIENCE_MS = 120_000;

beforeAll(() => void vi.spyOn(console, 'warn').mockReturnValue(undefined));
afterAll(() => void vi.restoreAllMocks());

async function expectToHold(chaosStack: ChaosStack, operation: Operation): Promise<void> {
  const cases = await casesOf(chaosStack, [operation], { share: SHARE, seed: SEED });
  expect(cases).not.toEqual([]);
  expect((await strikeEach(chaosStack, cases)).violations).toEqual([]);
}

describe('a call that fails, loses its answer, hangs, or fails three times', () => {
  let chaosStack: ChaosStack;
  beforeAll(async () => {
    chaosStack = await ChaosStack.open();
  });
  afterAll(() => chaosStack.close());

  it.each([...CHAT_OPERATIONS, SIGN_UP])(
    'of $name: nothing is lost, doubled or left behind',
    {
      timeout: PATIENCE_MS,
    },
    async (operation) => expectToHold(chaosStack, operation),
  );
});

describe('a call of a payment that fails, loses its answer, hangs, or fails three times', () => {
  let chaosStack: ChaosStack;
  beforeAll(async () => {
    chaosStack = await ChaosStack.open({ payments: 'stripe' });
    await givenStripe(chaosStack.stack);
  });
  afterAll(() => chaosStack.close());

  it.each(PAYING)('of $name: one purchase, and the right plan', { timeout: PATIENCE_MS }, async (operation) =>
    expectToHold(chaosStack, operation),
  );
});
