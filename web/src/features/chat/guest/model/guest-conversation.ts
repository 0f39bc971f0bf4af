import { Conversation, type ConversationPorts } from '../../model/conversation.ts';
import type { GuestChat } from './guest-opening.ts';

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
