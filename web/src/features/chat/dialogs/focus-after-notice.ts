import { isMobile } from '../../../lib/mobile-layout.ts';
import { SIDEBAR_ID } from '../../../lib/sidebar-state.ts';

/**
 * Prevents the loss of the focus when a notice with the focused button disappears. Moves the focus to the row of the
 * restored chat `chatId` if the row is shown, or else to another notice, or else to the message input. Must be called
 * before the notice disappears.
 */
export function focusAfterNotice(chatId?: string): void {
  if (!document.activeElement?.closest('[data-notices]')) return;
  const places = [
    `a[data-chat="${chatId ?? ''}"]`,
    // Selects another notice's dismiss button, not its Undo button. The user may still hold down the Enter key that
    // pressed Undo. On another Undo button, the held key would undo another change.
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
