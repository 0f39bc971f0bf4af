import { createStore } from '../../../lib/observable-store.ts';

/** Notice about a change of several chats, or about an order of projects that could not be saved. */
export interface BulkChangeNotice {
  /** Tells apart two notices with the same texts. */
  readonly id: string;
  readonly texts: readonly string[];
  /**
   * Takes the change back; absent when there is nothing to take back. Resolves with the id of the chat to open again,
   * if the change has closed the open chat.
   */
  readonly undo?: (() => Promise<string | undefined>) | undefined;
}

/**
 * The notices that are shown, in order. A change of several chats replaces all notices with its own. A later failure,
 * for example of Undo, adds a notice at the end.
 */
export const bulkChangeNotices = createStore<readonly BulkChangeNotice[]>([]);

export const newNotice = (texts: readonly string[], undo?: BulkChangeNotice['undo']): BulkChangeNotice => ({
  id: crypto.randomUUID(),
  texts,
  undo,
});

/** Adds a notice with this text to the notices that are shown. */
export const addNotice = (text: string): void =>
  bulkChangeNotices.set([...bulkChangeNotices.get(), newNotice([text])]);
