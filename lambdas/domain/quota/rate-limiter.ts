/**
 * How often something may be done, in fixed windows of time: how often visitors may try, for each network and for
 * all together, and what a user may do on one day.
 */
import { AppError } from '#contract/errors';
import { log } from '../../runtime/log.ts';
import { countDown, countUp, type Window } from '../../store/usage/rate-limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const EVERYBODY = 'everybody';

interface Limit {
  readonly lengthMs: number;
  /** For one network or code in a window. */
  readonly each: number;
  /**
   * For all together. Nobody may lock everyone out by using it up, so it refuses only where the product itself would
   * suffer (`refuses`), and then far above what a good day brings. Elsewhere it is a tripwire: reaching it writes an
   * ERROR, which an operator sees, and the next visitor is served. @default nothing is counted for all
   */
  readonly total?: number;
  readonly refuses?: boolean;
  /** The sentence that the user reads before the time to wait. */
  readonly words: string;
}

export const LIMITS = {
  /** Ten: a household or an office behind one address. The total bounds what a botnet can store and have mailed. */
  waitlist: { lengthMs: HOUR_MS, each: 10, total: 10_000, refuses: true, words: 'Too many attempts.' },
  /**
   * Sign-ups, with whatever code: a class of fifty behind one address, each with a typing error, gets in, and wrong
   * codes refuse a right one for ten minutes at most. It bounds guessing: a code has 60 random bits, so ten thousand
   * networks that each try their hundred, every ten minutes of a year, find one of a thousand open codes with a
   * chance of one in twenty thousand.
   */
  signup: {
    lengthMs: 10 * MINUTE_MS,
    each: 100,
    total: 1_000,
    words: 'Too many attempts from your network.',
  },
  /**
   * Tries with one code, from whatever network; `triesWith` says how many more a code for many people has. A holder of
   * a code cannot use it to ask about more addresses than that.
   */
  code: { lengthMs: HOUR_MS, each: 60, words: 'Too many attempts with this invitation code.' },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/** Wrong codes of everybody in an hour from which on an operator is told. */
const MANY_WRONG_CODES = 500;

/** Tries in an hour with a code for so many people: each may mistype their form twice. */
export const triesWith = (maxUses: number): number => LIMITS.code.each + 3 * maxUses;

/** Count that can be given back. */
export interface Taken {
  giveBack(): Promise<void>;
}

/**
 * Counts one attempt. It is counted before the attempt is made: of many at once, no more than the limit get through.
 * @param who hash of the viewer's address, or the code
 * @throws AppError `too_many_requests`, which says from when on an attempt is let through
 */
export async function take(what: LimitName, who: string, at: number, each?: number): Promise<void> {
  const limit: Limit = LIMITS[what];
  const { lengthMs, total, refuses } = limit;
  const own: Window = { what, who, at, lengthMs };
  if ((await countUp(own, each ?? limit.each)) === undefined) throw tooMany(limit, at);
  if (total === undefined) return;
  const counted = await countForAll(what, { at, lengthMs, total, refuses });
  if (counted !== undefined) return;
  await countDown(own);
  throw tooMany(limit, at);
}

/** Notes a code that was wrong: it refuses no visitor, and an operator hears of many. */
export async function noteWrongCode(at: number): Promise<void> {
  await countForAll('wrongCode', { at, lengthMs: HOUR_MS, total: MANY_WRONG_CODES });
}

interface ForAll extends Pick<Window, 'at' | 'lengthMs'> {
  readonly total: number;
  readonly refuses?: boolean | undefined;
}

async function countForAll(
  what: string,
  { at, lengthMs, total, refuses }: ForAll,
): Promise<number | undefined> {
  const all: Window = { what, who: EVERYBODY, at, lengthMs };
  const counted = await countUp(all, refuses ? total : Number.MAX_SAFE_INTEGER);
  if (counted === total) log('ERROR', 'a limit for everybody is reached', { action: what, count: total });
  return counted;
}

function tooMany({ words, lengthMs }: Limit, at: number): AppError {
  const minutes = Math.ceil((lengthMs - (at % lengthMs)) / MINUTE_MS);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('too_many_requests', { message: `${words} Please try again in ${wait}.` });
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
