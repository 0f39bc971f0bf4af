import { dailySpendCap } from '../../runtime/deployment-config.ts';
import { log } from '../../runtime/log.ts';
import { isGuestOwner } from '../../store/owner-keys.ts';
import { addSpend } from '../../store/usage/daily-spend-and-busy-until.ts';
import type { Charge } from './daily-quota.ts';

/** The smallest amount that is written is the daily spend cap divided by this number. */
const STEPS = 2_000;

/**
 * Rounds a cost below `quantum` to `quantum` or 0 at random, so that writes of small costs are rare and the sum is
 * right on average.
 * @param random uniform in [0, 1)
 */
export function writtenCost(cost: number, quantum: number, random: () => number): number {
  if (cost >= quantum) return cost;
  return random() * quantum < cost ? quantum : 0;
}

/**
 * Adds a reply's cost, in US dollars, to the product's cost of the day on which its message was sent (decision 0014). A
 * guest's reply also adds to the guests' cost. A failed write is logged and not thrown, so that the turn continues.
 */
export async function addToSpend(cost: number, [charge]: readonly Charge[]): Promise<void> {
  if (!charge || cost === 0) return;
  const written = writtenCost(cost, dailySpendCap() / STEPS, Math.random);
  if (written === 0) return;
  await addSpend(written, charge.at, isGuestOwner(charge.owner)).catch((cause: unknown) =>
    log('ERROR', 'cost not added', { cause }),
  );
}
