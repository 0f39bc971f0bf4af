import type { KeyboardEvent } from 'react';

/** Selects the rows of the sidebar: links or checkboxes of chats, and the buttons that open projects. */
const ROWS = 'a[data-chat], [data-row], [data-select]';

export const rowsIn = (part: ParentNode | null) => [...(part?.querySelectorAll<HTMLElement>(ROWS) ?? [])];

export const linkOf = (chatId: string) => document.querySelector<HTMLElement>(`a[data-chat="${chatId}"]`);

/** Moves the focus from a row with Down, Up, Home and End. Ignores keys while no row has the focus. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = rowsIn(event.currentTarget.closest('nav'));
  const at = rows.findIndex((row) => row.matches(':focus'));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  rows[Math.min(Math.max(to, 0), rows.length - 1)]?.focus();
}

/**
 * Ref of a chat's or project's row. While the row has the focus, another device may archive, delete, pin or unpin the
 * chat, or delete the project. React then removes the row, and the focus would be lost. The cleanup of this ref gives
 * the focus to the chat's row in its new section, or else to the next row, or else to the previous one. React runs the
 * cleanup before it removes the row, so the cleanup can still see if the row has the focus.
 */
export const keepFocus = (row: HTMLElement | null) => () => {
  if (!row?.contains(document.activeElement)) return;
  const nav = row.closest('nav');
  const rows = rowsIn(nav);
  const at = rows.findIndex((link) => row.contains(link));
  // While the user renames a chat, its row has no link. The focus then goes to the whole list. The user may be about to
  // press Enter to save the name. On a neighbouring row, this Enter would open another chat.
  const places = at < 0 ? [nav] : [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
  const chatId = rows[at]?.dataset.chat ?? '';
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    (linkOf(chatId) ?? places.find((place) => place?.isConnected))?.focus();
  });
};
