import type { User } from '#contract/admin';
import { requireUser } from '../lambdas/domain/admin/users.ts';
import { normaliseEmail } from '../lambdas/domain/email-address.ts';
import { findUserByEmail } from '../lambdas/runtime/user-pool-users.ts';
import { OpsError } from './operator-errors.ts';

/**
 * Finds a user by address or by id (`sub`).
 * @throws OpsError for an unknown address
 * @throws AppError `user_not_found` for an unknown id, `invalid_request` for a malformed address
 */
export async function findUserByEmailOrId(who: string): Promise<User> {
  if (!who.includes('@')) return requireUser(who);
  const user = await findUserByEmail(normaliseEmail(who));
  if (!user) throw new OpsError(`There is no account of ${who}.`);
  return user;
}
