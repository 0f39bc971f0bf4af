import type { AckData } from '#contract/socket';
import type { SentMessages } from '../../../../lib/sent-messages.ts';
import type { SocketClient } from '../../../../lib/socket/client.ts';
import { Conversation } from '../../model/conversation.ts';
import type { DeliveryPorts } from '../../model/delivery.ts';
import type { GuestChat } from './guest-opening.ts';
import { type GuestSocketEvents, guestSocket } from './guest-socket.ts';

export interface GuestConversationPorts
  extends Pick<GuestSocketEvents, 'onRefused'>,
    Pick<DeliveryPorts, 'quota'> {
  readonly socket: Pick<SocketClient, 'request'>;
  readonly sent: SentMessages;
  /** Reads the chat's newest messages again. */
  readonly reread: () => Promise<GuestChat>;
  readonly onAccepted: () => void;
  readonly onAnswered: () => void;
}

/** The conversation of a guest's chat. What was just read of the chat is its first page of history. */
export function createGuestConversation(chat: GuestChat, ports: GuestConversationPorts): Conversation {
  let opened: GuestChat | undefined = chat;
  const readHistory = async () => {
    const { messages } = opened ?? (await ports.reread());
    opened = undefined;
    return { messages, olderThan: undefined };
  };
  const onAnswered = (ack: AckData<'chat'>) => {
    completeReply(conversation, ack);
    ports.onAnswered();
  };
  const conversation: Conversation = new Conversation(chat.chatId, {
    socket: guestSocket(ports.socket, { onAnswered, onRefused: ports.onRefused }),
    party: { isGuest: true },
    readHistory,
    sent: ports.sent,
    quota: ports.quota,
    onAccepted: ports.onAccepted,
  });
  return conversation;
}

/** Whatever was missed of the reply: the acknowledgement holds all of it (docs/spec.md 7.2). */
function completeReply(conversation: Conversation, ack: AckData<'chat'>): void {
  const { chatId, messageIndex, status, response } = ack;
  if (response === undefined) return;
  const known = conversation.state.get().messages.find(({ index }) => index === messageIndex);
  if (known && known.status !== 'streaming') return;
  const createdAt = new Date().toISOString();
  const reply = { chatId, messageIndex, status, createdAt, content: response };
  conversation.onAssistantMessage({ role: 'assistant', ...reply });
}
