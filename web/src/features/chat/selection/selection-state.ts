import { createStore } from '../../../lib/observable-store.ts';

/** Ids of the chats that the user has selected in the sidebar; undefined while no chats are being selected. */
export const selectedChats = createStore<ReadonlySet<string> | undefined>(undefined);

export const endSelection = (): void => selectedChats.set(undefined);

/** Ends the selection, and focuses the link of a chat, or of the first one, once the links are there again. */
export function leaveSelection(chatId?: string): void {
  endSelection();
  requestAnimationFrame(() => {
    const link = document.querySelector<HTMLElement>(`a[data-chat="${chatId ?? ''}"]`);
    (link ?? document.querySelector<HTMLElement>('a[data-chat]'))?.focus();
  });
}
