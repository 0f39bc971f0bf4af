/** Users, and who of them may sign in. */
import type { User, UserDetails } from '#contract/admin';
import { AppError } from '#contract/errors';
import { ADMIN_PAGE_SIZE } from '#contract/limits';
import { findUser, isBadToken, listUsers, setEnabled, setMember } from '../../runtime/user-pool-admin.ts';
import { putAudit } from '../../store/audit.ts';
import { readPlan } from '../../store/billing/subscriptions.ts';
import { readDaysSince, readLastDay } from '../../store/usage/user-usage.ts';
import { type AuditAction, type Operator, recordOf } from './operator.ts';
import type { Page } from './read-filtered-page.ts';

const USAGE_DAYS = 30;
const DAY_MS = 86_400_000;

/** `search` is the beginning of an address. @throws AppError `invalid_request` for a cursor that is none */
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
  readonly plan: 'free' | 'monthly' | 'yearly' | 'paid';
  /** `yyyy-mm-dd` in UTC. */
  readonly lastUse: string | undefined;
}

/** Reads the plan and the last use of a user, for a list: two reads. */
export async function readActivity(owner: string): Promise<UserActivity> {
  const [{ active, planType = 'paid' }, lastUse] = await Promise.all([
    readPlan(owner, Date.now()),
    readLastDay(owner),
  ]);
  return { plan: active ? planType : 'free', lastUse };
}

/** With the plan and the last 30 days' usage. @throws AppError `user_not_found` */
export async function getUser(owner: string): Promise<UserDetails> {
  const user = await requireUser(owner);
  const now = Date.now();
  const [subscription, usage] = await Promise.all([
    readPlan(owner, now),
    readDaysSince(owner, now - (USAGE_DAYS - 1) * DAY_MS),
  ]);
  return { ...user, subscription, usage };
}

export async function requireUser(owner: string): Promise<User> {
  const user = await findUser(owner);
  if (!user) throw new AppError('user_not_found');
  return user;
}

/**
 * Enables or disables a user; a disabled one is signed out everywhere. Repeating it changes nothing.
 * @throws AppError `forbidden` for an operator who would disable themselves, `user_not_found`
 */
export async function setUserEnabled(operator: Operator, owner: string, enabled: boolean): Promise<User> {
  if (!enabled && owner === operator.actor)
    throw new AppError('forbidden', { message: 'Nobody disables themselves.' });
  await requireUser(owner);
  await recorded(operator, enabled ? 'user.enable' : 'user.disable', owner, () => setEnabled(owner, enabled));
  return requireUser(owner);
}

/**
 * A change in the user pool, which no transaction reaches: recorded before it happens, and again when it fails.
 * @param change answers false when there is no such user
 */
export async function recorded(
  operator: Pick<Operator, 'actor'>,
  action: AuditAction,
  owner: string,
  change: () => Promise<boolean>,
): Promise<void> {
  await putAudit(recordOf(operator, action, { target: owner }));
  const fail = (why: string) =>
    putAudit(recordOf(operator, action, { target: owner, detail: `failed: ${why}` }));
  let isDone: boolean;
  try {
    isDone = await change();
  } catch (error) {
    await fail(error instanceof Error ? error.name : 'unknown');
    throw error;
  }
  if (isDone) return;
  await fail('no such user');
  throw new AppError('user_not_found');
}

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
