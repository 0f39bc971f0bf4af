import type { AckData } from '#contract/socket';
import type { GuestStorage } from '../../../lib/guest-storage.ts';
import type { SocketClient } from '../../../lib/socket/client.ts';
import { Conversation, type ConversationPorts } from '../state/conversation/conversation.ts';

export type GuestChat = AckData<'initChat'>;

/**
 * Requests the stored guest chat. The server creates a new chat if no chat is stored, if the stored chat has expired,
 * or if an account has claimed it (docs/spec.md 4.9). The request also binds the connection to the chat, so that the
 * server sends the chat's frames to this connection.
 */
export async function requestGuestChat(
  socket: Pick<SocketClient, 'request'>,
  storage: GuestStorage,
): Promise<GuestChat> {
  const asked = storage.chatId();
  const data = { isGuest: true, ...(asked !== undefined && { chatId: asked }) };
  const chat = await socket.request('initChat', data);
  const stored = storage.chatId();
  // Two tabs may request a new chat at the same time, and the server creates a chat for each. If the other tab has
  // already stored its chat, this tab drops its own new chat and requests the stored one.
  if (chat.chatId !== asked && stored !== undefined && stored !== asked)
    return requestGuestChat(socket, storage);
  storage.setChatId(chat.chatId);
  return chat;
}

interface GuestConversationPorts
  extends Pick<ConversationPorts, 'socket' | 'sent' | 'quota' | 'onAccepted' | 'onAnswered' | 'onRefused'> {
  readonly reread: () => Promise<GuestChat>;
}

/** Creates a conversation. The first read of its history returns the messages of `chat` without a request. */
export function createGuestConversation(
  chat: GuestChat,
  { reread, ...ports }: GuestConversationPorts,
): Conversation {
  let opened: GuestChat | undefined = chat;
  const readHistory = async () => {
    const { messages } = opened ?? (await reread());
    opened = undefined;
    return { messages, olderThan: undefined };
  };
  return new Conversation(chat.chatId, { ...ports, senderFields: { isGuest: true }, readHistory });
}
