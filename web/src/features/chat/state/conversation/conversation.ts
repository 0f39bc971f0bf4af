import type { Branches } from '#contract/branches';
import type {
  AssistantDeltaData,
  AssistantMessageData,
  ServerFrame,
  ThinkingDeltaData,
} from '#contract/socket';
import type { ReadStore, Store } from '../../../../lib/observable-store.ts';
import type { HistoryPage, PageQuery } from '../../api/early-chat-calls.ts';
import type { SignedInUser } from '../chats/signed-in-user-with-chat-list.ts';
import type { QuotaState } from '../quota-or-refusal.ts';
import type { ViewMessage } from '../turns/shown-message.ts';
import type { TurnEvent } from '../turns/turn-events.ts';
import { findTurn, hasGapBefore } from '../turns/turns.ts';
import { type ConversationState, createConversationStore } from './conversation-state.ts';
import { HistoryReader } from './history-reader.ts';
import { type ActionPorts, UserActions } from './user-actions.ts';

export interface ConversationPorts extends ActionPorts {
  readonly readHistory: (chatId: string, query: PageQuery) => Promise<HistoryPage>;
}

/** One chat, on screen or in the background. */
export class Conversation {
  readonly chatId: string;
  readonly state: ReadStore<ConversationState>;
  readonly actions: UserActions;
  readonly history: HistoryReader;
  /** False for a guest. */
  readonly canLike: boolean;
  /** Signed-in user; undefined for a guest. */
  readonly account: SignedInUser | undefined;
  /** Latest known quota of the user or guest, shared by all conversations. */
  readonly quota: Store<QuotaState>;
  readonly #store = createConversationStore();

  constructor(chatId: string, ports: ConversationPorts) {
    this.chatId = chatId;
    this.state = this.#store;
    this.account = ports.account;
    this.quota = ports.quota;
    this.canLike = 'userEmail' in ports.senderFields;
    this.history = new HistoryReader(this.#store, (query) => ports.readHistory(chatId, query));
    this.actions = new UserActions(chatId, this.#store, ports, this.history);
  }

  /** True while a message waits for its acknowledgement. */
  get isBusy(): boolean {
    return this.#store.get().unacknowledged !== undefined;
  }

  /** Shows the first messages of a chat that was just created, instead of reading its history. */
  begin(messages: HistoryPage['messages']): void {
    this.#store.dispatch({ type: 'historyLoaded', messages }, { phase: 'ready' });
  }

  /** Notes that the user edits the message at index `edited`; undefined at the end of the edit. */
  noteEdit(edited: number | undefined): void {
    this.#store.update({ edited });
  }

  receive(frame: ServerFrame): void {
    if (frame.type === 'accepted') {
      const { id: requestId, data } = frame;
      this.history.noteFrame();
      this.#apply({ type: 'messageAccepted', requestId, data }, requestId, data.branches);
    } else if (frame.type === 'assistantDelta') this.#applyDelta(frame.data);
    else if (frame.type === 'thinkingDelta') this.#replyTo(frame.data)?.thinking?.apply(frame.data);
    else if (frame.type === 'assistantMessage') this.#applyEnd(frame.data);
    else if (frame.type === 'userMessage') {
      this.history.noteChange();
      const { data } = frame;
      this.#apply({ type: 'messageReceived', data }, data.requestId, data.branches);
    } else if (frame.type === 'messageLiked') {
      this.history.noteChange();
      this.#store.dispatch({ type: 'likeChanged', ...frame.data, by: 'device' });
    } else if (frame.type === 'fileRemoved') this.actions.fileRemoved(frame.data.fileId);
  }

  #applyDelta(delta: AssistantDeltaData): void {
    const reply = this.#replyTo(delta);
    reply?.thinking?.replyBegan(delta);
    reply?.live?.apply(delta);
  }

  /** Notes a chunk's arrival, but not its text. Returns the turn's reply; undefined if the turn is unknown. */
  #replyTo({ requestId, messageIndex }: AssistantDeltaData | ThinkingDeltaData): ViewMessage | undefined {
    const createdAt = new Date().toISOString();
    this.history.noteFrame();
    this.#apply({ type: 'replyStreaming', requestId, messageIndex, createdAt }, requestId);
    return findTurn(this.#store.get().turns, requestId)?.reply;
  }

  #applyEnd(data: AssistantMessageData): void {
    const { requestId } = data;
    const { live, content: known = '' } = findTurn(this.#store.get().turns, requestId)?.reply ?? {};
    const { content = live?.text() ?? known } = data;
    this.history.noteFrame();
    this.history.noteChange();
    this.#apply({ type: 'replyEnded', data: { ...data, content } }, requestId);
    if (data.content === undefined) void this.history.catchUp();
  }

  /**
   * Applies a frame's event. Reads the history again if the turns show that an earlier frame was lost. While an
   * older window (range of messages) is on screen, ignores new turns: `history` reads them with the newer messages.
   * @param named the chat's branches, if the frame names them
   */
  #apply(event: TurnEvent, requestId: string, named?: Branches): void {
    const before = this.#store.get().turns;
    if (this.history.isDetached && !findTurn(before, requestId)) return;
    this.#store.dispatch(event, named && { branches: named });
    const { turns, branches } = this.#store.get();
    if (hasGapBefore(before, turns, requestId, branches)) void this.history.catchUp();
  }
}
