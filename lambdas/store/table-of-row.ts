/**
 * Tells by a row's key which table the row is of, so that operators' commands do not take one table for another. No
 * Lambda function uses this file.
 */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { db } from './db-and-table-names.ts';

/** Tables by the beginning of the partition key, up to the first `#`. The version of the search index is 1. */
const BY_PARTITION: Readonly<Record<string, string>> = {
  ...{ CHAT: 'Chats', SHARE: 'Chats', FEEDBACK: 'Chats', DELETIONS: 'Chats' },
  ...{ INVITE: 'Invites', INVITES: 'Invites', EMAIL: 'Invites', RESERVATION: 'Invites' },
  ...{ GLOBAL: 'Usage', LIMIT: 'Usage', RETENTION: 'Usage' },
  ...{ EVENT: 'Subscriptions', EVENTS: 'Subscriptions' },
  ...{ WAITLIST: 'Waitlist', MONTH: 'Audit', SIGNINS: 'Connections', 1: 'Search' },
};

/** Tables by the beginning of the sort key, in a partition `OWNER#`. All other rows of an owner are in Chats. */
const BY_SORT: Readonly<Record<string, string>> = {
  ...{ DAY: 'Usage', LIMIT: 'Usage', SUBSCRIPTION: 'Subscriptions' },
  ...{ CONN: 'Connections', STOP: 'Connections', REVOKED: 'Connections', SECOND_FACTOR: 'Connections' },
};

/** Returns the table's id in the CDK app, or undefined for a row that is not known to be of any table. */
export function tableOfRow({ pk, sk }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof pk !== 'string' || typeof sk !== 'string') return undefined;
  const [partition, sort] = [kindOf(pk), kindOf(sk)];
  if (partition === 'OWNER') return Object.hasOwn(BY_SORT, sort) ? BY_SORT[sort] : 'Chats';
  return Object.hasOwn(BY_PARTITION, partition) ? BY_PARTITION[partition] : undefined;
}

/**
 * Returns the ids of the tables to which rows belong. For a row of no known table, the set has a phrase for a message
 * to the operator.
 */
export const tablesOf = (rows: readonly Readonly<Record<string, unknown>>[]): ReadonlySet<string> =>
  new Set(rows.map((row) => tableOfRow(row) ?? 'no table of the product'));

/** Reads up to 100 rows of a table, and returns the ids of the tables to which these rows belong. */
export async function tablesOfSome(TableName: string): Promise<ReadonlySet<string>> {
  const { Items = [] } = await db().send(new ScanCommand({ TableName, Limit: 100 }));
  return tablesOf(Items);
}

const kindOf = (key: string): string => key.split('#', 1)[0] ?? '';
