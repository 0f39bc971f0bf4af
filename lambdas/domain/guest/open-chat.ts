/** Chat of a guest: its id, a random capability, is all that a guest has. */
import { randomBytes } from 'node:crypto';
import { CHAT_DEFAULT_NAME_PREFIX } from '#contract/limits';
import { guestOwner, inSeconds } from '../../store/keys.ts';
import { type OpenedChat, openChat, storeChat, welcomeText } from '../chats/open-chat.ts';

const GUEST_CHAT_LIFE_MS = 7 * 24 * 60 * 60_000;

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
