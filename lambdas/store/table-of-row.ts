/**
 * Tells by a row's key which table the row is of, so that a restore copies no rows of another table
 * (`domain/admin/restore-rows-from-backup.ts`). No Lambda function uses this file.
 */

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

const kindOf = (key: string): string => key.split('#', 1)[0] ?? '';
