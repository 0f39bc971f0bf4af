import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import {
  createAccount,
  findAccount,
  type PoolAccount,
  resendCode,
} from '../../runtime/user-pool-signup-and-reset.ts';
import { removeUser } from '../../runtime/user-pool-users.ts';
import type { InviteItem } from '../../store/signup/invite-rows-and-reads.ts';
import {
  type ReservationItem,
  readInvite,
  readRedemption,
  readReservation,
} from '../../store/signup/invite-rows-and-reads.ts';
import { redeem, release, reopen, reserve, take } from '../../store/signup/reserve-and-redeem.ts';
import { inSeconds } from '../../store/unix-seconds.ts';
import { afterWrite, decide, type Facts, HOLD_SECONDS, type Step, type Write } from './decide-signup-step.ts';

export interface SignUpRequest {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** In the format that `canonicalCode` returns. */
  readonly code: string;
}

/**
 * Milliseconds after which a sign-up gives up: enough for fifty concurrent users of one code, and less than the
 * function's timeout.
 */
const PATIENCE_MS = 15_000;
/** The minute is `JUDGED_AFTER_SECONDS` in `decide-signup-step.ts`. */
const ANOTHER = 'This address is being signed up with another code right now. Please try again in a minute.';
const PAUSE_MS = { min: 10, max: 120 };
/** Expired holds that one sign-up checks at a time; each costs a call to Cognito. */
const JUDGED_AT_ONCE = 10;

const pause = () => sleep(randomInt(PAUSE_MS.min, PAUSE_MS.max));

/**
 * Reads the state of a sign-up, then decides and acts until nothing is left to do.
 * @param found the code's invite, as the caller has just read it
 * @returns the address's existing account, if its owner has confirmed it
 * @throws AppError `invite_invalid`; `too_many_requests` when the sign-up lost every race within `PATIENCE_MS`, when
 * the address is being signed up with another code, or when Cognito is busy; `signup_failed` or `invalid_request` when
 * the user pool refuses the values
 */
export async function runSignupSteps(
  request: SignUpRequest,
  found: InviteItem | undefined,
): Promise<PoolAccount | undefined> {
  const until = Date.now() + PATIENCE_MS;
  let facts = await readFacts(request, { isMade: false, reading: Promise.resolve(found) });
  let refused: Facts | undefined;
  while (Date.now() < until) {
    const step = decide(facts);
    if (step.do === 'finish') return !facts.isMade && facts.account?.isConfirmed ? facts.account : undefined;
    if (step.do === 'resendCode') {
      await resendCode(request.email);
      return undefined;
    }
    if (step.do === 'wait') throw new AppError('too_many_requests', { message: ANOTHER });
    if (step.do === 'refuse' || !facts.invite) {
      // Another sign-up may be giving its use back, so a refusal takes two reads in a row that show the same invite.
      // The random pause between the reads blurs what the response time tells about the code.
      if (refused && isDeepStrictEqual(refused.invite, facts.invite)) throw wordedError('invite_invalid');
      refused = facts;
      await pause();
      facts = await readFacts(request, facts);
      continue;
    }
    refused = undefined;
    facts = await act(step, request, { ...facts, invite: facts.invite });
  }
  throw new AppError('too_many_requests');
}

async function readFacts(
  { email, code }: SignUpRequest,
  { isMade, reading = readInvite(code) }: { isMade: boolean; reading?: Promise<InviteItem | undefined> },
): Promise<Facts> {
  // Reads the invite before the redemption. In the opposite order, another request of the address could redeem between
  // the two reads. This request would then find neither a redemption nor a hold, and would take a second use.
  const invite = await reading;
  const [redemption, reservation] = await Promise.all([readRedemption(email), readReservation(email)]);
  // Reads the user pool after the database. In the opposite order, another request could make the account and redeem
  // between the two reads. This request would then find a redemption without an account, and would turn the use back
  // into a hold (`reopen`).
  const account = invite && (await findAccount(email));
  return { email, code, now: Date.now(), invite, redemption, reservation, account, isMade };
}

type Known = Facts & { readonly invite: InviteItem };

async function act(
  step: Exclude<Step, { do: 'finish' | 'refuse' | 'wait' | 'resendCode' }>,
  request: SignUpRequest,
  facts: Known,
): Promise<Facts> {
  if (step.do === 'judge') {
    await Promise.all(step.emails.slice(0, JUDGED_AT_ONCE).map((email) => judge(facts.invite, email)));
    return readFacts(request, facts);
  }
  if (step.do === 'removeAccount') {
    await removeUser(facts.account?.username ?? '');
    return { ...facts, now: Date.now(), account: undefined };
  }
  if (step.do === 'signUp')
    return (await openAccount(request, facts)) ?? readFacts(request, { isMade: false });
  const written = await write(step.do, facts);
  if (written) return { ...written, now: Date.now() };
  await pause();
  return readFacts(request, facts);
}

/** Returns undefined when another write came first. */
async function write(step: Write, facts: Known): Promise<Facts | undefined> {
  const { email, code, now, invite, reservation: before } = facts;
  const reservation: ReservationItem = {
    email,
    code,
    until: inSeconds(now) + HOLD_SECONDS,
    // A reservation with the same code keeps its ticket, since a call to Cognito with that ticket may be in progress
    // for this sign-up.
    ticket: before?.code === code ? before.ticket : randomBytes(16).toString('base64url'),
  };
  const isWritten = await {
    take: () => take(invite, email),
    redeem: () => redeem({ code, email, at: new Date(now).toISOString() }, before),
    reserve: () => reserve(invite, reservation, before),
    reopen: () => reopen(invite, reservation, before),
  }[step]();
  return isWritten ? afterWrite(step, facts, reservation) : undefined;
}

/**
 * Makes the account in the user pool. Undefined if the account exists already, if PreSignUp found no reservation, or if
 * a trigger failed.
 */
async function openAccount(
  { email, name, password }: SignUpRequest,
  facts: Known,
): Promise<Facts | undefined> {
  const { invite, reservation } = facts;
  const outcome = await createAccount({ email, name, password, ticket: reservation?.ticket ?? '' });
  if (outcome === 'created') {
    const account = { username: email, isConfirmed: false, createdAt: Date.now() };
    return { ...facts, now: Date.now(), account, isMade: true };
  }
  if (outcome === 'exists' || outcome === 'unexpected') return undefined;
  if (outcome === 'busy') throw new AppError('too_many_requests');
  await release(facts.code, { email, until: invite.holds?.[email] ?? 0 }, reservation);
  if (outcome === 'password') throw new AppError('invalid_request', { field: 'password' });
  throw wordedError('signup_failed');
}

/**
 * Settles an expired hold. Its sign-up may have crashed between making the account and counting the use. If the
 * account exists and no other code opened it, the hold becomes a use. Otherwise the hold is released.
 */
async function judge({ code, holds }: InviteItem, email: string): Promise<void> {
  const [reservation, redemption] = await Promise.all([readReservation(email), readRedemption(email)]);
  const account = await findAccount(email);
  const isOfThis = redemption === undefined && (reservation === undefined || reservation.code === code);
  if (account && isOfThis) await redeem({ code, email, at: new Date().toISOString() }, reservation);
  else await release(code, { email, until: holds?.[email] ?? 0 }, reservation);
}
