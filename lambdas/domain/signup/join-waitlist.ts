import { setTimeout as sleep } from 'node:timers/promises';
import { addToWaitlist } from '../../store/signup/waitlist.ts';
import { normaliseAccountEmail } from '../email-address.ts';
import { countAttempt } from '../quota/rate-limiter.ts';

/** Exact text (docs/spec.md 4.10). */
export const JOINED = 'Thank you for joining the waitlist. We’ll be in touch.';
/**
 * Minimum milliseconds of every successful response if the deployment mails new addresses. SES usually needs less, so
 * the response time does not reveal if the address was mailed.
 */
const MAILING_MS = 500;

export interface Visitor {
  /** Hash of the visitor's network address. */
  readonly address: string;
}

/**
 * Adds an address to the waitlist. A new and a known address get the same response, so that no visitor learns who is on
 * the list.
 * @param confirm mails a new address; undefined where the deployment sends no such mails
 * @throws AppError `invalid_request`, `too_many_requests`
 */
export async function joinWaitlist(
  typed: string,
  { address }: Visitor,
  now: number,
  confirm: ((to: string) => Promise<unknown>) | undefined,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<{ message: string }> {
  const email = normaliseAccountEmail(typed);
  await countAttempt('waitlist', address, now);
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
