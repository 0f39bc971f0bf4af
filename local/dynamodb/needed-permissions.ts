import type { JsonObject } from '../aws-json/aws-json-service.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';

export interface Need {
  readonly action: string;
  readonly resource: string;
}

const TRANSACTION_ACTION: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

export const tableArn = (table: string): string =>
  table.startsWith('arn:') ? table : `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${table}`;

/**
 * Returns the IAM actions that a call needs, with the resources on which they must be allowed.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
 */
export function needsOf(operation: string, input: JsonObject): Need[] {
  if (operation === 'ListTables') return [{ action: 'dynamodb:ListTables', resource: '*' }];
  if (operation === 'RestoreTableToPointInTime') return restoreNeeds(input);
  if (operation.startsWith('Batch'))
    return Object.keys(input.RequestItems ?? {}).map((table) => need(operation, table));
  if (operation.startsWith('Transact')) {
    const items = (input.TransactItems ?? []) as readonly Readonly<Record<string, { TableName: string }>>[];
    return items
      .flatMap((item) => Object.entries(item))
      .map(([kind, { TableName }]) => need(TRANSACTION_ACTION[kind] ?? kind, TableName));
  }
  return [need(operation, String(input.TableName), input.IndexName)];
}

/**
 * Actions that a restore needs on the new table.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/backuprestore_IAM.html
 */
const RESTORING = [
  'RestoreTableToPointInTime',
  ...['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem'],
];

const restoreNeeds = ({ SourceTableName, SourceTableArn, TargetTableName }: JsonObject): Need[] => [
  need('RestoreTableToPointInTime', String(SourceTableName ?? SourceTableArn)),
  ...RESTORING.map((action) => need(action, String(TargetTableName))),
];

function need(action: string, table: string, index?: unknown): Need {
  const suffix = index === undefined ? '' : `/index/${index}`;
  return { action: `dynamodb:${action}`, resource: `${tableArn(table)}${suffix}` };
}
