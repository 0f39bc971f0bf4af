import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import type { UserCaller } from '../../runtime/caller.ts';
import { findUserByEmail } from '../../runtime/user-pool-users.ts';
import { requireSecondFactor } from '../admin/refuse-admin-without-second-factor.ts';
import { normaliseEmail } from '../email-address.ts';

export interface Subject {
  readonly owner: string;
  readonly email: string;
  /** `sub` of an operator who acts for the user; undefined for users who act for themselves. */
  readonly actor: string | undefined;
}

/**
 * Returns the user whom a call is about. Authorises the caller before reading that user, so that a refused caller does
 * not learn whether the address has an account.
 * @throws AppError `forbidden` when a caller who is no operator names another user. An operator who names another user
 * may get `second_factor_required` or `user_not_found`.
 */
export async function authoriseSubscriptionCall(caller: UserCaller, address: string): Promise<Subject> {
  const email = normaliseEmail(address);
  if (email === normaliseEmail(caller.email)) return { owner: caller.owner, email, actor: undefined };
  if (!caller.isAdmin) throw new AppError('forbidden');
  await requireSecondFactor(caller);
  const user = await findUserByEmail(email);
  if (!user) throw wordedError('user_not_found');
  return { owner: user.owner, email, actor: caller.owner };
}
