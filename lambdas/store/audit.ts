/**
 * Audit log of operators' actions: `MONTH#yyyy-mm` / `<time>#<random>`. Records are only added: the
 * functions' roles allow no update or deletion in this table, and a put never replaces a record.
 */
import { randomBytes } from 'node:crypto';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { conditional, type Parts } from './conditional-writes.ts';
import { auditTable, db } from './db-and-table-names.ts';

export interface AuditEntry {
  /** ISO 8601. */
  readonly at: string;
  readonly action: string;
  /** `sub` of the administrator, or `ops:<user of the operating system>` for an operator's command. */
  readonly actor: string;
  readonly target?: string;
  readonly detail?: string;
}
export interface AuditItem extends AuditEntry {
  /** Orders the records by time. */
  readonly sk: string;
}

/** Returns `yyyy-mm` of a time or of a record's sort key. */
export const monthOf = (time: string): string => time.slice(0, 7);
const monthPartition = (month: string): string => `MONTH#${month}`;

const itemOf = (entry: AuditEntry) => ({
  pk: monthPartition(monthOf(entry.at)),
  sk: `${entry.at}#${randomBytes(6).toString('hex')}`,
  ...entry,
});

/** Returns the record as a part of the transaction that makes the recorded change. */
export const auditPart = (entry: AuditEntry): Parts[number] => ({
  Put: {
    TableName: auditTable(),
    Item: itemOf(entry),
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/**
 * Adds a record outside any transaction. Part of the key is random, so the condition fails only if the SDK repeats a
 * write whose answer was lost. The record is then already stored, so the failure is ignored.
 */
export async function putAudit(entry: AuditEntry): Promise<void> {
  await conditional(
    db().send(
      new PutCommand({
        TableName: auditTable(),
        Item: itemOf(entry),
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
}

/** Returns at most `limit` of a month's records before the sort key `before`, newest first. */
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
  return Items as AuditItem[]; // all items are made by `itemOf`
}
