import { isMobile } from '../../../lib/mobile-layout.ts';
import { SIDEBAR_ID } from '../../../lib/sidebar-state.ts';

/**
 * Keeps the focus when a notice goes whose button has it. Gives it to the row of the chat that is back, if that shows,
 * or else to the next notice, or else to the message input. Must be called before the notice goes.
 */
export function focusAfterNotice(chatId?: string): void {
  if (!document.activeElement?.closest('[data-notices]')) return;
  const places = [
    `a[data-chat="${chatId ?? ''}"]`,
    // The button that dismisses: a key held down a little too long must not undo another change.
    '[data-notices] button:last-child',
    // On a phone the focus would open the keyboard, which covers the messages.
    ...(isMobile() ? [] : ['[data-tour="input"] textarea']),
    `[aria-controls="${SIDEBAR_ID}"]`,
  ];
  requestAnimationFrame(() => {
    for (const place of places)
      if (document.activeElement === document.body) document.querySelector<HTMLElement>(place)?.focus();
  });
}
