/**
 * Ref of a control that may disappear while it has the focus. Moves the focus to the heading above it, because the
 * browser would drop it. React runs the cleanup of a ref while the element is still on the page.
 */
export const passFocusToHeading = (control: HTMLElement | null) => () => {
  if (!control?.contains(document.activeElement)) return;
  const part = control.closest('section:has(h2), dialog, main');
  const heading = part?.querySelector<HTMLElement>('h1, h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
};
