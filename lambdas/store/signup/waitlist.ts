/** Waitlist, in the order of joining: what visitors add to, and operators read and change. */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { WaitlistStatus } from '#contract/waitlist';
import { type AuditEntry, auditPart } from '../audit.ts';
import { type Parts, transact } from '../conditional-writes.ts';
import { db, waitlistTable } from '../tables.ts';
import {
  type InviteItem,
  type WaitlistItem,
  waitlistKey,
  waitlistQueue,
  waitlistQueueKey,
} from './invites.ts';
import { mintParts } from './operator-invites.ts';

/** Adds an address with its place in the queue; false, changing nothing, for one that is there already. */
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

export async function readWaitlistEntry(email: string): Promise<WaitlistItem | undefined> {
  const { Item } = await db().send(new GetCommand({ TableName: waitlistTable(), Key: waitlistKey(email) }));
  return Item as WaitlistItem | undefined; // as the waitlist stored it
}

export async function readEntry(email: string): Promise<WaitlistItem | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: waitlistTable(), Key: waitlistKey(email), ConsistentRead: true }),
  );
  return Item && entryOf(Item);
}

/**
 * Approves an entry that is still as it was read, and mints the invite: both or, answering false, nothing.
 */
export async function approve(entry: WaitlistItem, invite: InviteItem, audit: AuditEntry): Promise<boolean> {
  const approved: WaitlistItem = {
    ...entry,
    status: 'approved',
    approvedAt: audit.at,
    inviteCode: invite.code,
  };
  return transact([
    {
      Put: {
        TableName: waitlistTable(),
        Item: { ...waitlistKey(entry.email), ...approved },
        ...unchanged(entry),
      },
    },
    { Delete: { TableName: waitlistTable(), Key: waitlistQueueKey(entry) } },
    { Put: { TableName: waitlistTable(), Item: { ...waitlistQueueKey(approved), ...approved } } },
    ...mintParts(invite),
    auditPart(audit),
  ]);
}

/** Removes an entry that is still as it was read; else false. */
export const remove = (entry: WaitlistItem, audit: AuditEntry): Promise<boolean> =>
  transact([
    { Delete: { TableName: waitlistTable(), Key: waitlistKey(entry.email), ...unchanged(entry) } },
    { Delete: { TableName: waitlistTable(), Key: waitlistQueueKey(entry) } },
    auditPart(audit),
  ] satisfies Parts);

const unchanged = ({ status, joinedAt }: WaitlistItem) => ({
  ConditionExpression: '#status = :status AND joinedAt = :joinedAt',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: { ':status': status, ':joinedAt': joinedAt },
});

interface QueuedEntry {
  /** Its place in the queue. */
  readonly sk: string;
  readonly entry: WaitlistItem;
}

/** Reads a queue after that place: the longest waiting first, or the latest approved first. */
export async function readQueue(
  status: WaitlistStatus,
  after: string | undefined,
  limit: number,
): Promise<{ readonly rows: QueuedEntry[]; readonly end: boolean }> {
  const pk = waitlistQueue(status);
  const { Items = [], LastEvaluatedKey } = await db().send(
    new QueryCommand({
      TableName: waitlistTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ScanIndexForward: status === 'waiting',
      ConsistentRead: true,
      Limit: limit,
      ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
    }),
  );
  return {
    rows: Items.map((item) => ({ sk: String(item.sk), entry: entryOf(item) })),
    end: LastEvaluatedKey === undefined,
  };
}

/** Without the keys. */
function entryOf(item: Record<string, unknown>): WaitlistItem {
  const { pk: _, sk: __, ...entry } = item;
  return entry as unknown as WaitlistItem; // as the waitlist stored it
}
