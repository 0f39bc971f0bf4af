import type { SentMessage } from '../../../../lib/sent-messages.ts';
import { createStore, type ReadStore } from '../../../../lib/store.ts';
import type { Messages } from '../turns/message-lookup.ts';
import { reduce } from '../turns/reduce.ts';
import { messagesOf, type TurnEvent, type Turns, unacknowledgedIn } from '../turns/turns.ts';
import { isStreaming } from '../turns/view-message.ts';

export interface ConversationState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly turns: Turns;
  /** The messages to show. Follows from the turns. */
  readonly messages: Messages;
  /** Passed as `before` to read the page before the oldest message shown; undefined at the beginning. */
  readonly olderThan: number | undefined;
  readonly older: 'idle' | 'loading' | 'failed';
  /** Passed as `after` to read the page after the newest message shown; undefined at the chat's end. */
  readonly newerThan: number | undefined;
  readonly newer: 'idle' | 'loading' | 'failed';
  /** Grows when another window of the chat takes the place of the one on screen. */
  readonly windowNumber: number;
  /** The message to bring into view; another object is another wish. */
  readonly target: Target | undefined;
  /** The model that was chosen for the next message. */
  readonly nextModel: string | undefined;
  /** The message that waits for its acknowledgement. Follows from the turns. */
  readonly unacknowledged: SentMessage | undefined;
  /** A reply is awaited or streaming: nothing can be sent. Follows from the rest. */
  readonly pending: boolean;
  readonly stopping: boolean;
  /** Why opening the chat failed. */
  readonly failure: string | undefined;
  /** The user has no such chat: to try again would not help. */
  readonly isMissing: boolean;
}

export interface Target {
  readonly index: number;
  /** It was looked for: it takes the focus and stands out for a moment. */
  readonly isFound: boolean;
}

const INITIAL: ConversationState = {
  phase: 'loading',
  turns: [],
  messages: [],
  olderThan: undefined,
  older: 'idle',
  newerThan: undefined,
  newer: 'idle',
  windowNumber: 0,
  target: undefined,
  nextModel: undefined,
  unacknowledged: undefined,
  pending: false,
  stopping: false,
  failure: undefined,
  isMissing: false,
};

type Change = Partial<Omit<ConversationState, 'messages' | 'unacknowledged' | 'pending'>>;

/** The state that the parts of a conversation share. */
export interface ConversationStore extends ReadStore<ConversationState> {
  /** Changes some fields. Listeners hear of it unless all of them are as they were. */
  update(change: Change): void;
  /** Takes in what has happened to the turns, and changes other fields with it. */
  dispatch(event: TurnEvent, change?: Change): void;
}

export function createConversationStore(): ConversationStore {
  const store = createStore(INITIAL);
  const update = (change: Change): void => {
    const before = store.get();
    const isSame = Object.keys(change).every(
      (name) => Reflect.get(before, name) === Reflect.get(change, name),
    );
    if (isSame) return;
    const next = { ...before, ...change };
    const { turns } = next;
    const messages = turns === before.turns ? before.messages : messagesOf(turns);
    const unacknowledged = unacknowledgedIn(turns);
    const pending = unacknowledged !== undefined || messages.some(isStreaming);
    store.set({ ...next, messages, unacknowledged, pending, stopping: pending && next.stopping });
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    update,
    dispatch: (event, change) => update({ ...change, turns: reduce(store.get().turns, event) }),
  };
}
