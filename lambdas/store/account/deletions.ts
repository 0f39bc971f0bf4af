/**
 * Accounts that are being closed (decision 0012): `DELETIONS` / `<owner>`, and beside it `DELETIONS#<owner>` /
 * `<chatId>` for every chat that was found, since a write that comes late leaves turns without a chat to find
 * them by.
 */
import {
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../tables.ts';

/**
 * `requested`: it is to be done. `forgotten`: nothing is kept by the address any more, which may be someone else's
 * from here on. `swept`: all is done, and may have to be done again for what was written meanwhile.
 */
export type Phase = 'requested' | 'forgotten' | 'swept';

export interface Tombstone {
  readonly owner: string;
  /** Until it is forgotten. */
  readonly email?: string;
  readonly phase: Phase;
  /** ISO 8601. */
  readonly requestedAt: string;
  readonly sweptAt?: string;
}

const PARTITION = 'DELETIONS';
/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
const WRITES_MAX = 25;

const keyOf = (owner: string) => ({ pk: PARTITION, sk: owner });
const chatsOf = (owner: string): string => `${PARTITION}#${owner}`;

/** Asks for the account's deletion; what was asked for before is left as it is. */
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

/** As it stands now: what a stream tells of it may be long past. */
export async function getTombstone(owner: string): Promise<Tombstone | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: keyOf(owner), ConsistentRead: true }),
  );
  return Item as Tombstone | undefined; // as `putTombstone` stored it, and `advance` changed it
}

/** All of them. */
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
    found.push(...(Items as Tombstone[])); // as for one
    from = LastEvaluatedKey;
  } while (from);
  return found;
}

/** Goes on to the next phase, from which on the address is not known any more. */
export async function advance(owner: string, phase: Exclude<Phase, 'requested'>, now: number): Promise<void> {
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner),
        UpdateExpression: 'SET phase = :phase, sweptAt = :at REMOVE email',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':phase': phase, ':at': new Date(now).toISOString() },
      }),
    ),
  );
}

/** Notes chats whose turns are to be deleted again later. */
export async function noteChats(owner: string, chatIds: readonly string[]): Promise<void> {
  for (let i = 0; i < chatIds.length; i += WRITES_MAX) {
    let left: unknown[] = chatIds
      .slice(i, i + WRITES_MAX)
      .map((chatId) => ({ PutRequest: { Item: { pk: chatsOf(owner), sk: chatId } } }));
    while (left.length > 0) {
      const { UnprocessedItems = {} } = await db().send(
        new BatchWriteCommand({ RequestItems: { [chatsTable()]: left as NoteRequest[] } }),
      );
      left = UnprocessedItems[chatsTable()] ?? [];
    }
  }
}
interface NoteRequest {
  readonly PutRequest: { Item: { pk: string; sk: string } };
}

/** Some of the chats that were noted, always from the first. */
export async function notedChats(owner: string): Promise<string[]> {
  const { Items = [] } = await db().send(
    new QueryCommand({
      TableName: chatsTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': chatsOf(owner) },
      ConsistentRead: true,
      Limit: WRITES_MAX,
    }),
  );
  return Items.map(({ sk }) => String(sk));
}

export async function forgetChat(owner: string, chatId: string): Promise<void> {
  await db().send(new DeleteCommand({ TableName: chatsTable(), Key: { pk: chatsOf(owner), sk: chatId } }));
}

/** Ends it: nothing tells of the account any more. */
export async function removeTombstone(owner: string): Promise<void> {
  await db().send(new DeleteCommand({ TableName: chatsTable(), Key: keyOf(owner) }));
}
