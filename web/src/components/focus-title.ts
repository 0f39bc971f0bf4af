import { useLayoutEffect } from 'react';

let hasNavigated = false;

/** The router calls this with true at a navigation, and with false when React unmounts the app (in tests). */
export function noteNavigation(is: boolean): void {
  hasNavigated = is;
}

/**
 * Gives the focus to the title of a page that the user has navigated to. The link that had the focus is gone, and a
 * screen reader reads the title. If the page also gives the focus to a control, the control keeps the focus.
 */
export function useTitleFocus(): void {
  useLayoutEffect(() => {
    if (hasNavigated) focusTitleIfLost();
  }, []);
}

/** Gives the focus to the page's title if no element has it. */
export function focusTitleIfLost(): void {
  const title = document.querySelector('h1');
  if (!title || document.activeElement !== document.body) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}
