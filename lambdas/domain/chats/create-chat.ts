import { CHAT_DEFAULT_NAME_PREFIX } from '#contract/automatic-chat-names';
import type { Chat } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { TEMPORARY_CHAT_NAME } from '#contract/temporary-chats';
import { fixChatId } from '../../store/chats/chat-of-request.ts';
import { putChat } from '../../store/chats/chats.ts';
import { putInProject } from '../../store/chats/chats-of-project.ts';
import { countChat } from '../../store/chats/created-chats-counter.ts';
import { noteTurnsOf } from '../../store/chats/names-of-chats-with-turns.ts';
import { readProject } from '../../store/projects.ts';
import { putNotice } from '../../store/turns/turns.ts';
import { inSeconds } from '../../store/unix-seconds.ts';
import { countUserChat } from '../quota/rate-limiter.ts';
import { uuidv7 } from '../uuidv7.ts';
import { type OpenedChat, openChat } from './read-new-or-guest-chat.ts';
import { expiryOf, newTemporaryId } from './temporary-chat-rules.ts';
import { toMessages } from './turns-to-messages.ts';

interface NewChatRequest {
  readonly requestId: string;
  readonly productName: string;
  readonly userName?: string | undefined;
  readonly isTemporary?: boolean | undefined;
  readonly projectId?: string | undefined;
}

/**
 * Creates a user's chat. A repeated call with the same `requestId` returns the same chat. The default name ends with
 * the number of chats that the owner has created so far (`created-chats-counter.ts`). Ignores `projectId` if the
 * project was deleted or the chat is temporary.
 * @throws AppError `chat_not_found` when an earlier call of this request created the chat, and it has expired or its
 * item is marked as deleted; `too_many_requests` at the day's limit of new chats
 */
export async function createChat(
  owner: string,
  { requestId, productName, userName, isTemporary = false, projectId: wanted }: NewChatRequest,
): Promise<OpenedChat> {
  const now = new Date();
  const fresh = isTemporary ? newTemporaryId(now.getTime()) : uuidv7(now.getTime());
  const chatId = await fixChatId(owner, requestId, { chatId: fresh, now: now.getTime() });
  const known = chatId === fresh ? undefined : await openChat(owner, chatId);
  if (known) return known;
  await countUserChat(owner, requestId, now.getTime());
  const ttl = expiryOf(chatId);
  if (ttl !== undefined && ttl <= inSeconds(now.getTime())) throw new AppError('chat_not_found');
  const name = ttl === undefined ? await noteAndName(owner, chatId, requestId) : TEMPORARY_CHAT_NAME;
  const project = ttl === undefined && wanted !== undefined ? await readProject(owner, wanted) : undefined;
  const projectId = project?.projectId;
  const chat = { chatId, name, createdAt: now.toISOString(), ...(projectId !== undefined && { projectId }) };
  // The row in the project is written before the chat. After a crash between these two writes, the row names a chat
  // that does not exist. Readers of the project skip such a row.
  if (projectId !== undefined) await putInProject(owner, projectId, chatId);
  const stored = await storeChat(owner, chat, welcomeText(productName, userName), ttl);
  if (chatId === fresh) return stored;
  // An earlier call of this request stored the id. If that call crashed before it stored the chat, `storeChat` has
  // stored the chat now. If the chat's item is marked as deleted, `storeChat` has not changed the item, and `openChat`
  // returns undefined. If DynamoDB has removed the deleted chat's item, `storeChat` has stored a new, empty chat.
  const mended = await openChat(owner, chatId);
  if (!mended) throw new AppError('chat_not_found');
  return mended;
}

/** Counts the chat, and stores the row by which account deletion finds the chat's turns. Returns the default name. */
async function noteAndName(owner: string, chatId: string, requestId: string): Promise<string> {
  const [count] = await Promise.all([countChat(owner, requestId), noteTurnsOf(owner, chatId)]);
  return `${CHAT_DEFAULT_NAME_PREFIX} ${count}`;
}

/**
 * Stores a chat. Its welcome message `text` is written first, so that every stored chat has it. `ttl` is in Unix
 * seconds; without it, the chat does not expire.
 */
export async function storeChat(owner: string, chat: Chat, text: string, ttl?: number): Promise<OpenedChat> {
  const replyAt = chat.createdAt;
  await putNotice({ owner, chatId: chat.chatId, messageIndex: 0 }, { kind: 'welcome', text, replyAt, ttl });
  await putChat(owner, { ...chat, nextIndex: 1, ttl });
  const welcome = { index: 0, kind: 'welcome', text, replyAt, status: 'complete' } as const;
  return { ...chat, messages: toMessages([welcome]) };
}

/** Returns the first message of a new chat (docs/spec.md 4.8), which is never sent to a model. */
export function welcomeText(productName: string, userName: string | undefined): string {
  const greeting = userName ? `Hello ${userName}!` : 'Hello!';
  return `${greeting} I'm ${productName}. Ask me anything: a question, a draft to improve, code to explain, a plan to make.`;
}
