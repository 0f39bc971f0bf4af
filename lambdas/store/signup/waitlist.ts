/**
 * Waitlist. Addresses are in the form of `normaliseEmail` (`domain/email-address.ts`), and times are ISO 8601.
 * - `WAITLIST` / `<e-mail>`: an entry.
 * - `WAITLIST#<status>` / `<time>#<e-mail>`: the entry's place in the queue of its status.
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { WaitlistStatus } from '#contract/join-waitlist';
import { type AuditEntry, auditPart } from '../audit.ts';
import { type Parts, transact } from '../conditional-writes.ts';
import { db, waitlistTable } from '../db-and-table-names.ts';
import { mintParts } from './create-list-and-revoke-invites.ts';
import type { InviteItem } from './invite-rows-and-reads.ts';

export interface WaitlistItem {
  readonly email: string;
  readonly joinedAt: string;
  readonly status: WaitlistStatus;
  readonly approvedAt?: string;
  readonly inviteCode?: string;
}

const WAITLIST_PARTITION = 'WAITLIST';
export const waitlistKey = (email: string) => ({ pk: WAITLIST_PARTITION, sk: email });
const waitlistQueue = (status: WaitlistStatus): string => `WAITLIST#${status}`;
export const waitlistQueueKey = ({ email, status, joinedAt, approvedAt }: WaitlistItem) => ({
  pk: waitlistQueue(status),
  sk: `${status === 'approved' ? (approvedAt ?? joinedAt) : joinedAt}#${email}`,
});

/** Adds an address. Returns false when the address is on the waitlist already, or another write conflicted. */
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

/** Reads an entry for the export of an account, eventually consistent, for half the price. */
export async function readWaitlistEntry(email: string): Promise<WaitlistItem | undefined> {
  const { Item } = await db().send(new GetCommand({ TableName: waitlistTable(), Key: waitlistKey(email) }));
  return Item as WaitlistItem | undefined; // only this file writes these items
}

/** Reads an entry for an operator's decision, strongly consistent and without its table keys. */
export async function readEntry(email: string): Promise<WaitlistItem | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: waitlistTable(), Key: waitlistKey(email), ConsistentRead: true }),
  );
  return Item && entryOf(Item);
}

/**
 * Approves an entry and creates its invite. Returns false when the entry has changed since it was read, the code exists
 * already, or another write conflicted.
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

/** Removes an entry. Returns false when the entry has changed since it was read, or another write conflicted. */
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
  /** Sort key of the entry's place in the queue. */
  readonly sk: string;
  readonly entry: WaitlistItem;
}

/** Reads entries after the sort key `after`: waiting entries oldest first, approved entries newest first. */
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

function entryOf(item: Record<string, unknown>): WaitlistItem {
  const { pk: _, sk: __, ...entry } = item;
  return entry as unknown as WaitlistItem; // only this file writes these items
}
