/** Subject of a call about a subscription: one's own, or, for operators, anybody's. And what the caller is told. */
import type { Subscription } from '#contract/entities';
import { AppError } from '#contract/errors';
import type { UserCaller } from '../../runtime/caller.ts';
import { findUserByEmail } from '../../runtime/user-pool-admin.ts';
import { normaliseEmail } from '../email-address.ts';

export interface Subject {
  readonly owner: string;
  readonly email: string;
  /** The operator who acts for them; undefined for oneself. */
  readonly actor: string | undefined;
}

/**
 * Authorises before reading, so that a refused caller learns nothing.
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

/** A day as people write it: 21 December 2026. In UTC, and says so. */
function dayOf(unixSeconds: number): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return `${day.format(unixSeconds * 1000)} (UTC)`;
}

const whose = ({ actor, email }: Subject): string =>
  actor === undefined ? 'Your Premium' : `The Premium of ${email}`;
/** An operator hears that it was written down. */
const recorded = ({ actor }: Subject): string => (actor === undefined ? '' : ' This has been recorded.');

export const cancelledNow = (subject: Subject): string => `${whose(subject)} has ended.${recorded(subject)}`;

export const cancelledLater = (subject: Subject, expiresAt: number | undefined): string =>
  `${whose(subject)} stays active until ${
    expiresAt === undefined ? 'the end of the period' : dayOf(expiresAt)
  } and will not renew.${recorded(subject)}`;

/** A test subscription is resumed too, and ends all the same. */
export function resumed(subject: Subject, { expiresAt, renews }: Subscription): string {
  const day = expiresAt === undefined ? undefined : dayOf(expiresAt);
  const until = renews
    ? day && ` and renews on ${day}`
    : day && ` until ${day}, and does not renew: it is a test`;
  return `${whose(subject)} continues${until ?? ''}.${recorded(subject)}`;
}

export const testCreated = (subject: Subject, expiresAt: number): string =>
  `${whose(subject)} is active until ${dayOf(expiresAt)}, as a test: nothing was paid.${recorded(subject)}`;
