import type { User, UserDetails } from '#contract/admin';
import { AppError } from '#contract/error-codes';
import { ADMIN_PAGE_SIZE } from '#contract/limits';
import { wordedError } from '#contract/server-worded-errors';
import { setSecondFactor } from '../../runtime/user-pool-second-factor.ts';
import { enableUser, findUser, isBadToken, listUsers, setMember } from '../../runtime/user-pool-users.ts';
import { readPlan } from '../../store/billing/read-subscription-and-plan.ts';
import { readStorage } from '../../store/files/put-file-and-free-storage.ts';
import { revokeAdminTokens } from '../../store/revocations.ts';
import { readDaysSince, readLastDay } from '../../store/usage/read-usage-days.ts';
import { closeRevoked, endAccess, revokeSignIns } from '../account/end-sign-ins-and-access.ts';
import { withAuditRecord } from '../audit-log.ts';
import type { Page } from './list-page-type.ts';
import type { OperatorContext } from './operator-context.ts';

const USAGE_DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Lists a page of users; with `search`, users whose e-mail address begins with it.
 * @throws AppError `invalid_request` for a search or cursor that Cognito refuses
 */
export async function listUsersPage({
  search,
  cursor,
}: {
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
}): Promise<Page<User>> {
  try {
    const { users, next } = await listUsers({
      prefix: search?.trim().normalize('NFC').toLowerCase(),
      next: cursor,
      limit: ADMIN_PAGE_SIZE,
    });
    return { rows: users, ...(next !== undefined && { nextCursor: next }) };
  } catch (error) {
    if (!isBadToken(error)) throw error;
    throw new AppError('invalid_request', {
      field: cursor === undefined ? 'search' : 'cursor',
      cause: error,
    });
  }
}

export interface UserActivity {
  /** `paid`: a paid plan that was stored without its period, so monthly or yearly is not known. */
  readonly plan: 'free' | 'monthly' | 'yearly' | 'paid';
  /** `yyyy-mm-dd` in UTC; undefined without usage in the days that are kept. */
  readonly lastUse: string | undefined;
}

export async function readActivity(owner: string): Promise<UserActivity> {
  const [{ active, planType = 'paid' }, lastUse] = await Promise.all([
    readPlan(owner, Date.now()),
    readLastDay(owner),
  ]);
  return { plan: active ? planType : 'free', lastUse };
}

/** @throws AppError `user_not_found` */
export async function getUser(owner: string): Promise<UserDetails> {
  const user = await requireUser(owner);
  const now = Date.now();
  const [subscription, usage, storage] = await Promise.all([
    readPlan(owner, now),
    readDaysSince(owner, now - (USAGE_DAYS - 1) * DAY_MS),
    readStorage(owner),
  ]);
  return { ...user, subscription, usage, storage };
}

/** @throws AppError `user_not_found` */
export async function requireUser(owner: string): Promise<User> {
  const user = await findUser(owner);
  if (!user) throw wordedError('user_not_found');
  return user;
}

/**
 * Enables or disables a user. A disabled user is also signed out everywhere. Idempotent.
 * @throws AppError `forbidden` for an operator who would disable themselves; `user_not_found`
 */
export async function setUserEnabled(
  operator: OperatorContext,
  owner: string,
  enabled: boolean,
): Promise<User> {
  if (!enabled && owner === operator.actor)
    throw new AppError('forbidden', { message: 'You cannot disable your own account.' });
  await requireUser(owner);
  await withAuditRecord(operator, enabled ? 'user.enable' : 'user.disable', owner, () =>
    enabled ? enableUser(owner) : endAccess(owner),
  );
  return requireUser(owner);
}

/**
 * Makes a user an administrator or an ordinary user. A demotion also revokes the tokens that name the user an
 * administrator. Idempotent.
 * @throws AppError `invalid_request` if an unconfirmed account is to become an administrator, because its address may
 * belong to somebody else; `user_not_found`
 */
export async function setAdmin(operator: OperatorContext, user: User, isAdmin: boolean): Promise<User> {
  if (isAdmin && !user.confirmed)
    throw new AppError('invalid_request', { message: 'They have not confirmed their address yet.' });
  const action = isAdmin ? 'user.makeAdmin' : 'user.removeAdmin';
  await withAuditRecord(operator, action, user.owner, async () => {
    const isThere = await setMember(user.owner, isAdmin);
    if (!isAdmin) await revokeAdminTokens(user.owner, Date.now());
    return isThere;
  });
  return requireUser(user.owner);
}

/**
 * Switches off the second factor of a user, for example of a user who has lost the device with the authenticator app.
 * Also ends all sign-ins, because the lost device may be signed in. Idempotent.
 * @throws AppError `user_not_found`
 */
export async function resetSecondFactor(operator: OperatorContext, { owner }: User): Promise<User> {
  await withAuditRecord(operator, 'user.resetSecondFactor', owner, async () => {
    const isThere = await setSecondFactor(owner, false);
    await revokeSignIns(owner);
    await closeRevoked(owner);
    return isThere;
  });
  return requireUser(owner);
}
