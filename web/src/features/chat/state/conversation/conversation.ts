import type { AssistantDeltaData, AssistantMessageData, ServerFrame } from '#contract/socket';
import type { ReadStore, Store } from '../../../../lib/store.ts';
import type { HistoryPage } from '../../api/chats.ts';
import type { Account } from '../chats/chat-list.ts';
import { findTurn, hasGapBefore, type TurnEvent } from '../turns/turns.ts';
import { type ActionPorts, Actions } from './actions.ts';
import { type ConversationState, createConversationStore } from './conversation-state.ts';
import type { QuotaState } from './delivery.ts';
import { HistoryReader } from './history-reader.ts';

export interface ConversationPorts extends ActionPorts {
  /** The newest page, or the newest before an index, or the oldest after one. */
  readonly readHistory: (chatId: string, before?: number, after?: number) => Promise<HistoryPage>;
}

/** One chat on screen: its messages, what the user does with them, and what arrives for it. */
export class Conversation {
  readonly chatId: string;
  readonly state: ReadStore<ConversationState>;
  readonly actions: Actions;
  readonly history: HistoryReader;
  /** Guests cannot like messages. */
  readonly canLike: boolean;
  /** The signed-in user. */
  readonly account: Account | undefined;
  /** The rest of the day. */
  readonly quota: Store<QuotaState>;
  readonly #store = createConversationStore();

  constructor(chatId: string, ports: ConversationPorts) {
    this.chatId = chatId;
    this.state = this.#store;
    this.account = ports.account;
    this.quota = ports.quota;
    this.canLike = 'userEmail' in ports.party;
    this.history = new HistoryReader(this.#store, (before, after) =>
      ports.readHistory(chatId, before, after),
    );
    this.actions = new Actions(chatId, this.#store, ports, this.history);
  }

  /** True while something is under way that must outlive a switch to another chat. */
  get isBusy(): boolean {
    return this.#store.get().unacknowledged !== undefined;
  }

  /** Shows a chat that was just created, without asking for its history. */
  begin(messages: HistoryPage['messages']): void {
    this.#store.dispatch({ type: 'historyLoaded', messages }, { phase: 'ready' });
  }

  /** Takes in a frame about this chat. */
  receive(frame: ServerFrame): void {
    if (frame.type === 'accepted') {
      const { id: requestId, data } = frame;
      this.history.noteSign();
      this.#take({ type: 'messageAccepted', requestId, data }, requestId);
    } else if (frame.type === 'assistantDelta') this.#takePiece(frame.data);
    else if (frame.type === 'assistantMessage') this.#takeEnd(frame.data);
    else if (frame.type === 'userMessage') {
      this.history.noteChange();
      this.#take({ type: 'messageReceived', data: frame.data }, frame.data.requestId);
    } else if (frame.type === 'messageLiked')
      this.#store.dispatch({ type: 'likeChanged', ...frame.data, by: 'device' });
  }

  #takePiece(piece: AssistantDeltaData): void {
    const { requestId, messageIndex } = piece;
    const createdAt = new Date().toISOString();
    this.history.noteSign();
    this.#take({ type: 'replyStreaming', requestId, messageIndex, createdAt }, requestId);
    findTurn(this.#store.get().turns, requestId)?.reply?.live?.apply(piece);
  }

  #takeEnd(data: AssistantMessageData): void {
    const { requestId } = data;
    const { live, content: known = '' } = findTurn(this.#store.get().turns, requestId)?.reply ?? {};
    const { content = live?.text() ?? known } = data;
    this.history.noteSign();
    this.history.noteChange();
    this.#take({ type: 'replyEnded', data: { ...data, content } }, requestId);
    if (data.content === undefined) void this.history.catchUp();
  }

  /**
   * Takes in what a frame told about a turn; where something before it was missed, the history tells it. The chat's end
   * may not be on screen: a turn that is new there is read when it is shown again.
   */
  #take(event: TurnEvent, requestId: string): void {
    const before = this.#store.get().turns;
    if (this.history.isDetached && !findTurn(before, requestId)) return;
    this.#store.dispatch(event);
    if (hasGapBefore(before, this.#store.get().turns, requestId)) void this.history.catchUp();
  }
}

/** How long nothing is heard of a reply before it is read, and how often that is looked at. */
const STALL_MS = 20_000;
const STALL_CHECK_MS = 5_000;

/**
 * Has the open conversation read again where frames may have been lost (see `checkStalled`). Returns how to stop.
 */
export function watchForMissedFrames(open: () => Conversation | undefined): () => void {
  const check = () => open()?.history.checkStalled(STALL_MS);
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') open()?.history.noteHidden();
    else check();
  };
  const timer = setInterval(check, STALL_CHECK_MS);
  globalThis.document?.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearInterval(timer);
    globalThis.document?.removeEventListener('visibilitychange', onVisibility);
  };
}
