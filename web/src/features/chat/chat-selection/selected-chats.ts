import { createStore } from '../../../lib/observable-store.ts';

/** Ids of the chats that the user has selected in the sidebar; undefined while the sidebar shows no checkboxes. */
export const selectedChats = createStore<ReadonlySet<string> | undefined>(undefined);

export const endSelection = (): void => selectedChats.set(undefined);

/**
 * Ends the selection. Once the links of the chats have replaced the checkboxes, focuses the link of the given chat. If
 * no chat is given, or it has no link, focuses the first link.
 */
export function leaveSelection(chatId?: string): void {
  endSelection();
  requestAnimationFrame(() => {
    const link = document.querySelector<HTMLElement>(`a[data-chat="${chatId ?? ''}"]`);
    (link ?? document.querySelector<HTMLElement>('a[data-chat]'))?.focus();
  });
}
