/**
 * Account deletions in progress (decision 0012). A tombstone is the item `DELETIONS` / `<owner>`. For each chat that a
 * deletion finds, it stores a row `DELETIONS#<owner>` / `<chatId>`. A worker may still write a turn of a chat after the
 * chat was deleted. The final run of the deletion, at least an hour later (`delete-account.ts`), finds such turns by
 * the stored rows.
 */
import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { writeInBatches } from '../batch-read-write.ts';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';

/**
 * `requested`: rows with the user's e-mail address may be left. `forgotten`: no such row is left. The address may
 * belong to a new account, so no later step deletes rows by the address. `swept`: the account's rows were deleted,
 * and the user was removed from the user pool. The final run will delete the rows that were written later.
 */
export type Phase = 'requested' | 'forgotten' | 'swept';

export interface Tombstone {
  readonly owner: string;
  /** Absent from the phase `forgotten` on. */
  readonly email?: string;
  readonly phase: Phase;
  /** ISO 8601. */
  readonly requestedAt: string;
  /** Time of the last call of `advance` (ISO 8601). Absent in the phase `requested`. */
  readonly sweptAt?: string;
}

const PARTITION = 'DELETIONS';
const keyOf = (owner: string) => ({ pk: PARTITION, sk: owner });
const chatsOf = (owner: string): string => `${PARTITION}#${owner}`;

/** Returns undefined for the key of another row. */
export const ownerOfTombstone = ({ pk, sk }: { readonly pk: string; readonly sk: string }) =>
  pk === PARTITION ? sk : undefined;

/** Requests the account's deletion. An earlier request stays as it is. */
export async function putTombstone(owner: string, email: string, now: number): Promise<void> {
  const asked = { email, phase: 'requested' satisfies Phase, requestedAt: new Date(now).toISOString() };
  await conditional(
    db().send(
      new PutCommand({
        TableName: chatsTable(),
        Item: { ...keyOf(owner), owner, ...asked },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
}

/** Reads the tombstone as it is now, because another run may have advanced or finished the deletion. */
export async function getTombstone(owner: string): Promise<Tombstone | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: keyOf(owner), ConsistentRead: true }),
  );
  return Item as Tombstone | undefined; // `putTombstone` and `advance` alone write it
}

export async function listTombstones(): Promise<Tombstone[]> {
  const found: Tombstone[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new QueryCommand({
        TableName: chatsTable(),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': PARTITION },
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    found.push(...(Items as Tombstone[]));
    from = LastEvaluatedKey;
  } while (from);
  return found;
}

const PHASE_BEFORE = { forgotten: 'requested', swept: 'forgotten' } as const;

/**
 * Sets the phase of a tombstone and removes the address. Returns true also when the tombstone has this phase already,
 * because the SDK may repeat a write whose response was lost. Returns false, without a write, if the tombstone has a
 * later phase or is gone, because another run was faster.
 */
export async function advance(
  owner: string,
  phase: keyof typeof PHASE_BEFORE,
  now: number,
): Promise<boolean> {
  const { ok } = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner),
        UpdateExpression: 'SET phase = :phase, sweptAt = :at REMOVE email',
        ConditionExpression: 'phase IN (:phase, :before)',
        ExpressionAttributeValues: {
          ...{ ':phase': phase, ':before': PHASE_BEFORE[phase] },
          ':at': new Date(now).toISOString(),
        },
      }),
    ),
  );
  return ok;
}

/** Stores the ids of chats before the chats are deleted. The final run deletes turns that a worker wrote later. */
export async function noteChats(owner: string, chatIds: readonly string[]): Promise<void> {
  const items = chatIds.map((chatId) => ({ pk: chatsOf(owner), sk: chatId }));
  const requests = items.map((Item) => ({ PutRequest: { Item } }));
  await writeInBatches(requests, async (some) => {
    const { UnprocessedItems } = await db().send(
      new BatchWriteCommand({ RequestItems: { [chatsTable()]: [...some] } }),
    );
    return UnprocessedItems?.[chatsTable()];
  });
}

const NOTED_MAX = 25;

/** Returns up to `NOTED_MAX` stored chat ids. The caller removes them by `forgetChat` before it calls again. */
export async function notedChats(owner: string): Promise<string[]> {
  const { Items = [] } = await db().send(
    new QueryCommand({
      TableName: chatsTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': chatsOf(owner) },
      ConsistentRead: true,
      Limit: NOTED_MAX,
    }),
  );
  return Items.map(({ sk }) => String(sk));
}

export async function forgetChat(owner: string, chatId: string): Promise<void> {
  await db().send(new DeleteCommand({ TableName: chatsTable(), Key: { pk: chatsOf(owner), sk: chatId } }));
}

/** Must be the last step of a deletion, because a crashed deletion is found by its tombstone. */
export async function removeTombstone(owner: string): Promise<void> {
  await db().send(new DeleteCommand({ TableName: chatsTable(), Key: keyOf(owner) }));
}
