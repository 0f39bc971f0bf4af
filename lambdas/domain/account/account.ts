/** Closes an account, and describes for the export what is stored of a user besides chats. */
import type { HttpResponse } from '#contract/http';
import type { UserCaller } from '../../runtime/caller.ts';
import { openedAt } from '../../runtime/cognito.ts';
import { putTombstone } from '../../store/account/tombstones.ts';
import { readPlan } from '../../store/billing/subscriptions.ts';
import { readRedemption } from '../../store/signup/invites.ts';
import { readWaitlistEntry } from '../../store/signup/waitlist.ts';
import { readDaysSince } from '../../store/usage/user-usage.ts';
import { normaliseEmail } from '../email.ts';

type Account = NonNullable<HttpResponse<'exportAccount'>['account']>;

/** Marks an account as being deleted, for its user or for an operator; the job `deleteAccount` deletes it. Safe to repeat. */
export const closeAccount = ({ owner, email }: Pick<UserCaller, 'owner' | 'email'>): Promise<void> =>
  putTombstone(owner, normaliseEmail(email), Date.now());

export async function describeAccount({ owner, email, name }: UserCaller): Promise<Account> {
  const address = normaliseEmail(email);
  const [createdAt, subscription, usage, redemption, entry] = await Promise.all([
    openedAt(owner),
    readPlan(owner, Date.now()),
    readDaysSince(owner, 0),
    readRedemption(address),
    readWaitlistEntry(address),
  ]);
  return {
    owner,
    email,
    ...(name !== undefined && { name }),
    ...(createdAt !== undefined && { createdAt }),
    subscription,
    usage,
    ...(redemption && { invitation: { code: redemption.code, at: redemption.at } }),
    ...(entry && {
      waitlist: {
        joinedAt: entry.joinedAt,
        ...(entry.approvedAt !== undefined && { approvedAt: entry.approvedAt }),
      },
    }),
  };
}
