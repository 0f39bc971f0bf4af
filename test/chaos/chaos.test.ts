/** Forty schedules of `npm run chaos`, the same ones every time. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Arena } from './arena.ts';
import { play } from './run.ts';
import { scheduleOf, tell } from './schedule.ts';

const FIRST_SEED = 1;
const SEEDS = Array.from({ length: 40 }, (_, i) => FIRST_SEED + i);

let arena: Arena;
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  arena = await Arena.open();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await arena.close();
});

describe('people, devices and services that fail', () => {
  it.each(SEEDS)(
    'seed %i: everything said is stored once, answered once, charged once and shown',
    async (seed) => {
      const plan = scheduleOf(seed);
      expect(await play(arena, plan), tell(plan)).toEqual([]);
    },
  );
});
