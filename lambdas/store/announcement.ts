/** The operator's announcement to all users, in the Usage table: `GLOBAL` / `ANNOUNCEMENT`. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredAnnouncement } from '#contract/admin';
import { type AuditEntry, auditPart } from './audit.ts';
import { transact } from './conditional-writes.ts';
import { db, usageTable } from './db-and-table-names.ts';
import { inSeconds } from './keys.ts';

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

/** Replaces any earlier announcement. Returns false, with nothing written, when a concurrent change conflicted. */
export function putAnnouncement(announcement: StoredAnnouncement, record: AuditEntry): Promise<boolean> {
  const { endsAt } = announcement;
  const ttl = endsAt === undefined ? {} : { ttl: inSeconds(Date.parse(endsAt)) };
  const Item = { ...announcementKey(), ...announcement, ...ttl };
  return transact([{ Put: { TableName: usageTable(), Item } }, auditPart(record)]);
}

/** Returns false when there is no announcement, or another change conflicted. */
export const removeAnnouncement = (record: AuditEntry): Promise<boolean> =>
  transact([
    {
      Delete: {
        TableName: usageTable(),
        Key: announcementKey(),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    auditPart(record),
  ]);
