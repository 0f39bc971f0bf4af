import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import type { Chat } from '#contract/entities';
import { selectedChats } from './selected-chats.ts';

/**
 * Selects chats by pointer and keys. A click with Shift selects all chats from the last one that was toggled without
 * Shift. Up, Down, Home and End move the focus, and select with Shift. `stop` is the id of the chat that Tab reaches.
 */
export function useSelection(chats: readonly Chat[], list: RefObject<HTMLElement | null>) {
  const ids = chats.map(({ chatId }) => chatId);
  const [anchor, setAnchor] = useState(() => ids.find((id) => selectedChats.get()?.has(id)));
  const [focused, setFocused] = useState(anchor);
  const stop = focused !== undefined && ids.includes(focused) ? focused : ids[0];
  const select = (from: string, to: string) => {
    const [first = 0, last = 0] = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b);
    selectedChats.set(new Set([...(selectedChats.get() ?? []), ...ids.slice(first, last + 1)]));
  };
  const onToggle = (chatId: string, isRange: boolean) => {
    setFocused(chatId);
    // The anchor may have left the list since, for example by a deletion on another device.
    if (isRange && anchor !== undefined && ids.includes(anchor)) {
      select(anchor, chatId);
      return;
    }
    setAnchor(chatId);
    const selected = new Set(selectedChats.get());
    if (!selected.delete(chatId)) selected.add(chatId);
    selectedChats.set(selected);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = ids.indexOf(stop ?? '');
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    const next = to === undefined ? undefined : ids[Math.min(Math.max(to, 0), ids.length - 1)];
    if (next === undefined || stop === undefined) return;
    event.preventDefault();
    if (event.shiftKey) select(stop, next);
    list.current?.querySelector<HTMLElement>(`[data-select="${next}"]`)?.focus();
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => setFocused(target.dataset.select);
  return { stop, onFocus, onToggle, onKeyDown };
}
