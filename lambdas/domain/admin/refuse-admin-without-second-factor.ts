import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import type { UserCaller } from '../../runtime/caller.ts';
import { requireEnv } from '../../runtime/env.ts';
import { ENV } from '../../runtime/env-names.ts';
import { hasSecondFactor } from '../../runtime/user-pool-second-factor.ts';
import { readSecondFactorSince } from '../../store/account/second-factor-since.ts';

export const adminsNeedSecondFactor = (): boolean => requireEnv(ENV.adminsNeedSecondFactor) === 'true';

/**
 * Refuses an administrator who has no second factor, or who signed in before it was switched on (decision 0091).
 * Cognito's tokens do not say how a user signed in, but every sign-in after the switch asked for a code. If the cookie
 * of Cognito's hosted page renews an earlier sign-in, the new token has the earlier time, and is refused too.
 * @throws AppError `second_factor_required`
 */
export async function requireSecondFactor({ owner, signedInAt }: UserCaller): Promise<void> {
  if (!adminsNeedSecondFactor()) return;
  const [isOn, since = 0] = await Promise.all([hasSecondFactor(owner), readSecondFactorSince(owner)]);
  if (!isOn) throw wordedError('second_factor_required');
  if (signedInAt <= since)
    throw new AppError('second_factor_required', {
      message: 'Log out, and sign in again with a code of your authenticator app.',
    });
}
