import { createStore } from '../../../lib/observable-store.ts';

/** Notice about a change of several chats or projects. */
export interface BulkChangeNotice {
  /** Tells apart two notices with the same texts. */
  readonly id: string;
  readonly texts: readonly string[];
  /**
   * Takes the change back; absent when there is nothing to take back. Resolves with the id of the chat to open again,
   * if the change closed one.
   */
  readonly undo?: (() => Promise<string | undefined>) | undefined;
}

/**
 * The notice of the newest change, and notices of what has failed since, the latest last. The next change replaces them
 * all.
 */
export const bulkChangeNotices = createStore<readonly BulkChangeNotice[]>([]);

export const newNotice = (texts: readonly string[], undo?: BulkChangeNotice['undo']): BulkChangeNotice => ({
  id: crypto.randomUUID(),
  texts,
  undo,
});

/** Shows a text beside the notices that are shown. */
export const addNotice = (text: string): void =>
  bulkChangeNotices.set([...bulkChangeNotices.get(), newNotice([text])]);
