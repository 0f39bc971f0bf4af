/** The load bench with five users: conversations, a burst, and a burst that exceeds the limit of concurrency. */
import { expect, it } from 'vitest';
import { playLoad } from '../../bench/load/play-load.ts';

it('users who are refused in an overload are told so, and every message is stored once with one reply', async () => {
  const { calm, burst, overload, wrong } = await playLoad({
    ...{ users: 5, messages: 2, thinkMs: 50, paceMs: 5 },
    overloadedTo: 2,
  });
  expect(wrong).toEqual([]);
  expect([calm.sent.length, burst.sent.length, overload.sent.length]).toEqual([10, 5, 5]);
  const refused = overload.sent.filter(({ refusals }) => refusals > 0);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ busyAt, doneAt }) => busyAt !== undefined && doneAt !== undefined)).toBe(true);
});
