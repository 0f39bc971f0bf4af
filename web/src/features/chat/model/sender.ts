import { AppError, type ErrorCode } from '#contract/errors';
import { MESSAGE_MAX_LENGTH } from '#contract/limits';
import { toWire } from '#contract/socket';
import { chatTexts } from '../../../lib/chat-texts.ts';
import { GUEST, type SentMessage, type SentMessages } from '../../../lib/sent-messages.ts';
import type { SocketClient } from '../../../lib/socket/client.ts';
import type { ConversationStore } from './conversation-state.ts';
import { type Messages, replace, without } from './message-list.ts';
import { isStreaming, outgoing, replyKey } from './view-message.ts';

/** How a frame names who sends it (spec 7): a guest is known by the chat's id alone. */
export type Party = { readonly userEmail: string } | { readonly isGuest: true };

export interface SenderPorts {
  readonly socket: Pick<SocketClient, 'request'>;
  readonly party: Party;
  /** Called once the server has taken in a message from here. `first`: it is the chat's first. */
  readonly onAccepted: (chatId: string, text: string, first: boolean) => void;
  /** Where a message is kept until it is acknowledged. */
  readonly sent: Pick<SentMessages, 'keep' | 'forget'>;
  readonly now?: () => Date;
}

/** `problem` is for the person to read; without one, a text that is not sent was blank or came too soon. */
export interface SendResult {
  readonly sent: boolean;
  readonly problem?: string;
}

/** These end a turn that was taken in; any other error means that nothing was stored. */
const TURN_ERRORS: ReadonlySet<ErrorCode> = new Set(['reply_failed', 'model_unavailable']);
/** After the acknowledgement the final message may still be on its way. */
const LATE_FRAME_MS = 1_000;

/** Sends a conversation's messages, one at a time, and keeps each until the server has answered for it. */
export class Sender {
  private readonly chatId: string;
  private readonly store: ConversationStore;
  private readonly ports: SenderPorts;
  private readonly catchUp: () => Promise<void>;
  private acceptedId: string | undefined;

  constructor(chatId: string, store: ConversationStore, ports: SenderPorts, catchUp: () => Promise<void>) {
    this.chatId = chatId;
    this.store = store;
    this.ports = ports;
    this.catchUp = catchUp;
  }

  /** Sends a message (spec 4), unless it is blank or too long or a reply is pending. */
  send(input: string): SendResult {
    const { messages, pending } = this.store.get();
    const text = input.trim();
    if (text === '' || pending) return { sent: false };
    if (text.length > MESSAGE_MAX_LENGTH) return { sent: false, problem: tooLong(text.length) };
    const message: SentMessage = {
      requestId: crypto.randomUUID(),
      chatId: this.chatId,
      sender: 'userEmail' in this.ports.party ? this.ports.party.userEmail : GUEST,
      text,
      createdAt: (this.ports.now?.() ?? new Date()).toISOString(),
      after: Math.max(-1, ...messages.map(({ index = -1 }) => index)),
      first: !messages.some(({ role }) => role === 'user'),
    };
    this.ports.sent.keep(message);
    this.transmit(message);
    return { sent: true };
  }

  /** Sends a message once more that was sent before the page was loaded anew. */
  resume(message: SentMessage): void {
    this.transmit(message);
  }

  /** Sends again what was not taken in, or what got no complete reply. */
  retry(key: string): void {
    const { messages, pending } = this.store.get();
    const at = messages.findIndex((message) => message.key === key);
    const failed = messages[at];
    if (!failed) return;
    if (failed.role === 'user') {
      if (!pending) this.store.update({ messages: without(messages, key) });
      this.send(failed.content);
      return;
    }
    const question = messages.slice(0, at).findLast(({ role }) => role === 'user');
    if (question) this.send(question.content);
  }

  /** Asks for the reply to end where it is. Not told to the user when it had already ended. */
  async stop(): Promise<void> {
    if (this.store.get().stopping) return;
    this.store.update({ stopping: true });
    const { chatId, ports } = this;
    await ports.socket
      .request('stopReply', { chatId, ...ports.party })
      .catch(() => this.store.update({ stopping: false }));
  }

  /** The server is at work on the reply: so the message was taken in. */
  noteAccepted(): void {
    const waiting = this.store.get().unacknowledged;
    if (!waiting || this.acceptedId === waiting.requestId) return;
    this.acceptedId = waiting.requestId;
    this.ports.onAccepted(this.chatId, waiting.text, waiting.first);
  }

  private transmit(message: SentMessage): void {
    const { requestId, chatId, text } = message;
    const { socket, party } = this.ports;
    this.store.update({
      messages: [...this.store.get().messages, ...outgoing(message)],
      unacknowledged: message,
      stopping: false,
    });
    socket.request('chat', { chatId, message: toWire(text), ...party }, requestId).then(
      () => this.acknowledged(requestId),
      (error: unknown) => this.refused(requestId, error),
    );
  }

  private acknowledged(requestId: string): void {
    this.noteAccepted();
    this.settle(requestId);
    if (this.isReplyOpen()) setTimeout(() => this.fetchIfStillOpen(), LATE_FRAME_MS);
  }

  private fetchIfStillOpen(): void {
    if (!this.store.get().unacknowledged && this.isReplyOpen()) void this.catchUp();
  }

  private isReplyOpen(): boolean {
    return this.store.get().messages.some(isStreaming);
  }

  private refused(requestId: string, cause: unknown): void {
    const error = cause instanceof AppError ? cause : new AppError('internal', { cause });
    const { messages } = this.store.get();
    if (TURN_ERRORS.has(error.code)) {
      this.noteAccepted();
      this.settle(requestId, withFailure(messages, requestId, error.message));
      return;
    }
    console.warn(`The message was refused: ${error.code}`);
    const text = error.code === 'message_too_long' ? chatTexts.conversation.tooLarge : error.message;
    this.settle(requestId, withRefusal(messages, requestId, text));
  }

  private settle(requestId: string, messages: Messages = this.store.get().messages): void {
    this.ports.sent.forget(requestId);
    const isCurrent = this.store.get().unacknowledged?.requestId === requestId;
    this.store.update({ messages, stopping: false, ...(isCurrent && { unacknowledged: undefined }) });
  }
}

/** The reply ended without being complete; what of it came in stays. */
const withFailure = (messages: Messages, requestId: string, error: string): Messages =>
  replace(messages, replyKey(requestId), ({ live, ...reply }) => ({
    ...reply,
    content: reply.content || (live?.text() ?? ''),
    status: 'failed',
    error,
  }));

/** Nothing was stored: no reply will come, and the message can be sent again. */
const withRefusal = (messages: Messages, requestId: string, error: string): Messages =>
  replace(without(messages, replyKey(requestId)), requestId, (message) => ({
    ...message,
    status: 'unsent',
    error,
  }));

const number = new Intl.NumberFormat('en');
const tooLong = (length: number): string =>
  chatTexts.conversation.tooLong(number.format(length), number.format(MESSAGE_MAX_LENGTH));
