/** Opens a guest's chat. Its random id is the guest's only credential. */
import { randomBytes } from 'node:crypto';
import { CHAT_DEFAULT_NAME_PREFIX } from '#contract/chat-names';
import { guestOwner, inSeconds } from '../../store/keys.ts';
import { type OpenedChat, openChat, storeChat, welcomeText } from '../chats/open-chat.ts';

const GUEST_CHAT_LIFE_MS = 7 * 24 * 60 * 60_000;

/** Opens the guest's stored chat if it still exists, else creates a chat with a new random id. */
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

/** Returns the expiry in Unix seconds of a row that a guest writes at `now` in milliseconds (docs/spec.md 4.9). */
export const guestTtl = (now: number): number => inSeconds(now + GUEST_CHAT_LIFE_MS);
