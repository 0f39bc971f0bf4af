/** Administrators: makes and removes them. For the operator's command alone: the console makes nobody one. */
import type { User } from '#contract/admin';
import { AppError } from '#contract/errors';
import { setMember } from '../../runtime/user-pool.ts';
import type { Operator } from './operator.ts';
import { recorded, requireUser } from './users.ts';

/**
 * Makes somebody an administrator, or no longer one. Repeating it changes nothing.
 * @throws AppError `invalid_request` for an account that is not confirmed: whose it is, is not known
 */
export async function setAdmin(operator: Operator, user: User, isAdmin: boolean): Promise<User> {
  if (isAdmin && !user.confirmed)
    throw new AppError('invalid_request', { message: 'They have not confirmed their address yet.' });
  const action = isAdmin ? 'user.makeAdmin' : 'user.removeAdmin';
  await recorded(operator, action, user.owner, () => setMember(user.owner, isAdmin));
  return requireUser(user.owner);
}
