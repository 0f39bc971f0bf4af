import type { AckData } from '#contract/socket';
import type { GuestStorage } from '../../../lib/guest-storage.ts';
import type { SocketClient } from '../../../lib/socket/client.ts';
import { Conversation, type ConversationPorts } from '../state/conversation/conversation.ts';

/** A guest's chat with its newest messages. */
export type GuestChat = AckData<'initChat'>;

/**
 * Asks for the stored chat, or for a first one, and stores its id (docs/spec.md 4.9). An expired chat is
 * replaced by the server. This also tells the server that the connection is this chat's.
 */
export async function obtainGuestChat(
  socket: Pick<SocketClient, 'request'>,
  storage: GuestStorage,
): Promise<GuestChat> {
  const asked = storage.chatId();
  const data = { isGuest: true, ...(asked !== undefined && { chatId: asked }) };
  const chat = await socket.request('initChat', data);
  const stored = storage.chatId();
  // Another tab got its new chat first: that one is the guest's.
  if (chat.chatId !== asked && stored !== undefined && stored !== asked)
    return obtainGuestChat(socket, storage);
  storage.setChatId(chat.chatId);
  return chat;
}

export interface GuestConversationPorts
  extends Pick<ConversationPorts, 'socket' | 'sent' | 'quota' | 'onAccepted' | 'onAnswered' | 'onRefused'> {
  /** Reads the chat's newest messages again. */
  readonly reread: () => Promise<GuestChat>;
}

/** The conversation of a guest's chat. What was just read of the chat is its first page of history. */
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
  return new Conversation(chat.chatId, { ...ports, party: { isGuest: true }, readHistory });
}
