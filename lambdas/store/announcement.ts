/** The operator's announcement to all users, in the Usage table: `GLOBAL` / `ANNOUNCEMENT`. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredAnnouncement } from '#contract/admin';
import { type AuditEntry, auditPart } from './audit.ts';
import { transact } from './conditional-writes.ts';
import { db, usageTable } from './db-and-table-names.ts';
import { inSeconds } from './unix-seconds.ts';

export const announcementKey = () => ({ pk: 'GLOBAL', sk: 'ANNOUNCEMENT' });

/**
 * Returns the announcement. The TTL may remove an announcement long after its end, so the caller must check `endsAt`.
 * @param isConsistent false for a read at half the price, which may miss a recent change
 */
export async function readAnnouncement(isConsistent: boolean): Promise<StoredAnnouncement | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: usageTable(), Key: announcementKey(), ConsistentRead: isConsistent }),
  );
  return Item as StoredAnnouncement | undefined; // only `putAnnouncement` writes it
}

/**
 * Replaces the announcement that the caller has read. Returns false and writes nothing when the announcement has
 * changed since that read, or when another call is changing the announcement at the same time.
 * @param before `at` of the announcement that was read; undefined if there was none
 */
export function putAnnouncement(
  announcement: StoredAnnouncement,
  before: string | undefined,
  record: AuditEntry,
): Promise<boolean> {
  const { endsAt } = announcement;
  const ttl = endsAt === undefined ? {} : { ttl: inSeconds(Date.parse(endsAt)) };
  const Item = { ...announcementKey(), ...announcement, ...ttl };
  const condition =
    before === undefined ? { ConditionExpression: 'attribute_not_exists(pk)' } : stands(before);
  return transact([{ Put: { TableName: usageTable(), Item, ...condition } }, auditPart(record)]);
}

/** Returns false when the announcement last changed at `at` is no longer there, or another change conflicted. */
export const removeAnnouncement = (at: string, record: AuditEntry): Promise<boolean> =>
  transact([
    { Delete: { TableName: usageTable(), Key: announcementKey(), ...stands(at) } },
    auditPart(record),
  ]);

/** Condition that the announcement last changed at `at` is stored. */
const stands = (at: string) => ({
  ConditionExpression: '#at = :at',
  ExpressionAttributeNames: { '#at': 'at' },
  ExpressionAttributeValues: { ':at': at },
});
