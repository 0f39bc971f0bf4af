import { randomBytes } from 'node:crypto';
import { CHAT_DEFAULT_NAME_PREFIX } from '#contract/automatic-chat-names';
import { guestOwner } from '../../store/owner-keys.ts';
import { storeChat, welcomeText } from '../chats/create-chat.ts';
import { type OpenedChat, openChat } from '../chats/read-new-or-guest-chat.ts';
import { countGuestChat } from '../quota/rate-limiter.ts';
import { guestTtl } from './guest-expiry.ts';

/**
 * Opens the guest's stored chat if it still exists. Otherwise creates a chat with a random id, the guest's only
 * credential.
 * @param stored id of the chat that the guest's browser has stored
 * @param address hash of the guest's network address, by which new chats are counted
 * @throws AppError `guest_quota_exceeded`
 */
export async function createOrOpenGuestChat(
  stored: string | undefined,
  { productName, address = '' }: { productName: string; address?: string | undefined },
): Promise<OpenedChat> {
  const known = stored && (await openChat(guestOwner(stored), stored));
  if (known) return known;
  const now = new Date();
  await countGuestChat(address, now.getTime());
  const chat = {
    chatId: randomBytes(16).toString('hex'),
    name: `${CHAT_DEFAULT_NAME_PREFIX} 1`,
    createdAt: now.toISOString(),
  };
  const ttl = guestTtl(now.getTime());
  return storeChat(guestOwner(chat.chatId), chat, welcomeText(productName, undefined), ttl);
}
