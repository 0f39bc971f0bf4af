/**
 * Audit: `MONTH#yyyy-mm` / `<time>#<random>`: what operators did. Records are only added: the functions that
 * write them may put and read, and a put never replaces a record.
 */
import { randomBytes } from 'node:crypto';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Parts } from './conditional-writes.ts';
import { auditTable, db } from './tables.ts';

export interface AuditEntry {
  /** ISO 8601. */
  readonly at: string;
  readonly action: string;
  /** `sub` of the administrator, or `ops:<name>`. */
  readonly actor: string;
  readonly target?: string;
  readonly detail?: string;
}
export interface AuditItem extends AuditEntry {
  /** The sort key: records are in its order. */
  readonly sk: string;
}

/** `yyyy-mm` of a time or of a record's sort key. */
export const monthOf = (time: string): string => time.slice(0, 7);
const monthPartition = (month: string): string => `MONTH#${month}`;

const itemOf = (entry: AuditEntry) => ({
  pk: monthPartition(monthOf(entry.at)),
  sk: `${entry.at}#${randomBytes(6).toString('hex')}`,
  ...entry,
});

/** The record as a part of the transaction that it is about. */
export const auditPart = (entry: AuditEntry): Parts[number] => ({
  Put: {
    TableName: auditTable(),
    Item: itemOf(entry),
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** Adds a record by itself. */
export async function putAudit(entry: AuditEntry): Promise<void> {
  await db().send(
    new PutCommand({
      TableName: auditTable(),
      Item: itemOf(entry),
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
}

/** A month's records that come before the sort key `before`, newest first. */
export async function readMonth(
  month: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<AuditItem[]> {
  const { Items = [] } = await db().send(
    new QueryCommand({
      TableName: auditTable(),
      KeyConditionExpression: before === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :before',
      ExpressionAttributeValues: {
        ':pk': monthPartition(month),
        ...(before !== undefined && { ':before': before }),
      },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return Items as AuditItem[]; // as `itemOf` made them
}
