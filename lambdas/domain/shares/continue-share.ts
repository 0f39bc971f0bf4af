/**
 * Copies the snapshot of a shared chat into a new chat of a reader. The chat's item is written after its turns, so that
 * only a complete chat is listed. If a call has completed the chat, a repeated call with the same `requestId` returns
 * this chat, even when the share has ended. If a call crashed before the chat was complete, the repeated call
 * completes the chat, or makes another chat if the snapshot was updated in between (`fixSnapshotVersion`). Of the
 * concurrent calls of a request, only one completes a chat.
 */
import { createHash } from 'node:crypto';
import type { Chat } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { completeInTransaction, fixChatId, fixSnapshotVersion } from '../../store/chats/chat-of-request.ts';
import { type ChatItem, getChatItem, isThere } from '../../store/chats/chats.ts';
import { putCopy, putCounted } from '../../store/chats/claims-and-copies.ts';
import { noteTurnsOf } from '../../store/chats/names-of-chats-with-turns.ts';
import type { StoredMessage } from '../../store/shares/snapshot-parts.ts';
import { putNotice, type TurnItem } from '../../store/turns/turns.ts';
import { describeChat } from '../chats/pick-chat-fields-for-owner.ts';
import { countUserChat } from '../quota/rate-limiter.ts';
import { uuidv7 } from '../uuidv7.ts';
import { readSnapshotPart } from './read-share.ts';

/** Turns that are written at a time. */
const AT_ONCE = 25;
/** Largest number of attempts to read a snapshot, which may be updated while its parts are read. */
const TRIES = 3;

interface Continuation {
  readonly shareId: string;
  readonly requestId: string;
  readonly welcome: string;
}

/**
 * @throws AppError `share_not_found`
 * @throws AppError `chat_not_found` if another call of this request made a copy, and the reader has deleted that copy
 * @throws AppError `too_many_requests` at the day's limit of new chats; if the share was updated during each attempt to
 * read it; if a concurrent call of this request makes the chat from another version of the snapshot; or if other writes
 * conflicted with every attempt to store the chat
 */
export async function continueShare(
  owner: string,
  { shareId, requestId, welcome }: Continuation,
  now: number,
): Promise<Chat> {
  const fresh = uuidv7(now);
  const first = await fixChatId(owner, requestId, { chatId: fresh, now });
  const known = first === fresh ? undefined : await getChatItem(owner, first);
  if (known) return describeOrThrow(known);
  const { name, messages, version } = await readSnapshot(shareId);
  const chatId = await fixSnapshotVersion(owner, requestId, { version, other: uuidv7(now) });
  if (chatId === undefined) throw new AppError('too_many_requests');
  await countUserChat(owner, requestId, now);
  await noteTurnsOf(owner, chatId);
  const createdAt = new Date(now).toISOString();
  await putNotice({ owner, chatId, messageIndex: 0 }, { kind: 'welcome', text: welcome, replyAt: createdAt });
  const turns = toTurns(messages, requestId);
  for (let from = 0; from < turns.length; from += AT_ONCE)
    await Promise.all(
      turns
        .slice(from, from + AT_ONCE)
        .map((turn) => putCopy({ owner, chatId, messageIndex: turn.index }, turn)),
    );
  const last = turns.at(-1);
  const copy = {
    ...{ chatId, name, createdAt, nextIndex: 2 * turns.length + 1 },
    ...{ lastRequestId: last?.requestId, lastIndex: last?.index },
  };
  await putCounted(owner, copy, [completeInTransaction(owner, requestId, chatId)]);
  const chat = await getChatItem(owner, chatId);
  // A concurrent call of this request has read another version of the snapshot, and has then stored another chat id for
  // the request (`fixSnapshotVersion`). So `putCounted` has not stored this call's chat.
  if (!chat) throw new AppError('too_many_requests');
  return describeOrThrow(chat);
}

function describeOrThrow(chat: ChatItem): Chat {
  if (!isThere(chat, Date.now())) throw new AppError('chat_not_found');
  return describeChat(chat);
}

interface Snapshot {
  readonly name: string;
  readonly version: number;
  readonly messages: readonly StoredMessage[];
}

/** Reads all parts of one version of a snapshot. @throws AppError `share_not_found`, `too_many_requests` */
async function readSnapshot(shareId: string): Promise<Snapshot> {
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const first = await readSnapshotPart(shareId, 0, 'member');
    const { name, parts, version } = first.share;
    const rest = await Promise.all(
      Array.from({ length: parts - 1 }, (_, index) => partOf(shareId, index + 1)),
    );
    const found = rest.filter((part) => part?.share.version === version);
    if (found.length === rest.length)
      return { name, version, messages: [first, ...found].flatMap((part) => part?.messages ?? []) };
  }
  throw new AppError('too_many_requests');
}

/** Reads a part; undefined if the share has ended, or if an update has left the share with fewer parts. */
async function partOf(shareId: string, part: number) {
  try {
    return await readSnapshotPart(shareId, part, 'member');
  } catch (error) {
    if (error instanceof AppError && error.code === 'share_not_found') return undefined;
    throw error;
  }
}

/** Makes a turn of each reply, with the user's message before it if there is one. */
function toTurns(messages: readonly StoredMessage[], requestId: string): TurnItem[] {
  const replies = messages.flatMap((message, at) => {
    const question = messages[at - 1];
    return message.role === 'assistant'
      ? [{ message, question: question?.role === 'user' ? question : undefined }]
      : [];
  });
  return replies.map(({ message, question }, number) => {
    const index = 2 * number + 1;
    const id = idOf(requestId, index);
    return {
      ...{ index, requestId: id, requestIds: new Set([id]) },
      ...(question && { userText: question.content, userAt: question.createdAt }),
      ...{ text: message.content, replyAt: message.createdAt, status: message.status },
      ...(message.model !== undefined && { model: message.model }),
    };
  });
}

/** Derives the id of a copied turn, so that a repeated call gives the turn the same id. */
function idOf(requestId: string, index: number): string {
  const hex = createHash('sha256').update(`${requestId}#${index}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
