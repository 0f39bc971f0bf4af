import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type AuditEntry, auditPart } from '../audit.ts';
import { BATCH_READS_MAX, readInBatches } from '../batch-read-write.ts';
import { type Parts, transact } from '../conditional-writes.ts';
import { db, invitesTable } from '../db-and-table-names.ts';
import {
  INVITES_PARTITION,
  type InviteItem,
  inviteKey,
  inviteListKey,
  type RedemptionItem,
} from './invite-rows-and-reads.ts';

/** Largest number of invites in one transaction of at most 100 parts: two for each invite, one for the audit record. */
export const MINTED_AT_ONCE = 49;

/** Returns the writes of a new invite and of its entry in the operators' list. */
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

/**
 * Stores at most {@link MINTED_AT_ONCE} invites. Returns false when a code exists already, or another write conflicted.
 */
export const putInvites = (invites: readonly InviteItem[], audit: AuditEntry): Promise<boolean> =>
  transact([...invites.flatMap(mintParts), auditPart(audit)]);

/** Revokes an invite. Returns false when it does not exist or is revoked already, or another write conflicted. */
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
  /** Sort key of the invite's entry in the operators' list. */
  readonly sk: string;
  readonly invite: InviteItem;
}

/** Lists invites after the sort key `after`, newest first. Lists at most 100, even if `limit` is higher. */
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
      Limit: Math.min(limit, BATCH_READS_MAX),
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
  const items = await readInBatches(codes.map(inviteKey), async (some) => {
    const { Responses = {}, UnprocessedKeys = {} } = await db().send(
      new BatchGetCommand({ RequestItems: { [invitesTable()]: { Keys: [...some], ConsistentRead: true } } }),
    );
    return { items: Responses[invitesTable()], unread: UnprocessedKeys[invitesTable()]?.Keys };
  });
  // Only invites are stored under these keys.
  return new Map((items as unknown as InviteItem[]).map((invite) => [invite.code, invite]));
}

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
    found.push(...(Items as RedemptionItem[])); // only `redeem` writes them
    from = LastEvaluatedKey;
  } while (from);
  return found;
}
