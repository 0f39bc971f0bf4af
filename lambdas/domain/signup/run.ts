/** Runs a sign-up: looks, decides, acts, and looks again until there is nothing left to do. */
import { randomBytes, randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#contract/errors';
import type { PoolAccount } from '../../runtime/signup-pool.ts';
import type { InviteItem } from '../../store/invite-items.ts';
import type { ReservationItem } from '../../store/invites.ts';
import { inSeconds } from '../../store/keys.ts';
import { decide, HOLD_SECONDS } from './decide.ts';
import type { Facts, Ports, Request } from './facts.ts';
import { judge } from './judge.ts';

/** Long enough for fifty who want the same code; shorter than anybody waits, and than the function's time. */
const PATIENCE_MS = 15_000;
/** The other reservation can be released after `JUDGED_AFTER_SECONDS`, which is a minute. */
const ANOTHER = 'This address is being signed up with another code right now. Please try again in a minute.';
const PAUSE_MS = { min: 10, max: 120 };

/**
 * @returns the account that this address had already, if its owner has confirmed it
 * @throws AppError `invite_invalid`; `too_many_requests` when others were always faster; `signup_failed` and
 * `invalid_request` when the user pool will not have the values
 */
export async function runSignup(request: Request, ports: Ports): Promise<PoolAccount | undefined> {
  const until = ports.now() + PATIENCE_MS;
  let isMade = false;
  let refused: Facts | undefined;
  while (ports.now() < until) {
    const facts = await look(request, ports, isMade);
    const step = decide(facts);
    if (step.do === 'finish') return !isMade && facts.account?.isConfirmed ? facts.account : undefined;
    if (step.do === 'resendCode') {
      await ports.pool.resendCode(request.email);
      return undefined;
    }
    if (step.do === 'refuse' || !facts.invite) {
      // The invite and who redeemed it are two reads, and this person's own sign-up may be committed between them: a
      // refusal takes two looks in a row that show the same invite, with a pause between them. Every refusal pauses,
      // so that the time tells nothing of the code.
      if (refused && isDeepStrictEqual(refused.invite, facts.invite)) throw new AppError('invite_invalid');
      refused = facts;
      await ports.sleep(randomInt(PAUSE_MS.min, PAUSE_MS.max));
      continue;
    }
    refused = undefined;
    if (step.do === 'wait') throw new AppError('too_many_requests', { message: ANOTHER });
    if (step.do === 'judge') await judge(facts.invite, step.emails, ports);
    else if (step.do === 'removeAccount') await ports.pool.removeUser(facts.account?.username ?? '');
    else if (step.do === 'signUp') isMade = await signUp(request, facts, ports);
    else if (!(await write(step.do, facts, facts.invite, ports)))
      await ports.sleep(randomInt(PAUSE_MS.min, PAUSE_MS.max));
  }
  throw new AppError('too_many_requests');
}

async function look({ email, code }: Request, { store, pool, now }: Ports, isMade: boolean): Promise<Facts> {
  const [invite, redemption, reservation] = await Promise.all([
    store.readInvite(code),
    store.readRedemption(email),
    store.readReservation(email),
  ]);
  // Read after the database: of what was decided there, the pool shows the outcome.
  const account = invite && (await pool.findAccount(email));
  return { email, code, now: now(), invite, redemption, reservation, account, isMade };
}

/** False when it must be decided anew. */
function write(
  step: 'reserve' | 'redeem' | 'reopen',
  facts: Facts,
  invite: InviteItem,
  { store }: Ports,
): Promise<boolean> {
  const { email, code, now, reservation: before } = facts;
  if (step === 'redeem') return store.redeem({ code, email, at: new Date(now).toISOString() }, before);
  const reservation: ReservationItem = {
    email,
    code,
    until: inSeconds(now) + HOLD_SECONDS,
    // Going on with the same code keeps the ticket: a call that is on its way with it is this same sign-up.
    ticket: before?.code === code ? before.ticket : randomBytes(16).toString('base64url'),
  };
  return store[step](invite, reservation, before);
}

/** Makes the account and returns if it was made. A refusal of Cognito's for good gives the hold back. */
async function signUp({ email, name, password }: Request, facts: Facts, ports: Ports): Promise<boolean> {
  const { invite, reservation } = facts;
  const outcome = await ports.pool.createAccount({
    email,
    name,
    password,
    ticket: reservation?.ticket ?? '',
  });
  if (outcome === 'created') return true;
  if (outcome === 'exists' || outcome === 'unexpected') return false;
  if (outcome === 'busy') throw new AppError('too_many_requests');
  await ports.store.release(facts.code, { email, until: invite?.holds?.[email] ?? 0 }, reservation);
  if (outcome === 'password') throw new AppError('invalid_request', { field: 'password' });
  throw new AppError('signup_failed');
}
