import { randomUUID } from 'node:crypto';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import { requireEnv } from '../../runtime/env.ts';
import { ENV } from '../../runtime/env-names.ts';
import { confirmReset, findAccount, type ResetOutcome } from '../../runtime/user-pool-signup-and-reset.ts';
import { readRevocationConsistently } from '../../store/revocations.ts';
import { closeRevoked, revokeSignIns } from '../account/end-sign-ins-and-access.ts';
import { normaliseAccountEmail } from '../email-address.ts';
import { countAttempt } from '../quota/rate-limiter.ts';
import { checkPassword } from './check-password.ts';

export interface Reset {
  readonly email: string;
  readonly code: string;
  readonly password: string;
}

/**
 * Sets a new password with the code that Cognito mailed, and ends all of the user's sign-ins (decision 0082).
 * @param address hash of the visitor's network address
 * @throws AppError `invalid_request`, `too_many_requests`, `password_spaces`, `password_breached`, `password_guessable`,
 * `reset_code_invalid`, `internal` when Cognito failed
 */
export async function resetPassword(
  reset: Reset,
  { address }: { address: string },
): Promise<{ message: string }> {
  await countAttempt('reset', address, Date.now());
  const email = normaliseAccountEmail(reset.email);
  checkPassword(reset.password, [requireEnv(ENV.productName), email]);
  const resetId = randomUUID();
  const outcome = await confirmReset({ ...reset, email, resetId });
  if (outcome.is !== 'done' && !outcome.isUnclear) throw errorOf(outcome);
  await endSignIns(email, resetId, outcome);
  return { message: 'Your password is changed.' };
}

function errorOf({ is, cause }: ResetOutcome): AppError {
  if (is === 'busy') return new AppError('too_many_requests');
  if (is === 'password') return new AppError('invalid_request', { field: 'password' });
  return is === 'code'
    ? wordedError('reset_code_invalid', { field: 'code' })
    : new AppError('internal', { cause });
}

/**
 * Ends the user's sign-ins and closes their connections. When Cognito sets the password, the PostConfirmation trigger
 * revokes the tokens and stores the `resetId`. A stored `resetId` shows that the password was set, even if Cognito's
 * answer was lost. If only the trigger failed, this function revokes the tokens.
 * @throws AppError when Cognito's answer is unclear, and no revocation has the `resetId`
 */
async function endSignIns(email: string, resetId: string, outcome: ResetOutcome): Promise<void> {
  const owner = (await findAccount(email))?.username;
  const isMarked = owner !== undefined && (await readRevocationConsistently(owner))?.resetId === resetId;
  if (outcome.is !== 'done' && !isMarked) throw errorOf(outcome);
  if (owner === undefined) return; // deleted meanwhile
  if (!isMarked) await revokeSignIns(owner);
  await closeRevoked(owner);
}
