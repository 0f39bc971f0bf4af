/** Creates chats with their welcome message. */
import { CHAT_DEFAULT_NAME_PREFIX } from '#contract/automatic-chat-names';
import type { Chat } from '#contract/entities';
import { AppError } from '#contract/errors';
import { TEMPORARY_CHAT_NAME } from '#contract/temporary-chats';
import { putChat } from '../../store/chats/chats.ts';
import { putInProject } from '../../store/chats/chats-of-project.ts';
import { countChat, fixChatId } from '../../store/chats/new-chat-counts-and-ids.ts';
import { inSeconds } from '../../store/keys.ts';
import { readProject } from '../../store/projects.ts';
import { putNotice } from '../../store/turns/turns.ts';
import { countUserChat } from '../quota/rate-limiter.ts';
import { uuidv7 } from '../uuidv7.ts';
import { type OpenedChat, openChat } from './open-chat.ts';
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
 * Creates a user's chat. The default name ends with the number of chats that the user has created, continued from a
 * share or claimed from a guest, this one included (docs/spec.md 3.1). Imported chats are not counted. A temporary chat
 * has no number and does not raise the numbers of later chats, but it counts against the day's limit of new chats. A
 * repeated call with the same `requestId` returns the same chat. `projectId` puts the chat into that project. It is
 * ignored if the project was deleted meanwhile or the chat is temporary.
 * @throws AppError `chat_not_found` when an earlier call of this request created the chat and it was deleted since, or
 * has expired; `too_many_requests` at the day's limit of new chats
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
  const name =
    ttl === undefined
      ? `${CHAT_DEFAULT_NAME_PREFIX} ${await countChat(owner, requestId)}`
      : TEMPORARY_CHAT_NAME;
  const project = ttl === undefined && wanted !== undefined ? await readProject(owner, wanted) : undefined;
  const projectId = project?.projectId;
  const chat = { chatId, name, createdAt: now.toISOString(), ...(projectId !== undefined && { projectId }) };
  // The row that lists the chat in its project is written first. A crash between the two writes then leaves a row
  // without a chat, which readers skip, and never a chat that its project does not list.
  if (projectId !== undefined) await putInProject(owner, projectId, chatId);
  const stored = await storeChat(owner, chat, welcomeText(productName, userName), ttl);
  if (chatId === fresh) return stored;
  // An earlier call of this request fixed the id, but no chat was found. If that call crashed, this call has completed
  // the chat. If the chat was deleted, it stays deleted and cannot be opened.
  const mended = await openChat(owner, chatId);
  if (!mended) throw new AppError('chat_not_found');
  return mended;
}

/**
 * Stores a chat with its welcome message `text`. The message is written first, so that every stored chat has it. `ttl`
 * is the chat's expiry in Unix seconds; without it, the chat does not expire.
 */
export async function storeChat(owner: string, chat: Chat, text: string, ttl?: number): Promise<OpenedChat> {
  const replyAt = chat.createdAt;
  await putNotice({ owner, chatId: chat.chatId, messageIndex: 0 }, { kind: 'welcome', text, replyAt, ttl });
  await putChat(owner, { ...chat, nextIndex: 1, ttl });
  const welcome = { index: 0, kind: 'welcome', text, replyAt, status: 'complete' } as const;
  return { ...chat, messages: toMessages([welcome]) };
}

/**
 * Returns the text of a new chat's welcome message, the assistant's first message (docs/spec.md 4.8). The text is never
 * sent to a model.
 */
export function welcomeText(productName: string, userName: string | undefined): string {
  const greeting = userName ? `Hello ${userName}!` : 'Hello!';
  return `${greeting} I'm ${productName}. Ask me anything: a question, a draft to improve, code to explain, a plan to make.`;
}
