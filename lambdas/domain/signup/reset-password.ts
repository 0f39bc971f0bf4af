/** Sets a new password with the code that Cognito mailed (decision 0082). */
import { AppError } from '#contract/errors';
import { requireEnv } from '../../runtime/env.ts';
import { ENV } from '../../runtime/env-names.ts';
import { confirmReset } from '../../runtime/user-pool-signup-and-reset.ts';
import { normaliseEmail } from '../email-address.ts';
import { countAttempt } from '../quota/rate-limiter.ts';
import { checkPassword } from './check-password.ts';

export interface Reset {
  readonly email: string;
  readonly code: string;
  readonly password: string;
}

/**
 * Checks the new password and sets it. Returns the text for the visitor.
 * @param address hash of the visitor's network address
 * @throws AppError `invalid_request`, `too_many_requests`, `password_breached`, `password_guessable`,
 * `reset_code_invalid`
 */
export async function resetPassword(
  reset: Reset,
  { address }: { address: string },
): Promise<{ message: string }> {
  await countAttempt('reset', address, Date.now());
  const email = normaliseEmail(reset.email);
  checkPassword(reset.password, [requireEnv(ENV.productName), email]);
  const outcome = await confirmReset({ ...reset, email });
  if (outcome === 'busy') throw new AppError('too_many_requests');
  if (outcome === 'password') throw new AppError('invalid_request', { field: 'password' });
  if (outcome === 'code') throw new AppError('reset_code_invalid', { field: 'code' });
  return { message: 'Your password is changed.' };
}
