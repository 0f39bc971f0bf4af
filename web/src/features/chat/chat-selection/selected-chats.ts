import { createStore } from '../../../lib/observable-store.ts';

/** Ids of the chats that the user has selected in the sidebar; undefined while the sidebar shows no checkboxes. */
export const selectedChats = createStore<ReadonlySet<string> | undefined>(undefined);

export const endSelection = (): void => selectedChats.set(undefined);

/**
 * Ends the selection. Once the chats' links have replaced the checkboxes, focuses the link of the given chat, or else
 * the first link.
 */
export function leaveSelection(chatId?: string): void {
  endSelection();
  requestAnimationFrame(() => {
    const link = document.querySelector<HTMLElement>(`a[data-chat="${chatId ?? ''}"]`);
    (link ?? document.querySelector<HTMLElement>('a[data-chat]'))?.focus();
  });
}
