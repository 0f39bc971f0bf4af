import type { HistoryPage } from '../api/get-chat-history.ts';
import type { ConversationStore } from './conversation-state.ts';
import { withHistory } from './merge-history.ts';
import type { Messages } from './message-list.ts';
import { replyKey } from './view-message.ts';

/**
 * Which part of the chat is on screen: mostly its end; around a message that was looked for it may be another,
 * `detached` from the end.
 */
export class Stretch {
  private readonly store: ConversationStore;
  /** Grows with each change to another part: pages that were asked for before belong to the old one. */
  private number = 0;
  /** What was written here and is not stored: it stands at the chat's end, so not in a detached part. */
  private aside: Messages = [];

  constructor(store: ConversationStore) {
    this.store = store;
  }

  get current(): number {
    return this.number;
  }

  get isDetached(): boolean {
    return this.store.get().newerThan !== undefined;
  }

  /** Another part is asked for. Returns its number; what comes for it counts only while it is current. */
  begin(): number {
    this.number += 1;
    return this.number;
  }

  /** Shows another stretch of the chat in place of the one on screen. */
  show({ messages: page, olderThan, newerThan }: HistoryPage): void {
    const own = this.own();
    if (newerThan !== undefined) this.aside = own;
    const messages = withHistory(newerThan === undefined ? own : [], page);
    const stretch = this.store.get().stretch + 1;
    const change = { messages, olderThan, newerThan, stretch, failure: undefined };
    this.store.update({ ...change, phase: 'ready', older: 'idle', newer: 'idle', target: undefined });
  }

  /**
   * What was written here and may not be stored, and the reply that is awaited. What has been answered for while
   * it was aside is not of these: it comes with the history.
   */
  own(): Messages {
    const { messages, unacknowledged } = this.store.get();
    const shown = messages.filter(({ index }) => index === undefined);
    const waiting = unacknowledged && [unacknowledged.requestId, replyKey(unacknowledged.requestId)];
    const kept = this.aside.filter(({ key, status, isExtra }) => {
      const isOpen = status === 'unsent' || isExtra === true || waiting?.includes(key) === true;
      return isOpen && !shown.some((message) => message.key === key);
    });
    this.aside = [];
    return [...kept, ...shown];
  }
}
