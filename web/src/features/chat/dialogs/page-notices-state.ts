import { createStore } from '../../../lib/observable-store.ts';

/**
 * Notice about a change of several chats, an order of projects that could not be saved, or a part of the page whose
 * code could not be loaded.
 */
export interface PageNotice {
  /** Tells apart two notices with the same texts. */
  readonly id: string;
  readonly texts: readonly string[];
  /** Takes the change back; absent if there is no Undo. Resolves with the id of the chat to open again, if any. */
  readonly undo?: (() => Promise<string | undefined>) | undefined;
}

/** Notices on screen. A change of several chats replaces them. A later failure, for example of Undo, adds one. */
export const pageNotices = createStore<readonly PageNotice[]>([]);

/**
 * True after an Undo has succeeded. The page then announces the Undo to screen readers, because the notice that offered
 * the Undo is gone.
 */
export const undone = createStore(false);

export const newNotice = (texts: readonly string[], undo?: PageNotice['undo']): PageNotice => ({
  id: crypto.randomUUID(),
  texts,
  undo,
});

/** Adds a notice in the place of an earlier one with the same text. */
export function addNotice(text: string): void {
  const others = pageNotices.get().filter(({ texts }) => !texts.includes(text));
  pageNotices.set([...others, newNotice([text])]);
}
