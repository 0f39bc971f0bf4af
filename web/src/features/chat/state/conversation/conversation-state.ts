import { type Branches, isOnPath, pathThrough, pathTo } from '#contract/branches';
import { createStore, type ReadStore } from '../../../../lib/observable-store.ts';
import type { SentMessage } from '../../../../lib/unacknowledged-message-storage.ts';
import type { Messages } from '../turns/find-in-shown-messages.ts';
import { reduceTurns } from '../turns/reduce-turns.ts';
import { isStreaming } from '../turns/shown-message.ts';
import type { TurnEvent } from '../turns/turn-events.ts';
import { isUnacknowledged, messagesOf, type Turns, unacknowledgedIn } from '../turns/turns.ts';

export interface ConversationState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly turns: Turns;
  /**
   * True while the messages kept by this browser are shown, until the server's messages are read. Nothing can be sent.
   * `phase` is then `loading`, even after a failed read.
   */
  readonly isKept: boolean;
  /** Messages to show, derived from `turns`. */
  readonly messages: Messages;
  /** Argument `before` of `getChatHistory` that reads the next older page; undefined at the chat's beginning. */
  readonly olderThan: number | undefined;
  readonly older: 'idle' | 'loading' | 'failed';
  /** Argument `after` of `getChatHistory` that reads the next newer page; undefined at the chat's end. */
  readonly newerThan: number | undefined;
  readonly newer: 'idle' | 'loading' | 'failed';
  /** Grows each time another window (range of messages) replaces the one on screen. */
  readonly windowNumber: number;
  /** Branches of the chat, which give its paths. `turns` leaves out the paths that are not on screen. */
  readonly branches: Branches;
  /** Index of a message: the newest path with this message is on screen. Undefined for the chat's newest path. */
  readonly through: number | undefined;
  /** Index of the message that is being edited here. Its path stays on screen when another device begins a branch. */
  readonly edited: number | undefined;
  /** Message to scroll to. Each new object is a new request to scroll. */
  readonly target: Target | undefined;
  readonly nextModel: string | undefined;
  /** Message that waits for its acknowledgement, derived from `turns`. */
  readonly unacknowledged: SentMessage | undefined;
  /** True while a reply is awaited or streaming, so that nothing can be sent. Derived from the other fields. */
  readonly pending: boolean;
  /** True from the user's stop request until the reply ends or the request fails. */
  readonly stopping: boolean;
  /** Text for the user that says why the chat could not be opened. */
  readonly failure: string | undefined;
  /** True if the user has no chat with this id. */
  readonly isMissing: boolean;
}

export interface Target {
  readonly index: number;
  /** True for a search result or a linked message, which gets the focus and a short highlight. */
  readonly isFound: boolean;
}

const INITIAL: ConversationState = {
  phase: 'loading',
  isKept: false,
  turns: [],
  messages: [],
  olderThan: undefined,
  older: 'idle',
  newerThan: undefined,
  newer: 'idle',
  windowNumber: 0,
  branches: [],
  through: undefined,
  edited: undefined,
  target: undefined,
  nextModel: undefined,
  unacknowledged: undefined,
  pending: false,
  stopping: false,
  failure: undefined,
  isMissing: false,
};

type Change = Partial<Omit<ConversationState, 'messages' | 'unacknowledged' | 'pending'>>;

/** State store shared by the actions, the delivery and the history reader of a conversation. */
export interface ConversationStore extends ReadStore<ConversationState> {
  /** Does not notify the listeners if all values are unchanged. */
  update(change: Change): void;
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
    const next = onPath({ ...before, ...change });
    const { turns } = next;
    const isDetached = next.newerThan !== undefined;
    const isSameView = turns === before.turns && isDetached === (before.newerThan !== undefined);
    const messages = isSameView ? before.messages : messagesOf(turns, isDetached);
    const unacknowledged = unacknowledgedIn(turns);
    const pending = unacknowledged !== undefined || messages.some(isStreaming);
    store.set({ ...next, messages, unacknowledged, pending, stopping: pending && next.stopping });
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    update,
    dispatch: (event, change) => update({ ...change, turns: reduceTurns(store.get().turns, event) }),
  };
}

/**
 * Leaves out turns of paths that are not on screen. Keeps unacknowledged messages, because their branch may not be
 * known yet. Clears `through` if it names a message of the newest path. If another device has begun a branch that lacks
 * the message that is being edited here, shows that message's path. On the new branch, the message and its editor would
 * disappear.
 */
function onPath(state: ConversationState): ConversationState {
  const { branches, turns } = state;
  if (branches.length === 0) return { ...state, through: undefined };
  const wanted = state.through ?? state.edited;
  const isNewest = wanted === undefined || isOnPath(pathTo(branches), wanted);
  const through = isNewest ? undefined : wanted;
  const path = pathThrough(branches, through);
  const listed = turns.filter(
    (turn) => turn.index === undefined || isOnPath(path, turn.index) || isUnacknowledged(turn),
  );
  return { ...state, through, turns: listed.length === turns.length ? turns : listed };
}
