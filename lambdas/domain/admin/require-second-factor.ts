/** Refuses administrators whose sign-in did not ask for a second factor (decision 0091). */
import { AppError } from '#contract/errors';
import type { UserCaller } from '../../runtime/caller.ts';
import { requireEnv } from '../../runtime/env.ts';
import { ENV } from '../../runtime/env-names.ts';
import { hasSecondFactor } from '../../runtime/user-pool-second-factor.ts';
import { readSecondFactorSince } from '../../store/account/second-factor-since.ts';

/** True where the deployment asks administrators for a second factor. */
export const adminsNeedSecondFactor = (): boolean => requireEnv(ENV.adminsNeedSecondFactor) === 'true';

/**
 * Refuses an administrator who has no second factor, or who signed in before the factor was switched on. Does nothing
 * where the deployment asks for no second factor. Cognito's tokens do not say how a user signed in. But Cognito asks a
 * user with a second factor for a code at every sign-in, so a later sign-in had a code. The cookie of Cognito's hosted
 * page can renew an earlier sign-in, which was made with a password alone. The renewed token keeps the time of that
 * sign-in, so it is refused too.
 * @throws AppError `second_factor_required`
 */
export async function requireSecondFactor({ owner, signedInAt }: UserCaller): Promise<void> {
  if (!adminsNeedSecondFactor()) return;
  const [isOn, since = 0] = await Promise.all([hasSecondFactor(owner), readSecondFactorSince(owner)]);
  if (!isOn) throw new AppError('second_factor_required');
  if (signedInAt <= since)
    throw new AppError('second_factor_required', {
      message: 'Log out, and sign in again with a code of your authenticator app.',
    });
}
