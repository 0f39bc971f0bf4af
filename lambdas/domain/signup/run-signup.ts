/**
 * Runs a sign-up: looks, then decides and acts until there is nothing left to do. A step that succeeded is known by its
 * effect; after a lost race the sign-up looks again.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#contract/errors';
import { removeUser } from '../../runtime/cognito.ts';
import { createAccount, findAccount, type PoolAccount, resendCode } from '../../runtime/user-pool-signup.ts';
import { inSeconds } from '../../store/keys.ts';
import type { InviteItem } from '../../store/signup/invites.ts';
import {
  type ReservationItem,
  readInvite,
  readRedemption,
  readReservation,
} from '../../store/signup/invites.ts';
import { redeem, release, reopen, reserve } from '../../store/signup/reserve-and-redeem.ts';
import { afterWrite, decide, type Facts, HOLD_SECONDS, type Step, type Write } from './decide-step.ts';

export interface Request {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** As `canonicalCode` makes it. */
  readonly code: string;
}

/** Enough for fifty people who use the same code at once, and less than the function's timeout. */
const PATIENCE_MS = 15_000;
/** The other reservation can be released after `JUDGED_AFTER_SECONDS`, which is a minute. */
const ANOTHER = 'This address is being signed up with another code right now. Please try again in a minute.';
const PAUSE_MS = { min: 10, max: 120 };
/** Holds that are judged for one sign-up; each costs a call to Cognito. */
const JUDGED_AT_ONCE = 10;

const pause = () => sleep(randomInt(PAUSE_MS.min, PAUSE_MS.max));

/**
 * @param found the code's invite, as the caller has just read it
 * @returns the account that this address had already, if its owner has confirmed it
 * @throws AppError `invite_invalid`; `too_many_requests` when the sign-up lost every race; `signup_failed` and
 * `invalid_request` when the user pool will not have the values
 */
export async function runSignup(
  request: Request,
  found: InviteItem | undefined,
): Promise<PoolAccount | undefined> {
  const until = Date.now() + PATIENCE_MS;
  let facts = await look(request, { isMade: false, reading: Promise.resolve(found) });
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
      // The invite and who redeemed it are two reads, and this person's own sign-up may be committed between them: a
      // refusal takes two looks in a row that show the same invite, with a pause between them. Every refusal pauses,
      // so that the time tells nothing of the code.
      if (refused && isDeepStrictEqual(refused.invite, facts.invite)) throw new AppError('invite_invalid');
      refused = facts;
      await pause();
      facts = await look(request, facts);
      continue;
    }
    refused = undefined;
    facts = await act(step, request, { ...facts, invite: facts.invite });
  }
  throw new AppError('too_many_requests');
}

async function look(
  { email, code }: Request,
  { isMade, reading = readInvite(code) }: { isMade: boolean; reading?: Promise<InviteItem | undefined> },
): Promise<Facts> {
  const [invite, redemption, reservation] = await Promise.all([
    reading,
    readRedemption(email),
    readReservation(email),
  ]);
  // Read after the database: of what was decided there, the pool shows the outcome.
  const account = invite && (await findAccount(email));
  return { email, code, now: Date.now(), invite, redemption, reservation, account, isMade };
}

type Known = Facts & { readonly invite: InviteItem };

/** Does one step. @returns the facts after it, read again where another sign-up came first */
async function act(
  step: Exclude<Step, { do: 'finish' | 'refuse' | 'wait' | 'resendCode' }>,
  request: Request,
  facts: Known,
): Promise<Facts> {
  if (step.do === 'judge') {
    await Promise.all(step.emails.slice(0, JUDGED_AT_ONCE).map((email) => judge(facts.invite, email)));
    return look(request, facts);
  }
  if (step.do === 'removeAccount') {
    await removeUser(facts.account?.username ?? '');
    return { ...facts, now: Date.now(), account: undefined };
  }
  if (step.do === 'signUp') return (await openAccount(request, facts)) ?? look(request, { isMade: false });
  const written = await write(step.do, facts);
  if (written) return { ...written, now: Date.now() };
  await pause();
  return look(request, facts);
}

/** Undefined when another write came first. */
async function write(step: Write, facts: Known): Promise<Facts | undefined> {
  const { email, code, now, invite, reservation: before } = facts;
  const reservation: ReservationItem = {
    email,
    code,
    until: inSeconds(now) + HOLD_SECONDS,
    // Going on with the same code keeps the ticket: a call that is on its way with it is this same sign-up.
    ticket: before?.code === code ? before.ticket : randomBytes(16).toString('base64url'),
  };
  const isWritten =
    step === 'redeem'
      ? await redeem({ code, email, at: new Date(now).toISOString() }, before)
      : await { reserve, reopen }[step](invite, reservation, before);
  return isWritten ? afterWrite(step, facts, reservation) : undefined;
}

/** Makes the account; undefined when there was one, or no reservation. A refusal for good gives the hold back. */
async function openAccount({ email, name, password }: Request, facts: Known): Promise<Facts | undefined> {
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
  throw new AppError('signup_failed');
}

/**
 * Holds that are over are not just dropped: the sign-up may have died between making the account and counting it.
 * Where there is an account that no other code has opened, the hold becomes a use; else it is given back.
 */
async function judge({ code, holds }: InviteItem, email: string): Promise<void> {
  const [reservation, redemption] = await Promise.all([readReservation(email), readRedemption(email)]);
  const account = await findAccount(email);
  const isOfThis = redemption === undefined && (reservation === undefined || reservation.code === code);
  if (account && isOfThis) await redeem({ code, email, at: new Date().toISOString() }, reservation);
  else await release(code, { email, until: holds?.[email] ?? 0 }, reservation);
}
