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
