import { createStore } from '../../../lib/observable-store.ts';

/** Notice about a change of several chats. A newer notice replaces it. */
export interface ManyNotice {
  readonly texts: readonly string[];
  /**
   * Takes the change back; absent when there is nothing to take back. Resolves with the id of the chat to open again,
   * if the change closed one.
   */
  readonly undo?: () => Promise<string | undefined>;
}
export const manyNotice = createStore<ManyNotice | undefined>(undefined);
