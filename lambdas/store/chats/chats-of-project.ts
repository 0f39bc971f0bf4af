/**
 * Stores which chats belong to a project. A chat's item names its project. The row `OWNER#o` /
 * `INPROJECT#<projectId>#<chatId>` lists the chat in the project, so that a page of a project's chats takes one query
 * and one batch read.
 */
import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { readChatItems } from '../batch-read-write.ts';
import { type Parts, transactOrExplain } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import { ownerPartition } from '../owner-keys.ts';
import { projectKey, readProject } from '../projects.ts';
import { type ChatItem, getChat, IS_THERE, isThere, keyOf, thereAt } from './chats.ts';

const prefixOf = (projectId: string): string => `INPROJECT#${projectId}#`;
const rowKey = (owner: string, projectId: string, chatId: string) => ({
  pk: ownerPartition(owner),
  sk: `${prefixOf(projectId)}${chatId}`,
});

/** Lists a new chat in its project. The caller also stores the project's id in the chat's item. */
export async function putInProject(owner: string, projectId: string, chatId: string): Promise<void> {
  await db().send(new PutCommand({ TableName: chatsTable(), Item: rowKey(owner, projectId, chatId) }));
}

/** Removes the row of a chat whose item was removed. */
export async function dropFromProject(owner: string, projectId: string, chatId: string): Promise<void> {
  await db().send(new DeleteCommand({ TableName: chatsTable(), Key: rowKey(owner, projectId, chatId) }));
}

/**
 * Moves a chat into a project, or, without `projectId`, out of its project. Idempotent.
 * @returns the chat; `chatMissing` or `projectMissing` when this owner has no such chat or project
 * @throws AppError `too_many_requests` when other writes of the chat came first in every attempt
 */
export function moveChat(
  owner: string,
  chatId: string,
  projectId: string | undefined,
): Promise<ChatItem | 'chatMissing' | 'projectMissing'> {
  return retryUntilWritten(async () => {
    const chat = await getChat(owner, chatId);
    if (!chat) return 'chatMissing';
    const { projectId: from, ...rest } = chat;
    if (from === projectId) return chat;
    const outcome = await transactOrExplain(partsOf(owner, chat, projectId));
    if (outcome === 'written') return { ...rest, ...(projectId !== undefined && { projectId }) };
    const isRefused = outcome === 'refused' && projectId !== undefined;
    return isRefused && !(await readProject(owner, projectId)) ? 'projectMissing' : undefined;
  });
}

/**
 * Returns the writes that move a chat. If two calls move the same chat at the same time, the later call's write fails,
 * because the earlier call has changed the chat's project. The later call then begins again in `moveChat`.
 */
function partsOf(owner: string, { chatId, projectId: from }: ChatItem, to: string | undefined): Parts {
  const there = thereAt(Date.now());
  const isUnmoved = from === undefined ? 'attribute_not_exists(projectId)' : 'projectId = :from';
  const leave = from !== undefined && {
    Delete: { TableName: chatsTable(), Key: rowKey(owner, from, chatId) },
  };
  const chat = {
    Update: {
      TableName: chatsTable(),
      Key: keyOf(owner, chatId),
      UpdateExpression: to === undefined ? 'REMOVE projectId' : 'SET projectId = :to',
      ConditionExpression: `${IS_THERE} AND ${isUnmoved}`,
      ExpressionAttributeNames: there.names,
      ExpressionAttributeValues: {
        ...there.values,
        ...(from !== undefined && { ':from': from }),
        ...(to !== undefined && { ':to': to }),
      },
    },
  };
  const enter = to === undefined ? [] : entering(owner, to, chatId);
  return [chat, ...(leave ? [leave] : []), ...enter];
}

const entering = (owner: string, projectId: string, chatId: string): Parts => [
  { Put: { TableName: chatsTable(), Item: rowKey(owner, projectId, chatId) } },
  {
    ConditionCheck: {
      TableName: chatsTable(),
      Key: projectKey(owner, projectId),
      ConditionExpression: 'attribute_exists(pk)',
    },
  },
];

interface ProjectPage {
  readonly limit: number;
  /** Id of the last chat of the previous page. */
  readonly after?: string | undefined;
}

/** Returns a page of a project's chats, the newest first, without archived chats. */
export async function listChatsOfProject(
  owner: string,
  projectId: string,
  { limit, after }: ProjectPage,
): Promise<ChatItem[]> {
  const now = Date.now();
  const found: ChatItem[] = [];
  let start: Record<string, unknown> | undefined =
    after === undefined ? undefined : rowKey(owner, projectId, after);
  do {
    const { keys, next } = await rowsOf(owner, projectId, { limit, start });
    const ids = keys.map(({ sk }) => sk.slice(prefixOf(projectId).length));
    const items = await readChatItems(
      ids.map((id) => keyOf(owner, id)),
      { consistent: true },
    );
    const chats = items as unknown as ChatItem[]; // items with these keys are chats
    const isWanted = (chat: ChatItem) =>
      isThere(chat, now) && chat.archivedAt === undefined && chat.projectId === projectId;
    found.push(...chats.filter(isWanted).sort((a, b) => (a.chatId < b.chatId ? 1 : -1)));
    start = next;
  } while (start && found.length < limit);
  return found.slice(0, limit);
}

/** Number of rows that `sweepProject` reads and deletes together. */
const SWEEP = 100;

/** Removes the rows of a deleted project. Rows left by a crash do no harm: no client asks for them. */
export async function sweepProject(owner: string, projectId: string): Promise<void> {
  let start: Record<string, unknown> | undefined;
  do {
    const { keys, next } = await rowsOf(owner, projectId, { limit: SWEEP, start });
    await Promise.all(
      keys.map((Key) => db().send(new DeleteCommand({ TableName: chatsTable(), Key: { ...Key } }))),
    );
    start = next;
  } while (start);
}

async function rowsOf(
  owner: string,
  projectId: string,
  { limit, start }: { limit: number; start: Record<string, unknown> | undefined },
) {
  const { Items = [], LastEvaluatedKey } = await db().send(
    new QueryCommand({
      TableName: chatsTable(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': ownerPartition(owner), ':prefix': prefixOf(projectId) },
      ...(start && { ExclusiveStartKey: start }),
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return { keys: Items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })), next: LastEvaluatedKey };
}
