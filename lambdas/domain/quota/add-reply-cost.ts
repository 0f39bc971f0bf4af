/** Adds the cost of replies to the whole product's cost of the day, which the spend cap limits (decision 0014). */
import { dailySpendCap } from '../../runtime/deployment-config.ts';
import { log } from '../../runtime/log.ts';
import { isGuestOwner } from '../../store/keys.ts';
import { addSpend } from '../../store/usage/daily-spend.ts';
import type { Charge } from './daily-quota.ts';

/** The smallest amount that is written, `quantum`, is the daily cap divided by this number. */
const STEPS = 2_000;

/**
 * Returns the amount to write for a cost, such that writes of small costs are rare and the sum is right on average. The
 * amount of a cost of at least `quantum` is the cost itself. The amount of a smaller cost is one `quantum` with the
 * probability `cost / quantum`, and otherwise 0, for which the caller writes nothing.
 * @param random uniform in [0, 1)
 */
export function writtenCost(cost: number, quantum: number, random: () => number): number {
  if (cost >= quantum) return cost;
  return random() * quantum < cost ? quantum : 0;
}

/**
 * Adds a reply's cost, in US dollars, to the cost of the day on which its message was sent. The cost of a guest's reply
 * is also added to the guests' cost of that day. Small costs are written at random (`writtenCost`). A failed write is
 * logged and not thrown, so that the turn continues.
 */
export async function addToSpend(cost: number, [charge]: readonly Charge[]): Promise<void> {
  if (!charge || cost === 0) return;
  const written = writtenCost(cost, dailySpendCap() / STEPS, Math.random);
  if (written === 0) return;
  await addSpend(written, charge.at, isGuestOwner(charge.owner)).catch((cause: unknown) =>
    log('ERROR', 'cost not added', { cause }),
  );
}
