/** A share of `npm run chaos -- --every-call`: the same one every time. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenStripe } from '../support/stripe.ts';
import { Arena } from './arena.ts';
import type { Operation } from './every-call.ts';
import { casesOf, strikeEach } from './every-call-cases.ts';
import { CHAT_OPERATIONS } from './operations.ts';
import { PAYING, SIGN_UP } from './operations-paying.ts';

const SEED = 10;
const SHARE = 0.05;
const PATIENCE_MS = 120_000;

beforeAll(() => void vi.spyOn(console, 'warn').mockReturnValue(undefined));
afterAll(() => void vi.restoreAllMocks());

async function expectToHold(arena: Arena, operation: Operation): Promise<void> {
  const cases = await casesOf(arena, [operation], { share: SHARE, seed: SEED });
  expect(cases).not.toEqual([]);
  expect((await strikeEach(arena, cases)).violations).toEqual([]);
}

describe('a call that fails, loses its answer, hangs, or fails three times', () => {
  let arena: Arena;
  beforeAll(async () => {
    arena = await Arena.open();
  });
  afterAll(() => arena.close());

  it.each([...CHAT_OPERATIONS, SIGN_UP])(
    'of $name: nothing is lost, doubled or left behind',
    {
      timeout: PATIENCE_MS,
    },
    async (operation) => expectToHold(arena, operation),
  );
});

describe('such a call on the way to a plan', () => {
  let arena: Arena;
  beforeAll(async () => {
    arena = await Arena.open({ payments: 'stripe' });
    await givenStripe(arena.stack);
  });
  afterAll(() => arena.close());

  it.each(PAYING)('of $name: bought once, known in the end', { timeout: PATIENCE_MS }, async (operation) =>
    expectToHold(arena, operation),
  );
});
