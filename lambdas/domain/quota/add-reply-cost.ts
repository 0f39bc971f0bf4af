/** The day's cost of the whole product, which the spend cap is about (decision 0014). */
import { dailySpendCap } from '../../runtime/deployment-config.ts';
import { log } from '../../runtime/log.ts';
import { addSpend } from '../../store/usage/daily-spend.ts';
import type { Charge } from './daily-quota.ts';

/** The smallest amount written is the cap divided by this; see `writtenCost`. */
const STEPS = 2_000;

/**
 * Amount to write for a cost so that writes are rare and their sum is right on average: a whole `quantum` with the
 * probability `cost / quantum`, or a larger cost as it is. 0 is not written.
 * @param random uniform in [0, 1)
 */
export function writtenCost(cost: number, quantum: number, random: () => number): number {
  if (cost >= quantum) return cost;
  return random() * quantum < cost ? quantum : 0;
}

/** Adds a reply's cost to the day of its question. Never throws: a failed write is logged, and the turn continues. */
export async function addToSpend(cost: number, [charge]: readonly Charge[]): Promise<void> {
  if (!charge || cost === 0) return;
  const written = writtenCost(cost, dailySpendCap() / STEPS, Math.random);
  if (written === 0) return;
  await addSpend(written, charge.at).catch((cause: unknown) => log('ERROR', 'cost not added', { cause }));
}
