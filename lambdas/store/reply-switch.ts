/** Switch that stops all replies: the item `GLOBAL` / `SWITCH` in the Usage table exists while they are stopped. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type AuditEntry, auditPart } from './audit.ts';
import { transact } from './conditional-writes.ts';
import { db, usageTable } from './db-and-table-names.ts';

/** Item that stops replies, with the operator, the time (ISO 8601) and the reason. */
export interface SwitchItem {
  readonly stopped: true;
  readonly at: string;
  readonly by: string;
  readonly reason?: string;
}

export const switchKey = () => ({ pk: 'GLOBAL', sk: 'SWITCH' });

export async function readSwitch(): Promise<SwitchItem | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: usageTable(), Key: switchKey(), ConsistentRead: true }),
  );
  return Item as SwitchItem | undefined; // only `putSwitch` writes it
}

/** Stops replies, or changes the reason. Returns false when another change conflicted. */
export const putSwitch = (item: SwitchItem, record: AuditEntry): Promise<boolean> =>
  transact([{ Put: { TableName: usageTable(), Item: { ...switchKey(), ...item } } }, auditPart(record)]);

/** Allows replies again. Returns false when replies are not stopped, or another change conflicted. */
export const removeSwitch = (record: AuditEntry): Promise<boolean> =>
  transact([
    {
      Delete: {
        TableName: usageTable(),
        Key: switchKey(),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    auditPart(record),
  ]);
