/** Subject of a call about a subscription: one's own, or, for operators, anybody's. */
import { AppError } from '#contract/errors';
import type { UserCaller } from '../../runtime/caller.ts';
import { findUserByEmail } from '../../runtime/user-pool.ts';
import { normaliseEmail } from '../email.ts';

export interface Subject {
  readonly owner: string;
  readonly email: string;
  /** The operator who acts for them; undefined for oneself. */
  readonly actor: string | undefined;
}

/**
 * Nothing is read for whoever may not know.
 * @throws AppError `forbidden`; `user_not_found` for operators alone
 */
export async function subjectOf(caller: UserCaller, address: string): Promise<Subject> {
  const email = normaliseEmail(address);
  if (email === normaliseEmail(caller.email)) return { owner: caller.owner, email, actor: undefined };
  if (!caller.isAdmin) throw new AppError('forbidden');
  const user = await findUserByEmail(email);
  if (!user) throw new AppError('user_not_found');
  return { owner: user.owner, email, actor: caller.owner };
}
