/** Waitlist: who waits, in the order of joining. */

import { type WaitlistItem, waitlistKey, waitlistQueueKey } from './invite-items.ts';
import { waitlistTable } from './tables.ts';
import { transact } from './transact.ts';

/** Adds an address with its place in the queue; false, changing nothing, for one that is there already (or just now by another request). */
export async function addToWaitlist(email: string, now: number): Promise<boolean> {
  const entry: WaitlistItem = { email, joinedAt: new Date(now).toISOString(), status: 'waiting' };
  const parts = [
    {
      Put: {
        TableName: waitlistTable(),
        Item: { ...waitlistKey(email), ...entry },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Put: { TableName: waitlistTable(), Item: { ...waitlistQueueKey(entry), ...entry } } },
  ];
  return transact(parts);
}
