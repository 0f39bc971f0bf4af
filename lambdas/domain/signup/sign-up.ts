import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import { requireEnv } from '../../runtime/env.ts';
import { ENV } from '../../runtime/env-names.ts';
import { log } from '../../runtime/log.ts';
import { mailConfig, sendMail } from '../../runtime/send-mail.ts';
import type { InviteItem } from '../../store/signup/invite-rows-and-reads.ts';
import { readInvite } from '../../store/signup/invite-rows-and-reads.ts';
import { normaliseAccountEmail } from '../email-address.ts';
import { existingAccountMail } from '../mail/waitlist-and-signup-mails.ts';
import { attemptsWith, countAttempt, countDailyAction, noteWrongCode } from '../quota/rate-limiter.ts';
import { checkPassword } from './check-password.ts';
import { canonicalCode } from './invite-code.ts';
import { runSignupSteps, type SignUpRequest } from './run-signup-steps.ts';

/** Exact text (docs/spec.md 4.11). */
export const SIGNED_UP = 'Signup successful!';

/**
 * Shortest response time of a successful sign-up, in milliseconds. Cognito usually creates an account and mails its
 * code in less time, so the response time does not reveal if the address is new.
 */
const ANSWER_MS = 1_000;

/** Sign-up form as it was typed. */
export interface Form {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly inviteCode: string;
}

/**
 * Opens an account (docs/spec.md 4.11 and 5; decision 0010). If the e-mail address already has a confirmed account, the
 * account stays unchanged. The visitor gets the same response as for a new e-mail address, after the same time. The
 * sign-up takes a use of the code, as for a new e-mail address. If an earlier sign-up of the same e-mail address has
 * taken a use of this code, no second use is taken. In a deployment with mail, the account's owner is mailed, at most
 * once a day.
 * @param address hash of the visitor's network address
 * @throws AppError `invalid_request`, `password_spaces`, `password_breached`, `password_guessable`, `too_many_requests`,
 * `invite_invalid`, `signup_failed`
 */
export async function signUp(
  form: Form,
  { address }: { address: string },
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<{ message: string }> {
  const at = Date.now();
  const waited = wait(ANSWER_MS);
  await countAttempt('signup', address, at);
  const { code, ...request } = checked(form);
  try {
    if (code === undefined) throw wordedError('invite_invalid');
    const invite = await countCodeAttempt(code, at);
    const existing = await runSignupSteps({ ...request, code }, invite);
    if (existing) await tellOwner(existing.username, request.email, at);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invite_invalid') await noteWrongCode(at);
    throw error;
  }
  await waited;
  return { message: SIGNED_UP };
}

/** Never throws, because the visitor must get the same response, also when the mail fails. */
async function tellOwner(owner: string, email: string, at: number): Promise<void> {
  if (!mailConfig()) return;
  try {
    // Without the limit of one mail a day, the holder of a code could flood the owner's mailbox.
    if (!(await countDailyAction('existing-account', { owner, at, perDay: 1 }))) return;
    const product = { productName: requireEnv(ENV.productName), siteUrl: requireEnv(ENV.siteUrl) };
    await sendMail({ to: email, ...existingAccountMail(product) });
  } catch (cause) {
    log('ERROR', 'owner of an account not told of a sign-up', { cause });
  }
}

/**
 * Counts an attempt with a code. An unknown code has the limit of a single-use code, so that the limit does not tell a
 * visitor whether the code exists.
 */
async function countCodeAttempt(code: string, at: number): Promise<InviteItem | undefined> {
  const invite = await readInvite(code);
  await countAttempt('code', code, at, attemptsWith(invite?.maxUses ?? 1));
  return invite;
}

/**
 * Checks the form without a read of the database. Leaves `code` out if the typed text cannot be a code.
 * @throws AppError `invalid_request` for a wrong name or e-mail address; the errors of `checkPassword`
 */
function checked({
  name,
  email,
  password,
  inviteCode,
}: Form): Omit<SignUpRequest, 'code'> & { code?: string } {
  if (!isName(name)) throw new AppError('invalid_request', { field: 'name' });
  const request = { name: name.trim(), email: normaliseAccountEmail(email), password };
  checkPassword(password, [requireEnv(ENV.productName), request.email, request.name]);
  const code = canonicalCode(inviteCode);
  return code === undefined ? request : { ...request, code };
}

/** True for a text of letters (with their marks) and whitespace that has at least one letter (docs/spec.md 5). */
const isName = (name: string): boolean => /^[\p{L}\p{M}\s]+$/u.test(name) && /\p{L}/u.test(name);
