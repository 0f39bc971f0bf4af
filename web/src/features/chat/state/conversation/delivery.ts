import { AppError, type ErrorCode } from '#contract/errors';
import { type AckData, toWire } from '#contract/socket';
import type { Quota } from '#contract/usage';
import type { SentMessage, SentMessages } from '../../../../lib/sent-messages.ts';
import type { SocketClient } from '../../../../lib/socket/client.ts';
import type { Store } from '../../../../lib/store.ts';
import { contextTurns } from '../turns/message-lookup.ts';
import { findTurn, type Turn } from '../turns/turns.ts';
import { isStreaming } from '../turns/view-message.ts';
import type { ConversationStore } from './conversation-state.ts';

/** How a frame names who sends it: a guest is known by the chat's id alone. */
export type Party = { readonly userEmail: string } | { readonly isGuest: true };

export interface DeliveryPorts {
  readonly socket: Pick<SocketClient, 'request'>;
  readonly party: Party;
  /** Called once the server has taken in a message from here. `first`: it is the chat's first. */
  readonly onAccepted: (chatId: string, text: string, first: boolean) => void;
  /** A message was answered. */
  readonly onAnswered?: () => void;
  /** `text`: the message; undefined if it was to replace another one, which then stays. */
  readonly onRefused?: (code: ErrorCode, text: string | undefined) => void;
  /** Takes what is left of the day, as each ack tells it. */
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
  /** False for a message that replaces a turn in the same words: it need not be kept when it is refused. */
  readonly isNew: boolean;
  readonly onFailure: (() => void) | undefined;
}

/** Brings one message to the server and takes in what becomes of it. */
export class Delivery {
  readonly #store: ConversationStore;
  readonly #ports: DeliveryPorts;
  readonly #catchUp: () => Promise<void>;
  #acceptedId: string | undefined;

  constructor(store: ConversationStore, ports: DeliveryPorts, catchUp: () => Promise<void>) {
    this.#store = store;
    this.#ports = ports;
    this.#catchUp = catchUp;
    // A place, told by any frame or page, means that the server has taken the message in.
    store.subscribe(() => {
      const { turns, unacknowledged } = store.get();
      if (unacknowledged && findTurn(turns, unacknowledged.requestId)?.index !== undefined)
        this.#accepted(unacknowledged);
    });
  }

  /** Shows the message, with a reply that is awaited, and sends it. `onFailure`: no complete reply came of it. */
  send(message: SentMessage, onFailure?: () => void): void {
    const { requestId, chatId, text, replaces, model } = message;
    const { turns, messages } = this.#store.get();
    const before = turns.find(({ index }) => replaces !== undefined && index === replaces);
    const waiting = { message, isNew: before?.question?.content !== text, onFailure };
    this.#ports.sent.keep(message);
    this.#store.dispatch({ type: 'messageSent', message }, { stopping: false });
    const known = { after: Math.max(0, message.after), context: contextTurns(messages) };
    const data = { chatId, message: toWire(text), replaces, model, ...known, ...this.#ports.party };
    this.#ports.socket.request('chat', data, requestId).then(
      (ack) => this.#acknowledged(message, ack),
      (error: unknown) => this.#refused(waiting, error),
    );
  }

  #accepted({ requestId, chatId, text, first }: SentMessage): void {
    if (this.#acceptedId === requestId) return;
    this.#acceptedId = requestId;
    this.#ports.onAccepted(chatId, text, first);
  }

  #turnOf({ requestId }: SentMessage): Turn | undefined {
    return findTurn(this.#store.get().turns, requestId);
  }

  #acknowledged(message: SentMessage, ack: AckData<'chat'>): void {
    const { requestId } = message;
    const { messageIndex, quota } = ack;
    if (quota) this.#ports.quota.set(quota);
    this.#ports.onAnswered?.();
    this.#accepted(message);
    this.#ports.sent.forget(requestId);
    this.#store.dispatch({ type: 'requestAcknowledged', requestId, messageIndex }, { stopping: false });
    this.#completeReply(message, ack);
    // Another turn stands in its place, which may not be on screen.
    if (!this.#turnOf(message)) void this.#catchUp();
    if (this.#isReplyOpen()) setTimeout(() => this.#fetchIfStillOpen(), LATE_FRAME_MS);
  }

  /** A guest's ack holds the reply, for the case that its frames were missed. */
  #completeReply(message: SentMessage, { response, messageIndex, status }: AckData<'chat'>): void {
    const turn = this.#turnOf(message);
    if (response === undefined || !turn?.reply || !isStreaming(turn.reply)) return;
    const createdAt = new Date(turn.latestAt || Date.now()).toISOString();
    const { requestId } = message;
    const data = {
      role: 'assistant',
      requestId,
      content: response,
      createdAt,
      messageIndex,
      status,
    } as const;
    this.#store.dispatch({ type: 'replyEnded', data });
  }

  #fetchIfStillOpen(): void {
    if (!this.#store.get().unacknowledged && this.#isReplyOpen()) void this.#catchUp();
  }

  #isReplyOpen(): boolean {
    return this.#store.get().messages.some(isStreaming);
  }

  #refused({ message, isNew, onFailure }: Waiting, cause: unknown): void {
    const error = cause instanceof AppError ? cause : new AppError('internal', { cause });
    if (TURN_ERRORS.has(error.code)) this.#failed(message, error.message);
    else {
      const { code } = error;
      console.warn(`The message was refused: ${code}`);
      this.#ports.onRefused?.(code, message.replaces === undefined ? message.text : undefined);
      if (code === 'quota_exceeded') this.#ports.quota.set({ refusedAt: Date.now() });
      const refused = { ...message, refused: error.message, code };
      this.#keep(refused, code, isNew);
      this.#store.dispatch({ type: 'messageRefused', message: refused, isKept: isNew }, { stopping: false });
      if (message.replaces !== undefined) void this.#catchUp();
    }
    onFailure?.();
  }

  /** The turn was stored, and its reply came to nothing: its place in the chat is needed to try it again. */
  #failed(message: SentMessage, error: string): void {
    const { requestId } = message;
    this.#accepted(message);
    this.#ports.sent.forget(requestId);
    const streamed = this.#turnOf(message)?.reply?.live?.text() ?? '';
    this.#store.dispatch({ type: 'replyFailed', requestId, error, streamed }, { stopping: false });
    if (this.#turnOf(message)?.index === undefined) void this.#catchUp();
  }

  /** Keeps what the user wrote until it is sent again or discarded. */
  #keep(message: SentMessage, code: ErrorCode, isNew: boolean): void {
    const isReturned = 'isGuest' in this.#ports.party && message.replaces === undefined && RETURNED.has(code);
    if (isNew && !isReturned) this.#ports.sent.keep(message);
    else this.#ports.sent.forget(message.requestId);
  }
}

/** The rest of the day as it was told last, or when a message was refused because nothing is left. */
export type QuotaState = Quota | { readonly refusedAt: number } | undefined;
