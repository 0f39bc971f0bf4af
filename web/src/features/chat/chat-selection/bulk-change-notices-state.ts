import { createStore } from '../../../lib/observable-store.ts';

/** Notice about a change of several chats, or about an order of projects that could not be saved. */
export interface BulkChangeNotice {
  /** Tells apart two notices with the same texts. */
  readonly id: string;
  readonly texts: readonly string[];
  /** Takes the change back; absent if there is no Undo. Resolves with the id of the chat to open again, if any. */
  readonly undo?: (() => Promise<string | undefined>) | undefined;
}

/** Notices on screen. A change of several chats replaces them. A later failure, for example of Undo, adds one. */
export const bulkChangeNotices = createStore<readonly BulkChangeNotice[]>([]);

export const newNotice = (texts: readonly string[], undo?: BulkChangeNotice['undo']): BulkChangeNotice => ({
  id: crypto.randomUUID(),
  texts,
  undo,
});

export const addNotice = (text: string): void =>
  bulkChangeNotices.set([...bulkChangeNotices.get(), newNotice([text])]);
