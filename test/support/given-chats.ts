/** Chats written straight into the table, for tests that need many. */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Chat } from '#contract/entities';
import type { TestStack, TestUser } from './stack.ts';

const FIRST_AT = Date.UTC(2026, 0, 1, 12);
const MINUTE = 60_000;

/** Stores chats without messages, `Stored chat 1` being the oldest, each a minute younger than the one before. */
export async function givenChats(stack: TestStack, { owner }: TestUser, count: number): Promise<Chat[]> {
  const chats = Array.from({ length: count }, (_, i) => storedChat(i + 1));
  const { documents, table } = stack.inner.dynamodb;
  for (let i = 0; i < chats.length; i += 25) {
    const puts = chats.slice(i, i + 25).map((chat) => ({
      PutRequest: { Item: { pk: `OWNER#${owner}`, sk: `CHAT#${chat.chatId}`, ...chat, nextIndex: 1 } },
    }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [table('Chats')]: puts } }));
  }
  return chats;
}

/** Returns the nth chat. Its id is a UUID of version 7, by which the list is sorted. */
function storedChat(n: number): Chat {
  const at = FIRST_AT + n * MINUTE;
  const time = at.toString(16).padStart(12, '0');
  const chatId = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`;
  return { chatId, name: `Stored chat ${n}`, createdAt: new Date(at).toISOString() };
}
