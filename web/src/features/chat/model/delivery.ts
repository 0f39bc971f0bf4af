import { AppError, type ErrorCode } from '#contract/errors';
import { type AckData, toWire } from '#contract/socket';
import type { SentMessage, SentMessages } from '../../../lib/sent-messages.ts';
import type { SocketClient } from '../../../lib/socket/client.ts';
import type { Store } from '../../../lib/store.ts';
import type { ConversationStore } from './conversation-state.ts';
import { contextTurns, lastTurn, type Messages, nextAttempt, withPlace } from './message-list.ts';
import type { QuotaState } from './quota-state.ts';
import { type TurnBefore, withFailure, withoutMark, withRefusal, withSent } from './sent-turn.ts';
import { isStreaming } from './view-message.ts';

/** How a frame names who sends it (spec 7): a guest is known by the chat's id alone. */
export type Party = { readonly userEmail: string } | { readonly isGuest: true };

export interface DeliveryPorts {
  readonly socket: Pick<SocketClient, 'request'>;
  readonly party: Party;
  /** Called once the server has taken in a message from here. `first`: it is the chat's first. */
  readonly onAccepted: (chatId: string, text: string, first: boolean) => void;
  /** What is left of the day is told there. */
  readonly quota: Store<QuotaState>;
  /** Where a message is kept until it is acknowledged. */
  readonly sent: SentMessages;
}

/** These end a turn that was taken in; any other error means that nothing was stored. */
const TURN_ERRORS: ReadonlySet<ErrorCode> = new Set(['reply_failed', 'model_unavailable']);
/** A guest's message that is refused with one of these goes back to the input. */
const RETURNED: ReadonlySet<ErrorCode> = new Set(['guest_quota_exceeded', 'chat_not_found']);
/** After the acknowledgement the final message may still be on its way. */
const LATE_FRAME_MS = 1_000;

interface Waiting {
  readonly message: SentMessage;
  /** The turn whose place it takes. */
  readonly before: TurnBefore | undefined;
  readonly onFailure: (() => void) | undefined;
}

/** Brings one message to the server and takes in what becomes of it. */
export class Delivery {
  private readonly store: ConversationStore;
  private readonly ports: DeliveryPorts;
  private readonly catchUp: () => Promise<void>;
  private acceptedId: string | undefined;

  constructor(store: ConversationStore, ports: DeliveryPorts, catchUp: () => Promise<void>) {
    this.store = store;
    this.ports = ports;
    this.catchUp = catchUp;
  }

  /** Shows the message, with a reply that is awaited, and sends it. `onFailure`: no complete reply came of it. */
  send(message: SentMessage, onFailure?: () => void): void {
    const { requestId, chatId, text, replaces, model } = message;
    const { messages } = this.store.get();
    const last = lastTurn(messages);
    const before = replaces !== undefined && last?.question.index === replaces ? last : undefined;
    this.store.update({
      messages: withSent(messages, message, before, nextAttempt(before?.reply)),
      unacknowledged: message,
      stopping: false,
    });
    const waiting = { message, before, onFailure };
    const known = { after: Math.max(0, message.after), context: contextTurns(messages) };
    const data = { chatId, message: toWire(text), replaces, model, ...known, ...this.ports.party };
    this.ports.socket.request('chat', data, requestId).then(
      (ack) => this.acknowledged(waiting, ack),
      (error: unknown) => this.refused(waiting, error),
    );
  }

  /** The server is at work on the reply: so the message was taken in. */
  noteAccepted(): void {
    const waiting = this.store.get().unacknowledged;
    if (!waiting || this.acceptedId === waiting.requestId) return;
    this.acceptedId = waiting.requestId;
    this.ports.onAccepted(waiting.chatId, waiting.text, waiting.first);
  }

  private acknowledged({ message, before }: Waiting, { messageIndex, quota }: AckData<'chat'>): void {
    if (quota) this.ports.quota.set(quota);
    this.noteAccepted();
    this.ports.sent.forget(message.requestId);
    const messages = withPlace(this.store.get().messages, message.requestId, messageIndex);
    this.settle(message, withoutMark(messages, message));
    // After a reload it is not known which turn was replaced, and the old one may have been shown again.
    if (message.replaces !== undefined && !before) void this.catchUp();
    if (this.isReplyOpen()) setTimeout(() => this.fetchIfStillOpen(), LATE_FRAME_MS);
  }

  private fetchIfStillOpen(): void {
    if (!this.store.get().unacknowledged && this.isReplyOpen()) void this.catchUp();
  }

  private isReplyOpen(): boolean {
    return this.store.get().messages.some(isStreaming);
  }

  private refused(waiting: Waiting, cause: unknown): void {
    const { message, before, onFailure } = waiting;
    const error = cause instanceof AppError ? cause : new AppError('internal', { cause });
    if (TURN_ERRORS.has(error.code)) this.failed(message, error.message);
    else {
      console.warn(`The message was refused: ${error.code}`);
      if (error.code === 'quota_exceeded') this.ports.quota.set({ refusedAt: Date.now() });
      const refused = { ...message, refused: error.message, code: error.code };
      const isKept = this.keep(refused, error.code, before);
      this.settle(message, withRefusal(this.store.get().messages, refused, before, isKept));
      if (message.replaces !== undefined) void this.catchUp();
    }
    onFailure?.();
  }

  /** The turn was stored, and its reply came to nothing: its place in the chat is needed to try it again. */
  private failed(message: SentMessage, error: string): void {
    this.noteAccepted();
    this.ports.sent.forget(message.requestId);
    this.settle(message, withFailure(withoutMark(this.store.get().messages, message), message, error));
    const { messages } = this.store.get();
    if (messages.some(({ key, index }) => key === message.requestId && index === undefined))
      void this.catchUp();
  }

  /** Keeps what the user wrote until it is sent again or discarded. Returns whether there is anything to keep. */
  private keep(message: SentMessage, code: ErrorCode, before: TurnBefore | undefined): boolean {
    const isNew = before?.question.content !== message.text;
    const isReturned = 'isGuest' in this.ports.party && message.replaces === undefined && RETURNED.has(code);
    if (isNew && !isReturned) this.ports.sent.keep(message);
    else this.ports.sent.forget(message.requestId);
    return isNew;
  }

  private settle({ requestId }: SentMessage, messages: Messages): void {
    const isCurrent = this.store.get().unacknowledged?.requestId === requestId;
    this.store.update({ messages, stopping: false, ...(isCurrent && { unacknowledged: undefined }) });
  }
}
