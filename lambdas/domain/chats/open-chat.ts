/** Opening chats, and what an owner sees of one. */
import type { Chat, Message } from '#contract/entities';
import { AppError } from '#contract/errors';
import { CHAT_DEFAULT_NAME_PREFIX } from '#contract/limits';
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

/** A chat as its owner sees it. */
export const describeChat = ({ chatId, name, createdAt, model, removeAt, keptDays }: Chat): Chat => ({
  ...{ chatId, name, createdAt },
  ...(model !== undefined && { model }),
  ...(removeAt !== undefined && { removeAt }),
  ...(keptDays !== undefined && { keptDays }),
});

/** More than a guest can fill in a chat's life, so that an opened chat is the whole chat. */
const OPENED_TURNS = 100;

/** Creates a user's chat, named by their count (docs/spec.md 3.1). The same `requestId` opens the same chat again. */
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
  // An earlier call left the chat half made, which is mended now; or the chat was deleted since.
  const mended = await openChat(owner, chatId);
  if (!mended) throw new AppError('chat_not_found');
  return mended;
}

/** A chat with its messages, if it is there. */
export async function openChat(owner: string, chatId: string): Promise<OpenedChat | undefined> {
  const [chat, turns] = await Promise.all([
    getChat(owner, chatId),
    listTurns(owner, chatId, { limit: OPENED_TURNS }),
  ]);
  if (!chat) return undefined;
  return { ...describeChat(chat), messages: fitting(toMessages(turns)) };
}

/** The welcome comes first, so that a chat that is listed always has it. */
export async function storeChat(owner: string, chat: Chat, text: string, ttl?: number): Promise<OpenedChat> {
  const replyAt = chat.createdAt;
  await putNotice({ owner, chatId: chat.chatId, messageIndex: 0 }, { kind: 'welcome', text, replyAt, ttl });
  await putChat(owner, { ...chat, nextIndex: 1, ttl });
  const welcome = { index: 0, kind: 'welcome', text, replyAt, status: 'complete' } as const;
  return { ...chat, messages: toMessages([welcome]) };
}

/** The assistant's first message in a new chat (docs/spec.md 4.8); never sent to a model. */
export function welcomeText(productName: string, userName: string | undefined): string {
  const greeting = userName ? `Hello ${userName}!` : 'Hello!';
  return `${greeting} I'm ${productName}. Ask me anything: a question, a draft to improve, code to explain, a plan to make.`;
}
