import type { AckData, AssistantDeltaData, AssistantMessageData, UserMessageData } from '#contract/socket';
import type { SentMessage } from '../../../lib/sent-messages.ts';
import type { ReadStore } from '../../../lib/store.ts';
import type { HistoryPage } from '../api/get-chat-history.ts';
import { type ConversationState, createConversationStore } from './conversation-state.ts';
import { HistoryReader } from './history-reader.ts';
import { withDelta, withEnd, withLiked, withUserMessage } from './message-list.ts';
import { Sender, type SenderPorts, type SendResult } from './sender.ts';
import { fromHistory } from './view-message.ts';

export interface ConversationPorts extends SenderPorts {
  readonly readHistory: (chatId: string, before?: number) => Promise<HistoryPage>;
}

/** One chat on screen: its messages, what is being sent, and what arrives for it. */
export class Conversation {
  readonly chatId: string;
  readonly state: ReadStore<ConversationState>;
  private readonly store = createConversationStore();
  private readonly history: HistoryReader;
  private readonly sender: Sender;

  constructor(chatId: string, ports: ConversationPorts) {
    this.chatId = chatId;
    this.state = this.store;
    this.history = new HistoryReader(this.store, (before) => ports.readHistory(chatId, before));
    this.sender = new Sender(chatId, this.store, ports, () => this.history.catchUp());
  }

  /** Whether something is under way that must outlive a switch to another chat. */
  get isBusy(): boolean {
    return this.store.get().unacknowledged !== undefined;
  }

  /** Shows a chat that was just created, without asking for its history. */
  begin(messages: HistoryPage['messages']): void {
    this.store.update({ phase: 'ready', messages: messages.map(fromHistory) });
  }

  /** Sends on what was sent before the page was loaded anew and never acknowledged. */
  resume(message: SentMessage): void {
    this.sender.resume(message);
  }

  /** Reads the newest page; `failureText` says what to tell when that fails (spec 8). */
  load(failureText?: string): Promise<void> {
    return this.history.load(failureText);
  }

  /** Reads the page before the oldest message shown. */
  loadOlder(): Promise<void> {
    return this.history.loadOlder();
  }

  /** Shows the messages around one of the chat (a search result), whichever part of the chat was on screen. */
  async showAround(index: number): Promise<void> {
    const isShown = () => this.store.get().messages.some((message) => message.index === index);
    while (!isShown() && this.store.get().olderThan !== undefined) await this.loadOlder();
  }

  /** Reads the newest page again, after frames may have been missed. */
  catchUp(): Promise<void> {
    return this.history.catchUp();
  }

  /** Asks the server what became of a reply that nothing was heard of for `ms`. */
  checkStalled(ms: number): void {
    this.history.checkStalled(ms);
  }

  /** Sends a message (spec 4), unless it is blank or too long or a reply is pending. */
  send(input: string): SendResult {
    return this.sender.send(input);
  }

  /** Sends again what was not taken in, or what got no complete reply. */
  retry(key: string): void {
    this.sender.retry(key);
  }

  /** Asks for the reply to end where it is. */
  stop(): Promise<void> {
    return this.sender.stop();
  }

  onDelta(delta: AssistantDeltaData): void {
    this.heard();
    this.store.update({ messages: withDelta(this.store.get().messages, delta, new Date().toISOString()) });
  }

  onAssistantMessage(data: AssistantMessageData): void {
    this.heard();
    this.store.update({ messages: withEnd(this.store.get().messages, data) });
    if (data.content === undefined) void this.catchUp();
  }

  onUserMessage(data: UserMessageData): void {
    const { unacknowledged, messages } = this.store.get();
    if (data.requestId === unacknowledged?.requestId) return;
    this.store.update({ messages: withUserMessage(messages, data) });
  }

  /** A message was liked, or no longer, in another tab or device. */
  onLiked({ messageIndex, liked }: AckData<'likeMessage'>): void {
    this.store.update({ messages: withLiked(this.store.get().messages, messageIndex, liked) });
  }

  private heard(): void {
    this.history.noteSign();
    this.sender.noteAccepted();
  }
}
