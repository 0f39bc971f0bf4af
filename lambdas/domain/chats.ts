/** Opening chats: a user's new chat, and a guest's, which is found again by its id. */
import { randomBytes } from 'node:crypto';
import type { Chat, Message } from '#contract/entities';
import { AppError } from '#contract/errors';
import { CHAT_DEFAULT_NAME_PREFIX } from '#contract/limits';
import { countChat, fixChatId } from '../store/chat-count.ts';
import { getChat, putChat } from '../store/chats.ts';
import { guestOwner, inSeconds } from '../store/keys.ts';
import { listTurns } from '../store/turn-pages.ts';
import { putNotice } from '../store/turns.ts';
import { toMessages } from './history.ts';
import { fitting } from './history-pages.ts';
import { uuidv7 } from './uuid.ts';
import { welcomeText } from './welcome.ts';

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

const GUEST_CHAT_LIFE_MS = 7 * 24 * 60 * 60_000;
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

/** A guest's chat: the stored one if it is still there, else a new one whose id is a random capability. */
export async function openGuestChat(stored: string | undefined, productName: string): Promise<OpenedChat> {
  const known = stored && (await openChat(guestOwner(stored), stored));
  if (known) return known;
  const now = new Date();
  const chat = {
    chatId: randomBytes(16).toString('hex'),
    name: `${CHAT_DEFAULT_NAME_PREFIX} 1`,
    createdAt: now.toISOString(),
  };
  const ttl = guestTtl(now.getTime());
  return storeChat(guestOwner(chat.chatId), chat, welcomeText(productName, undefined), ttl);
}

/** When what a guest writes at `now` (ms) may be removed, in Unix seconds (docs/spec.md 4.9). */
export const guestTtl = (now: number): number => inSeconds(now + GUEST_CHAT_LIFE_MS);

async function openChat(owner: string, chatId: string): Promise<OpenedChat | undefined> {
  const [chat, turns] = await Promise.all([
    getChat(owner, chatId),
    listTurns(owner, chatId, { limit: OPENED_TURNS }),
  ]);
  if (!chat) return undefined;
  return { ...describeChat(chat), messages: fitting(toMessages(turns)) };
}

/** The welcome comes first, so that a chat that is listed always has it. */
async function storeChat(owner: string, chat: Chat, text: string, ttl?: number): Promise<OpenedChat> {
  const replyAt = chat.createdAt;
  await putNotice({ owner, chatId: chat.chatId, messageIndex: 0 }, { kind: 'welcome', text, replyAt, ttl });
  await putChat(owner, { ...chat, nextIndex: 1, ttl });
  const welcome = { index: 0, kind: 'welcome', text, replyAt, status: 'complete' } as const;
  return { ...chat, messages: toMessages([welcome]) };
}
