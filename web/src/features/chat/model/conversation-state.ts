import type { SentMessage } from '../../../lib/sent-messages.ts';
import { createStore, type ReadStore } from '../../../lib/store.ts';
import type { Messages } from './message-list.ts';
import { isStreaming } from './view-message.ts';

export interface ConversationState {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly messages: Messages;
  /** Passed as `before` to read the page before the oldest message shown; undefined at the beginning. */
  readonly olderThan: number | undefined;
  readonly older: 'idle' | 'loading' | 'failed';
  /** Passed as `after` to read the page after the newest message shown; undefined at the chat's end. */
  readonly newerThan: number | undefined;
  readonly newer: 'idle' | 'loading' | 'failed';
  /** Grows when another stretch of the chat takes the place of the one on screen. */
  readonly stretch: number;
  /** The message to bring into view; another object is another wish. */
  readonly target: Target | undefined;
  /** The model that was chosen for the next message. */
  readonly nextModel: string | undefined;
  /** The message that waits for its acknowledgement. */
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
  messages: [],
  olderThan: undefined,
  older: 'idle',
  newerThan: undefined,
  newer: 'idle',
  stretch: 0,
  target: undefined,
  nextModel: undefined,
  unacknowledged: undefined,
  pending: false,
  stopping: false,
  failure: undefined,
  isMissing: false,
};

/** The state that the parts of a conversation share. */
export interface ConversationStore extends ReadStore<ConversationState> {
  /** Changes some fields; nobody is told where all of them are as they were. */
  update(change: Partial<Omit<ConversationState, 'pending'>>): void;
}

export function createConversationStore(): ConversationStore {
  const store = createStore(INITIAL);
  return {
    get: store.get,
    subscribe: store.subscribe,
    update(change) {
      const before = store.get();
      const next = { ...before, ...change };
      const pending = next.unacknowledged !== undefined || next.messages.some(isStreaming);
      const isSame = Object.keys(change).every(
        (name) => Reflect.get(before, name) === Reflect.get(next, name),
      );
      if (!isSame || before.pending !== pending)
        store.set({ ...next, pending, stopping: pending && next.stopping });
    },
  };
}
