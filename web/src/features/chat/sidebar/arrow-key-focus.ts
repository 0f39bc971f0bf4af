import type { KeyboardEvent } from 'react';

/** Selects the rows of the sidebar: the links of chats, and the buttons that open projects. */
const ROWS = 'a[data-chat], [data-row]';

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
 * Ref of a chat's row. Another device may archive, delete, pin or unpin the chat while its row has the focus, which the
 * browser would drop. Gives the focus to the chat's row in its new section, or else to the nearest row. React runs the
 * cleanup of a ref while the element is still on the page.
 */
export const keepFocus = (row: HTMLElement | null) => () => {
  if (!row?.contains(document.activeElement)) return;
  const nav = row.closest('nav');
  const rows = rowsIn(nav);
  const at = rows.findIndex((link) => row.contains(link));
  // While its chat is renamed, a row has no link. The next key may be Enter, which would open a neighbour.
  const places = at < 0 ? [nav] : [...rows.slice(at + 1), ...rows.slice(0, at).reverse()];
  const chatId = rows[at]?.dataset.chat ?? '';
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    (linkOf(chatId) ?? places.find((place) => place?.isConnected))?.focus();
  });
};
