/** Limits the actions of visitors, guests and users in fixed windows of time. */
import { AppError } from '#contract/error-codes';
import { limits } from '../../runtime/deployment-config.ts';
import { log } from '../../runtime/log.ts';
import { countDown, countUp, type Window } from '../../store/usage/rate-limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const EVERYBODY = 'everybody';

interface Limit {
  readonly lengthMs: number;
  /** Attempts of one network, or with one invitation code, in a window. */
  readonly each: number;
  /**
   * Attempts of all visitors in a window at which an ERROR is logged once. No alarm is raised.
   * @default attempts of all visitors are not counted
   */
  readonly total?: number;
  /**
   * True to refuse attempts beyond `total`. One attacker can reach the total, and so lock everyone out. Therefore
   * `refuses` is true only where too many attempts would harm the product itself. There, `total` is far above usual
   * traffic.
   * @default false
   */
  readonly refuses?: boolean;
  /** First sentence of the error message. The second sentence tells the time to wait. */
  readonly words: string;
}

export const LIMITS = {
  /**
   * Ten attempts suffice for an office behind one address. The total bounds the entries and mails that a botnet can
   * cause.
   */
  waitlist: { lengthMs: HOUR_MS, each: 10, total: 10_000, refuses: true, words: 'Too many attempts.' },
  /**
   * Fifty pupils behind one address can all sign up, even if each of them mistypes the code once. A code has 60
   * random bits: ten thousand networks that guess for a year find one of a thousand open codes with a chance of about 1
   * in 20,000.
   */
  signup: {
    lengthMs: 10 * MINUTE_MS,
    each: 100,
    total: 1_000,
    words: 'Too many attempts from your network.',
  },
  /** Attempts to set a new password by a mailed code of six digits. Cognito also limits the attempts for each user. */
  reset: { lengthMs: HOUR_MS, each: 20, words: 'Too many attempts from your network.' },
  /**
   * Attempts to sign up with one invitation code. The limit bounds the number of e-mail addresses that a person
   * with the code can try. `attemptsWith` adds more for a code that many people have.
   */
  code: { lengthMs: HOUR_MS, each: 60, words: 'Too many attempts with this invitation code.' },
  /** Parts of shared chats that visitors of a network read, and reports that they send. A chat has at most 40 parts. */
  sharedChats: { lengthMs: 10 * MINUTE_MS, each: 300, words: 'Too many requests from your network.' },
  /** Each report of a shared chat is mailed to the operator. */
  report: {
    lengthMs: HOUR_MS,
    each: 5,
    total: 100,
    refuses: true,
    words: 'Too many reports from your network.',
  },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/** Wrong codes of all visitors in an hour at which an ERROR is logged. */
const MANY_WRONG_CODES = 500;

/** Returns the attempts in an hour with a code for `maxUses` people: three more for each of them. */
export const attemptsWith = (maxUses: number): number => LIMITS.code.each + 3 * maxUses;

/** Counted action. `giveBack` uncounts the action, and never rejects, so that the caller's own error is not lost. */
export interface CountedAction {
  giveBack(): Promise<void>;
}

/**
 * Counts one attempt, or refuses it if the limit is reached. The caller counts each attempt before making it, so that
 * concurrent attempts cannot exceed the limit.
 * @param who hash of the visitor's network address, or the invitation code
 * @param each limit in place of the configured `each`
 * @throws AppError `too_many_requests`, whose message says how long to wait
 */
export async function countAttempt(what: LimitName, who: string, at: number, each?: number): Promise<void> {
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

/** Counts a wrong invitation code. Refuses no visitor. */
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

function tooMany({ words, lengthMs }: Pick<Limit, 'words' | 'lengthMs'>, at: number): AppError {
  const minutes = Math.ceil((lengthMs - (at % lengthMs)) / MINUTE_MS);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('too_many_requests', { message: `${words} Please try again in ${wait}.` });
}

/**
 * Counts an action that a user may do `perDay` times on a UTC day, before it is done.
 * @returns undefined when the day's limit is reached
 */
export async function countDailyAction(
  what: string,
  { owner, at, perDay }: { owner: string; at: number; perDay: number },
): Promise<CountedAction | undefined> {
  const window: Window = { what, who: owner, isOwner: true, at, lengthMs: DAY_MS };
  if ((await countUp(window, perDay)) === undefined) return undefined;
  return {
    giveBack: () =>
      countDown(window).catch((cause: unknown) =>
        log('WARN', 'action not given back', { action: what, cause }),
      ),
  };
}

/**
 * Counts a guest's new chat on a UTC day. Without a limit, one network address could store chats without end.
 * @param address hash of the guest's network address
 * @throws AppError `guest_quota_exceeded`
 */
export async function countGuestChat(address: string, at: number): Promise<void> {
  const window: Window = { what: 'guestChats', who: address, at, lengthMs: DAY_MS };
  if ((await countUp(window, limits().guestChatsPerAddress)) === undefined)
    throw new AppError('guest_quota_exceeded', {
      message:
        'No more guest chats can be opened from your network today. Join the waitlist to keep talking.',
    });
}

/**
 * Largest number of attempts of a user on a UTC day to change the second factor (decision 0091). An attacker who has
 * the session and the password guesses a code within a year with a chance of 1 in 45.
 */
const SECOND_FACTOR_ATTEMPTS = 20;

/**
 * Counts an attempt of a user to change the second factor, before password and code are checked.
 * @throws AppError `too_many_requests`
 */
export async function countSecondFactorAttempt(owner: string, at: number): Promise<void> {
  const limit = { owner, at, perDay: SECOND_FACTOR_ATTEMPTS };
  if ((await countDailyAction('secondFactor', limit)) === undefined)
    throw new AppError('too_many_requests', {
      message: `You have tried ${SECOND_FACTOR_ATTEMPTS} times today, which is the limit. You can try again after midnight UTC.`,
    });
}

/**
 * Largest number of uploads that a user can register in an hour, failed attempts included: enough for ten messages with
 * 20 files each. A registration can keep a function of 1 GB busy for half a minute, and all functions share the
 * concurrency of the AWS account.
 */
export const REGISTRATIONS_PER_HOUR = 200;

/**
 * Counts a registration of an upload, before the upload is read.
 * @throws AppError `too_many_requests`
 */
export async function countRegistration(owner: string, at: number): Promise<void> {
  const window: Window = { what: 'files', who: owner, isOwner: true, at, lengthMs: HOUR_MS };
  if ((await countUp(window, REGISTRATIONS_PER_HOUR)) === undefined)
    throw tooMany({ lengthMs: HOUR_MS, words: 'You have added many files.' }, at);
}

/**
 * Counts a new chat of a user on a UTC day. The counter remembers the last request that was counted. A repetition of
 * the last request is not counted again. A repetition of an older request is counted again.
 * @throws AppError `too_many_requests`
 */
export async function countUserChat(owner: string, requestId: string, at: number): Promise<void> {
  const perDay = limits().chatsPerUser;
  const window: Window = { what: 'chats', who: owner, isOwner: true, at, lengthMs: DAY_MS };
  if ((await countUp(window, perDay, { requestId })) === undefined)
    throw new AppError('too_many_requests', {
      message: `You have opened ${perDay} new chats today, which is the limit. You can open more after midnight UTC.`,
    });
}
