/** Creates and opens chats. */

import { CHAT_DEFAULT_NAME_PREFIX } from '#contract/chat-names';
import type { Chat, Message } from '#contract/entities';
import { AppError } from '#contract/errors';
import { countChat, fixChatId } from '../../store/chats/chat-creation.ts';
import { getChat, putChat } from '../../store/chats/chats.ts';
import { listTurns } from '../../store/turns/pages.ts';
import { putNotice } from '../../store/turns/turns.ts';
import { uuidv7 } from '../uuid.ts';
import { fitting } from './history-pages.ts';
import { toMessages } from './turns-to-messages.ts';

export interface OpenedChat extends Chat {
  readonly messages: readonly Message[];
}

/** Picks the fields of a chat that its owner sees. */
export const describeChat = ({ chatId, name, createdAt, model, removeAt, keptDays }: Chat): Chat => ({
  ...{ chatId, name, createdAt },
  ...(model !== undefined && { model }),
  ...(removeAt !== undefined && { removeAt }),
  ...(keptDays !== undefined && { keptDays }),
});

/**
 * Turns that are read of an opened chat. A guest cannot write as many before the chat expires, so they get the whole
 * chat.
 */
const OPENED_TURNS = 100;

/**
 * Creates a user's chat, numbered by how many they have created (docs/spec.md 3.1). Repeating a `requestId` returns
 * the same chat.
 */
export async function createChat(
  owner: string,
  {
    requestId,
    productName,
    userName,
  }: { requestId: string; productName: string; userName?: string | undefined },
): Promise<OpenedChat> {
  const now = new Date();
  const fresh = uuidv7(now.getTime());
  const chatId = await fixChatId(owner, requestId, { chatId: fresh, now: now.getTime() });
  const known = chatId === fresh ? undefined : await openChat(owner, chatId);
  if (known) return known;
  const name = `${CHAT_DEFAULT_NAME_PREFIX} ${await countChat(owner, requestId)}`;
  const chat = { chatId, name, createdAt: now.toISOString() };
  const stored = await storeChat(owner, chat, welcomeText(productName, userName));
  if (chatId === fresh) return stored;
  // Either an earlier call crashed before the chat was complete, and this call has completed it, or the chat was
  // deleted since.
  const mended = await openChat(owner, chatId);
  if (!mended) throw new AppError('chat_not_found');
  return mended;
}

/** Reads a chat with its messages; undefined when this owner has no such chat. */
export async function openChat(owner: string, chatId: string): Promise<OpenedChat | undefined> {
  const [chat, turns] = await Promise.all([
    getChat(owner, chatId),
    listTurns(owner, chatId, { limit: OPENED_TURNS }),
  ]);
  if (!chat) return undefined;
  return { ...describeChat(chat), messages: fitting(toMessages(turns)) };
}

/** Stores a chat with its welcome message. The message is written first, so that every listed chat has it. */
export async function storeChat(owner: string, chat: Chat, text: string, ttl?: number): Promise<OpenedChat> {
  const replyAt = chat.createdAt;
  await putNotice({ owner, chatId: chat.chatId, messageIndex: 0 }, { kind: 'welcome', text, replyAt, ttl });
  await putChat(owner, { ...chat, nextIndex: 1, ttl });
  const welcome = { index: 0, kind: 'welcome', text, replyAt, status: 'complete' } as const;
  return { ...chat, messages: toMessages([welcome]) };
}

/** Writes the assistant's first message in a new chat (docs/spec.md 4.8); never sent to a model. */
export function welcomeText(productName: string, userName: string | undefined): string {
  const greeting = userName ? `Hello ${userName}!` : 'Hello!';
  return `${greeting} I'm ${productName}. Ask me anything: a question, a draft to improve, code to explain, a plan to make.`;
}
