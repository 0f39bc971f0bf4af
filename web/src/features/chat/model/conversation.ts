import type { AckData, AssistantDeltaData, AssistantMessageData, UserMessageData } from '#contract/socket';
import type { SentMessage } from '../../../lib/sent-messages.ts';
import type { ReadStore, Store } from '../../../lib/store.ts';
import type { HistoryPage } from '../api/get-chat-history.ts';
import { chatCopy } from '../copy.ts';
import type { Account } from './account.ts';
import { type ConversationState, createConversationStore } from './conversation-state.ts';
import type { Party } from './delivery.ts';
import { HistoryReader } from './history-reader.ts';
import { Likes } from './likes.ts';
import {
  isOfUnknownTurn,
  leavesGap,
  type Messages,
  withDelta,
  withEnd,
  withUserMessage,
} from './message-list.ts';
import { type MessageSize, sizeOf } from './message-size.ts';
import type { QuotaState } from './quota-state.ts';
import { type RetryOptions, Sender, type SenderPorts, type SendResult } from './sender.ts';
import { Stretch } from './stretch.ts';
import { fromHistory } from './view-message.ts';

export interface ConversationPorts extends SenderPorts {
  /** The newest page, or the newest before an index, or the oldest after one. */
  readonly readHistory: (chatId: string, before?: number, after?: number) => Promise<HistoryPage>;
}

/** One chat on screen: its messages, what is being sent, and what arrives for it. */
export class Conversation {
  readonly chatId: string;
  readonly state: ReadStore<ConversationState>;
  /** Guests cannot like messages (spec 6). */
  readonly canLike: boolean;
  /** Of who is signed in. */
  readonly account: Account | undefined;
  /** What is left of the day. */
  readonly quota: Store<QuotaState>;
  private readonly store = createConversationStore();
  private readonly stretch = new Stretch(this.store);
  private readonly history: HistoryReader;
  private readonly sender: Sender;
  private readonly likes: Likes;
  private readonly unknownTurns = new Set<string>();
  private readonly party: Party;
  private isReturning = false;

  constructor(chatId: string, ports: ConversationPorts) {
    this.chatId = chatId;
    this.state = this.store;
    this.account = ports.account;
    this.quota = ports.quota;
    this.party = ports.party;
    this.canLike = 'userEmail' in ports.party;
    this.history = new HistoryReader(this.store, this.stretch, (before, after) =>
      ports.readHistory(chatId, before, after),
    );
    this.sender = new Sender(chatId, this.store, ports, () => this.history.catchUp());
    this.likes = new Likes(chatId, this.store, ports, () => this.history.catchUp());
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

  /** Reads the page after the newest message shown, where that is not the chat's end. */
  loadNewer(): Promise<void> {
    return this.history.loadNewer();
  }

  /** Shows the chat's end, if another part of it is on screen. Resolves with whether that could be read. */
  async showLatest(): Promise<boolean> {
    return !this.stretch.isDetached || this.history.jumpToLatest();
  }

  /** Brings one message of the chat into view (a search result), whichever part of it was on screen. */
  showAround(index: number): Promise<void> {
    return this.history.showAround(index);
  }

  /** The message that was to be brought into view has been. */
  reachedTarget(): void {
    this.store.update({ target: undefined });
  }

  /** Reads the newest page again, after frames may have been missed. */
  catchUp(): Promise<void> {
    return this.history.catchUp();
  }

  /** Asks the server what became of a reply that nothing was heard of for `ms`. */
  checkStalled(ms: number): void {
    this.history.checkStalled(ms);
  }

  /**
   * Sends a message (spec 4), unless it is blank or too long or a reply is pending. Where another part of the
   * chat is on screen, its end is shown first.
   */
  send(input: string): SendResult {
    if (!this.stretch.isDetached) return this.sendChosen(input);
    const refusal = this.isReturning ? { sent: false } : this.sender.refusal(input);
    if (!refusal) void this.sendAtEnd(input.trim());
    return refusal ?? { sent: true };
  }

  /** How near a text is to the longest that can be sent; undefined where it is far from it. */
  sizeOf(text: string): MessageSize | undefined {
    return sizeOf(text, this.party);
  }

  /** Chooses the model that answers the next message; undefined leaves it to the chat's, or the server. */
  chooseNext(nextModel: string | undefined): void {
    this.store.update({ nextModel });
  }

  /**
   * Sends again what was not taken in, or asks anew what got no complete reply. Where another part of the chat is on
   * screen, its end is shown first.
   */
  retry(key: string, options?: RetryOptions): SendResult {
    if (!this.stretch.isDetached) return this.sender.retry(key, options);
    void this.showLatest().then((isAtEnd) => isAtEnd && this.sender.retry(key, options));
    return { sent: false };
  }

  /** Takes a message away that the server did not take in. */
  discard(key: string): void {
    this.sender.discard(key);
  }

  /** Asks for another reply to the last message, of `model` if it is given; with `text`, to that in its place. */
  askAnew(text?: string, model?: string): SendResult {
    return this.sender.askAnew(text, model);
  }

  /** Spec 4, Skip. */
  skip(): void {
    this.sender.skip();
  }

  /** Asks for the reply to end where it is. */
  stop(): Promise<void> {
    return this.sender.stop();
  }

  /** Likes the message at `index`, or no longer (spec 4). */
  toggleLike(index: number): void {
    void this.likes.toggle(index);
  }

  onDelta(delta: AssistantDeltaData): void {
    this.heard();
    if (this.notesUnknownTurn(delta)) void this.catchUp();
    this.take((messages) => withDelta(messages, delta, new Date().toISOString()), delta.messageIndex);
  }

  onAssistantMessage(data: AssistantMessageData): void {
    this.heard();
    this.history.noteChange();
    const isUnknown = this.notesUnknownTurn(data);
    this.take((messages) => withEnd(messages, data), data.messageIndex);
    if (data.content === undefined || isUnknown) void this.catchUp();
  }

  onUserMessage(data: UserMessageData): void {
    if (data.requestId === this.store.get().unacknowledged?.requestId) return;
    this.history.noteChange();
    this.take((messages) => withUserMessage(messages, data), data.messageIndex);
  }

  /** A message was liked, or no longer, in another tab or device. */
  onLiked(data: AckData<'likeMessage'>): void {
    this.likes.receive(data);
  }

  /** Whether a frame tells, for the first time, that the turn on screen was replaced: its question was missed. */
  private notesUnknownTurn(frame: AssistantDeltaData | AssistantMessageData): boolean {
    const { requestId } = frame;
    if (requestId === undefined || this.unknownTurns.has(requestId)) return false;
    const isUnknown = isOfUnknownTurn(this.store.get().messages, frame.messageIndex, requestId);
    if (isUnknown) this.unknownTurns.add(requestId);
    return isUnknown;
  }

  /** Takes in what a frame told about the message at `index`; where it leaves a gap, the history fills it. */
  private take(change: (messages: Messages) => Messages, index: number): void {
    if (!this.isShown(index)) return;
    const { messages } = this.store.get();
    const next = change(messages);
    this.store.update({ messages: next });
    if (leavesGap(messages, next, index)) void this.catchUp();
  }

  /** The chat's end may not be on screen: what is new there is read when it is shown again. */
  private isShown(index: number): boolean {
    return !this.stretch.isDetached || this.store.get().messages.some((message) => message.index === index);
  }

  /** The model that was chosen for the next message is for that one alone. */
  private sendChosen(text: string): SendResult {
    const result = this.sender.send(text, { model: this.store.get().nextModel });
    if (result.sent) this.chooseNext(undefined);
    return result;
  }

  private async sendAtEnd(text: string): Promise<void> {
    this.isReturning = true;
    const isAtEnd = await this.history.jumpToLatest();
    this.isReturning = false;
    if (!isAtEnd || !this.sendChosen(text).sent)
      this.sender.keepUnsent(text, chatCopy.conversation.notSentAway);
  }

  private heard(): void {
    this.history.noteSign();
    this.sender.noteAccepted();
  }
}
