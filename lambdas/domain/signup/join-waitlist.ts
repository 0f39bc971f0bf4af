/** Joining the waitlist: the same answer and the same work for an address that is known and one that is not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addToWaitlist } from '../../store/signup/waitlist.ts';
import { normaliseEmail } from '../email-address.ts';
import { take } from '../quota/rate-limiter.ts';

/** Exact text (docs/spec.md 4.11). */
export const JOINED = 'Thank you for joining the waitlist. We’ll be in touch.';
/** Longer than SES takes: only a new address is mailed, and the time of the answer must not tell. */
const MAILING_MS = 500;

export interface Visitor {
  /** Hash of the viewer's address. */
  readonly address: string;
}

/**
 * Adds an address to the queue; the first time counts.
 * @param confirm mails an address that is new; undefined where the deployment sends no such mails
 * @param wait for so many milliseconds
 * @throws AppError `invalid_request`, `too_many_requests`
 */
export async function joinWaitlist(
  typed: string,
  { address }: Visitor,
  now: number,
  confirm: ((to: string) => Promise<unknown>) | undefined,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<{ message: string }> {
  const email = normaliseEmail(typed);
  await take('waitlist', address, now);
  if (confirm === undefined) await addToWaitlist(email, now);
  else await Promise.all([addAndConfirm(email, now, confirm), wait(MAILING_MS)]);
  return { message: JOINED };
}

async function addAndConfirm(
  email: string,
  now: number,
  confirm: (to: string) => Promise<unknown>,
): Promise<void> {
  if (await addToWaitlist(email, now)) await confirm(email);
}
