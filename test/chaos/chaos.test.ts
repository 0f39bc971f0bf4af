/** Forty schedules of `npm run chaos`, from fixed seeds. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ChaosStack } from './chaos-stack.ts';
import { play } from './play-schedule.ts';
import { scheduleOf, tell } from './schedule.ts';

const FIRST_SEED = 1;
const SEEDS = Array.from({ length: 40 }, (_, i) => FIRST_SEED + i);

let chaosStack: ChaosStack;
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  chaosStack = await ChaosStack.open();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await chaosStack.close();
});

describe('people, devices and services that fail', () => {
  it.each(SEEDS)(
    'seed %i: everything said is stored once, answered once, charged once and shown',
    async (seed) => {
      const plan = scheduleOf(seed);
      expect(await play(chaosStack, plan), tell(plan)).toEqual([]);
    },
  );
});
