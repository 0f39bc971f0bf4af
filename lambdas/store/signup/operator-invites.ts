/** Invites as operators make, list and revoke them. Opening accounts with them is in `reserve-and-redeem.ts`. */
import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type AuditEntry, auditPart } from '../audit.ts';
import { type Parts, transact } from '../conditional-writes.ts';
import { db, invitesTable } from '../tables.ts';
import {
  INVITES_PARTITION,
  type InviteItem,
  inviteKey,
  inviteListKey,
  type RedemptionItem,
} from './invites.ts';

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const READS_MAX = 100;
/** A transaction has at most 100 parts: two for each invite, one for the record. */
export const MINTED_AT_ONCE = 49;

/** A new invite and its place in the list. */
export const mintParts = (invite: InviteItem): Parts => [
  {
    Put: {
      TableName: invitesTable(),
      Item: { ...inviteKey(invite.code), ...invite },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
  { Put: { TableName: invitesTable(), Item: { ...inviteListKey(invite), code: invite.code } } },
];

/** Stores at most {@link MINTED_AT_ONCE}; false when a code exists already. */
export const putInvites = (invites: readonly InviteItem[], audit: AuditEntry): Promise<boolean> =>
  transact([...invites.flatMap(mintParts), auditPart(audit)]);

/** False when there is no such invite, or it is revoked already. */
export const revoke = (code: string, at: string, audit: AuditEntry): Promise<boolean> =>
  transact([
    {
      Update: {
        TableName: invitesTable(),
        Key: inviteKey(code),
        UpdateExpression: 'SET revokedAt = :at',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
        ExpressionAttributeValues: { ':at': at },
      },
    },
    auditPart(audit),
  ]);

export interface ListedInvite {
  /** Its place in the list. */
  readonly sk: string;
  readonly invite: InviteItem;
}

/** Invites after that place in the list, newest first; fewer than `limit` only at its end. */
export async function listInvites(
  after: string | undefined,
  limit: number,
): Promise<{ readonly rows: ListedInvite[]; readonly end: boolean }> {
  const { Items = [], LastEvaluatedKey } = await db().send(
    new QueryCommand({
      TableName: invitesTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': INVITES_PARTITION },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: Math.min(limit, READS_MAX),
      ...(after !== undefined && { ExclusiveStartKey: { pk: INVITES_PARTITION, sk: after } }),
    }),
  );
  const places = Items.map(({ sk }) => String(sk));
  const invites = await readInvites(places.map(codeOf));
  const rows = places.flatMap((sk) => {
    const invite = invites.get(codeOf(sk));
    return invite ? [{ sk, invite }] : [];
  });
  return { rows, end: LastEvaluatedKey === undefined };
}

const codeOf = (sk: string): string => sk.slice(sk.indexOf('#') + 1);

async function readInvites(codes: readonly string[]): Promise<Map<string, InviteItem>> {
  const found = new Map<string, InviteItem>();
  let left: Record<string, unknown>[] = codes.map(inviteKey);
  while (left.length > 0) {
    const { Responses = {}, UnprocessedKeys = {} } = await db().send(
      new BatchGetCommand({ RequestItems: { [invitesTable()]: { Keys: left, ConsistentRead: true } } }),
    );
    for (const item of (Responses[invitesTable()] ?? []) as InviteItem[]) found.set(item.code, item);
    left = UnprocessedKeys[invitesTable()]?.Keys ?? [];
  }
  return found;
}

/** Reads the accounts that were opened with the code. */
export async function readRedemptions(code: string): Promise<RedemptionItem[]> {
  const found: RedemptionItem[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new QueryCommand({
        TableName: invitesTable(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :redeemed)',
        ExpressionAttributeValues: { ':pk': inviteKey(code).pk, ':redeemed': 'REDEEMED#' },
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    found.push(...(Items as RedemptionItem[])); // as the sign-up stored them
    from = LastEvaluatedKey;
  } while (from);
  return found;
}
