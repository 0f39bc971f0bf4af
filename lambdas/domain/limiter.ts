/**
 * How often something may be done, in fixed windows of time: how often strangers may knock, for each address and for
 * all together, and what a user may do on one day.
 */
import { AppError } from '#contract/errors';
import { log } from '../runtime/log.ts';
import { countDown, countUp, type Window } from '../store/limits.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const EVERYBODY = 'everybody';

interface Limit {
  readonly perAddress: number;
  /**
   * For all addresses together. Nobody may lock everyone out by using it up, so it refuses only where the product
   * itself would suffer (`refuses`), and then far above what a good day brings. Elsewhere it is a tripwire: reaching
   * it writes an ERROR, which an operator sees, and whoever comes next is served.
   */
  readonly total: number;
  readonly refuses: boolean;
}

export const LIMITS = {
  /** Ten: a household or an office behind one address. The total bounds what a botnet can store and have mailed. */
  waitlist: { perAddress: 10, total: 10_000, refuses: true },
  /** Twenty: a team that signs up together behind one address, each with a typing error or two. */
  signup: { perAddress: 20, total: 2_000, refuses: false },
  /**
   * Ten: nobody mistypes a code more often in an hour. A code has 60 random bits: ten thousand addresses that each
   * try their ten, every hour of a year, find one of a thousand open codes with a chance of one in a million. So
   * the total need not refuse, and an attacker cannot shut the door on those who have a code.
   */
  wrongCode: { perAddress: 10, total: 500, refuses: false },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/** What was counted, so that it can be given back. */
export interface Taken {
  giveBack(): Promise<void>;
}

/**
 * Counts one attempt from an address. It is counted before the attempt is made: of many at once, no more than the
 * limit get through.
 * @param address hash of the viewer's address
 * @throws AppError `too_many_requests`
 */
export async function take(what: LimitName, address: string, at: number): Promise<Taken> {
  const { perAddress, total, refuses } = LIMITS[what];
  const own: Window = { what, who: address, at, lengthMs: HOUR_MS };
  if ((await countUp(own, perAddress)) === undefined) throw new AppError('too_many_requests');
  const all: Window = { ...own, who: EVERYBODY };
  const counted = await countUp(all, refuses ? total : Number.MAX_SAFE_INTEGER);
  if (counted === total) log('ERROR', 'a limit for everybody is reached', { action: what, count: total });
  if (counted === undefined) {
    await countDown(own);
    throw new AppError('too_many_requests');
  }
  return {
    giveBack: async () => void (await Promise.all([countDown(own), countDown(all)])),
  };
}

/**
 * Counts one of what a user may do so often on a UTC day, before it is done.
 * @returns undefined when that was all for the day
 */
export async function takeOfDay(
  what: string,
  { owner, at, perDay }: { owner: string; at: number; perDay: number },
): Promise<Taken | undefined> {
  const window: Window = { what, who: owner, isOwner: true, at, lengthMs: DAY_MS };
  if ((await countUp(window, perDay)) === undefined) return undefined;
  return { giveBack: () => countDown(window) };
}
