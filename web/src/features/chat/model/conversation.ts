import { AppError, ERRORS, type ErrorCode } from '#contract/errors';
import { MESSAGE_MAX_LENGTH } from '#contract/limits';
import {
  type AssistantDeltaData,
  type AssistantMessageData,
  toWire,
  type UserMessageData,
} from '#contract/socket';
import { chatTexts } from '../../../lib/chat-texts.ts';
import type { SocketClient } from '../../../lib/socket/client.ts';
import { createStore, type ReadStore } from '../../../lib/store.ts';
import type { HistoryPage } from '../api/get-chat-history.ts';
import {
  type Messages,
  replace,
  withDelta,
  withEnd,
  withHistory,
  without,
  withUserMessage,
} from './message-list.ts';
import { fromHistory, isStreaming, outgoing, replyKey } from './view-message.ts';

export interface ConversationState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly messages: Messages;
  /** Passed as `before` to read the page before the oldest message shown; undefined at the beginning. */
  readonly olderThan: number | undefined;
  readonly older: 'idle' | 'loading' | 'failed';
  /** A reply is awaited or streaming: nothing can be sent. */
  readonly pending: boolean;
  readonly stopping: boolean;
  /** Why opening the chat failed. */
  readonly failure: string | undefined;
}

export interface ConversationPorts {
  readonly socket: Pick<SocketClient, 'request'>;
  readonly userEmail: string;
  readonly readHistory: (chatId: string, before?: number) => Promise<HistoryPage>;
  /** Called once the server has taken in a message from here. `first`: it is the chat's first. */
  readonly onAccepted: (chatId: string, text: string, first: boolean) => void;
  readonly now?: () => Date;
}

const INITIAL: ConversationState = {
  phase: 'loading',
  messages: [],
  olderThan: undefined,
  older: 'idle',
  pending: false,
  stopping: false,
  failure: undefined,
};

/** These end a turn that was taken in; any other error means that nothing was stored. */
const TURN_ERRORS: ReadonlySet<ErrorCode> = new Set(['reply_failed', 'model_unavailable']);
/** After the acknowledgement the final message may still be on its way. */
const LATE_FRAME_MS = 1_000;

/** One chat on screen: its messages, what is being sent, and what arrives for it. */
export class Conversation {
  readonly chatId: string;
  readonly state: ReadStore<ConversationState>;
  private readonly store = createStore<ConversationState>(INITIAL);
  private readonly ports: ConversationPorts;
  /** The message that waits for its acknowledgement. */
  private unacknowledged: { requestId: string; text: string; first: boolean; accepted: boolean } | undefined;
  private lastFrameAt = 0;

  constructor(chatId: string, ports: ConversationPorts) {
    this.chatId = chatId;
    this.ports = ports;
    this.state = this.store;
  }

  /** Whether something is under way that must outlive a switch to another chat. */
  get isBusy(): boolean {
    return this.unacknowledged !== undefined;
  }

  /** Shows a chat that was just created, without asking for its history. */
  begin(messages: HistoryPage['messages']): void {
    this.update({ phase: 'ready', messages: messages.map(fromHistory) });
  }

  /** Reads the newest page; `failureText` says what to tell when that fails (spec 8). */
  async load(failureText: string = chatTexts.conversation.historyFailed): Promise<void> {
    this.update({ phase: 'loading', failure: undefined });
    try {
      await this.refresh();
    } catch {
      this.update({ phase: 'failed', failure: failureText });
    }
  }

  /** Reads the newest page again, after frames may have been missed. */
  async refresh(): Promise<void> {
    const { messages: page, olderThan } = await this.ports.readHistory(this.chatId);
    const { phase, messages } = this.store.get();
    const reaches = messages.some(({ index }) => index === page[0]?.messageIndex);
    // Pages that no longer touch would leave a hole: the newest page starts over, with what is still unsent.
    const base =
      reaches || page.length === 0 ? messages : messages.filter(({ index }) => isAfter(index, page));
    this.update({
      phase: 'ready',
      messages: withHistory(base, page),
      ...((phase !== 'ready' || !reaches) && { olderThan }),
    });
  }

  /** Reads the page before the oldest message shown. */
  async loadOlder(): Promise<void> {
    const { olderThan, older } = this.store.get();
    if (olderThan === undefined || older === 'loading') return;
    this.update({ older: 'loading' });
    try {
      const page = await this.ports.readHistory(this.chatId, olderThan);
      const messages = withHistory(this.store.get().messages, page.messages);
      this.update({ messages, olderThan: page.olderThan, older: 'idle' });
    } catch {
      this.update({ older: 'failed' });
    }
  }

  /**
   * Sends a message (spec 4). Returns why it cannot be sent, for the person to read; undefined when it is on
   * its way, also for a text that is blank or comes while a reply is pending, which are simply not sent.
   */
  send(input: string): { readonly sent: boolean; readonly problem?: string } {
    const text = input.trim();
    if (text === '' || this.store.get().pending) return { sent: false };
    if (text.length > MESSAGE_MAX_LENGTH) return { sent: false, problem: tooLong(text.length) };
    const requestId = crypto.randomUUID();
    const data = { chatId: this.chatId, message: toWire(text), userEmail: this.ports.userEmail };
    const { messages } = this.store.get();
    const first = !messages.some(({ role }) => role === 'user');
    const reply = this.ports.socket.request('chat', data, requestId);
    this.unacknowledged = { requestId, text, first, accepted: false };
    const createdAt = (this.ports.now?.() ?? new Date()).toISOString();
    this.update({ messages: [...messages, ...outgoing(requestId, text, createdAt)], stopping: false });
    reply.then(
      () => this.acknowledged(requestId),
      (error: unknown) => this.refused(requestId, error),
    );
    return { sent: true };
  }

  /** Sends again what was not taken in, or what got no complete reply. */
  retry(key: string): void {
    const { messages } = this.store.get();
    const at = messages.findIndex((message) => message.key === key);
    const failed = messages[at];
    if (!failed) return;
    if (failed.role === 'user') {
      if (!this.store.get().pending) this.update({ messages: without(messages, key) });
      this.send(failed.content);
      return;
    }
    const question = messages.slice(0, at).findLast(({ role }) => role === 'user');
    if (question) this.send(question.content);
  }

  /** Asks for the reply to end where it is. Not told to the user when it had already ended. */
  async stop(): Promise<void> {
    if (this.store.get().stopping) return;
    this.update({ stopping: true });
    const { chatId, ports } = this;
    await ports.socket
      .request('stopReply', { chatId, userEmail: ports.userEmail })
      .catch(() => this.update({ stopping: false }));
  }

  onDelta(delta: AssistantDeltaData): void {
    this.heard();
    this.update({ messages: withDelta(this.store.get().messages, delta, new Date().toISOString()) });
  }

  onAssistantMessage(data: AssistantMessageData): void {
    this.heard();
    this.update({ messages: withEnd(this.store.get().messages, data) });
    if (data.content === undefined) void this.catchUp();
  }

  onUserMessage(data: UserMessageData): void {
    if (data.requestId === this.unacknowledged?.requestId) return;
    this.update({ messages: withUserMessage(this.store.get().messages, data) });
  }

  /** Asks the server what became of a reply that nothing was heard of for `ms`. */
  checkStalled(ms: number): void {
    const { pending, phase } = this.store.get();
    if (phase === 'ready' && pending && Date.now() - this.lastFrameAt > ms) void this.catchUp();
  }

  async catchUp(): Promise<void> {
    this.lastFrameAt = Date.now();
    await this.refresh().catch(() => undefined);
  }

  /** A frame about this chat's reply: so the message was taken in. */
  private heard(): void {
    this.lastFrameAt = Date.now();
    const waiting = this.unacknowledged;
    if (!waiting || waiting.accepted) return;
    waiting.accepted = true;
    this.ports.onAccepted(this.chatId, waiting.text, waiting.first);
  }

  private acknowledged(requestId: string): void {
    this.heard();
    this.settle(requestId);
    if (this.store.get().messages.some(isStreaming)) setTimeout(() => this.fetchIfStillOpen(), LATE_FRAME_MS);
  }

  private fetchIfStillOpen(): void {
    if (!this.unacknowledged && this.store.get().messages.some(isStreaming)) void this.catchUp();
  }

  private refused(requestId: string, cause: unknown): void {
    const error = cause instanceof AppError ? cause : new AppError('internal', { cause });
    const { messages } = this.store.get();
    const key = replyKey(requestId);
    if (TURN_ERRORS.has(error.code)) {
      this.heard();
      const failed = replace(messages, key, ({ live, ...reply }) => ({
        ...reply,
        content: reply.content || (live?.text() ?? ''),
        status: 'failed',
        error: error.message,
      }));
      this.settle(requestId, failed);
      return;
    }
    console.warn(`The message was refused: ${error.code}`);
    const unsent = replace(without(messages, key), requestId, (message) => ({
      ...message,
      status: 'unsent',
      error: error.code === 'message_too_long' ? chatTexts.conversation.tooLarge : error.message,
    }));
    this.settle(requestId, unsent);
  }

  private settle(requestId: string, messages: Messages = this.store.get().messages): void {
    if (this.unacknowledged?.requestId === requestId) this.unacknowledged = undefined;
    this.update({ messages, stopping: false });
  }

  private update(change: Partial<ConversationState>): void {
    const next = { ...this.store.get(), ...change };
    const pending = this.unacknowledged !== undefined || next.messages.some(isStreaming);
    const before = this.store.get();
    const isSame = Object.keys(change).every((name) => Reflect.get(before, name) === Reflect.get(next, name));
    if (!isSame || before.pending !== pending)
      this.store.set({ ...next, pending, stopping: pending && next.stopping });
  }
}

const isAfter = (index: number | undefined, page: HistoryPage['messages']): boolean =>
  index === undefined || index >= (page[0]?.messageIndex ?? 0);

const number = new Intl.NumberFormat('en');
const tooLong = (length: number): string =>
  chatTexts.conversation.tooLong(number.format(length), number.format(MESSAGE_MAX_LENGTH));

/** What a failed reply says when the server's own words are not at hand. */
export const REPLY_FAILED = ERRORS.reply_failed.message;
