/** Turns written straight into the table, for tests of what is read back. */
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { TestStack, TestUser } from './stack.ts';

export interface TurnToStore {
  readonly chatId: string;
  /** Index of the user's message. Its reply has the next one. */
  readonly index: number;
  /** @default none, as of the reply with which an imported chat begins */
  readonly requestId?: string;
  readonly userText?: string;
  readonly text: string;
}

/** Stores a turn whose reply is complete, as the last one of its chat. */
export async function storeTurn(stack: TestStack, { owner }: TestUser, turn: TurnToStore): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  const { chatId, index, ...texts } = turn;
  const at = new Date().toISOString();
  const Item = {
    pk: `CHAT#${owner}#${chatId}`,
    sk: `MSG#${String(index).padStart(8, '0')}`,
    index,
    ...texts,
    ...(texts.userText !== undefined && { userAt: at }),
    replyAt: at,
    status: 'complete',
    model: 'geminitwofive',
  };
  const TableName = table('Chats');
  await documents.send(new PutCommand({ TableName, Item }));
  await documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `OWNER#${owner}`, sk: `CHAT#${chatId}` },
      UpdateExpression: 'SET nextIndex = :next',
      ExpressionAttributeValues: { ':next': index + 2 },
    }),
  );
}
