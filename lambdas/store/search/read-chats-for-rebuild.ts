/** Reads chats and messages for an operator's rebuild of the search index. No Lambda function uses this file. */
import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { chatsTable, db } from '../db-and-table-names.ts';
import { chatSort, ownerPartition, turnPartition } from '../owner-keys.ts';

type Item = Readonly<Record<string, unknown>>;

/**
 * Stored item in the form of `ItemChange` (`domain/search/index-changed-items.ts`), so that the rebuild indexes it by
 * the same code as the job that reads the table's stream.
 */
export interface FoundItem {
  readonly keys: { readonly pk: string; readonly sk: string };
  readonly before: undefined;
  readonly after: Item;
}

const CHAT = chatSort('');
const TURN = 'MSG#';
const OWNER = ownerPartition('');
const GUEST = ownerPartition('guest:');

/** Yields each user that has a chat, once. Scans the whole table. */
export async function* listOwners(): AsyncGenerator<string> {
  const seen = new Set<string>();
  let from: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new ScanCommand({
        TableName: chatsTable(),
        ProjectionExpression: 'pk',
        FilterExpression:
          'begins_with(pk, :owner) AND begins_with(sk, :chat) AND NOT begins_with(pk, :guest)',
        ExpressionAttributeValues: { ':owner': OWNER, ':chat': CHAT, ':guest': GUEST },
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    for (const owner of Items.map(({ pk }) => String(pk).slice(OWNER.length))) {
      if (!seen.has(owner)) yield owner;
      seen.add(owner);
    }
    from = LastEvaluatedKey;
  } while (from);
}

/** Yields an owner's chats, oldest first, each followed by its turns. Leaves out temporary chats. */
export async function* listItems(owner: string): AsyncGenerator<FoundItem> {
  for await (const chat of query(ownerPartition(owner), CHAT)) {
    yield chat;
    yield* query(turnPartition(owner, String(chat.after.chatId)), TURN);
  }
}

async function* query(pk: string, prefix: string): AsyncGenerator<FoundItem> {
  let from: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new QueryCommand({
        TableName: chatsTable(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    for (const after of Items)
      yield { keys: { pk: String(after.pk), sk: String(after.sk) }, before: undefined, after };
    from = LastEvaluatedKey;
  } while (from);
}
