/**
 * Ref of a control that may disappear while it has the focus. The browser would drop the focus, so the cleanup of this
 * ref moves the focus to the heading above the control. React runs the cleanup while the control is still on the page.
 */
export const passFocusToHeading = (control: HTMLElement | null) => () => {
  if (!control?.contains(document.activeElement)) return;
  const part = control.closest('section:has(h2), dialog, main');
  const heading = part?.querySelector<HTMLElement>('h1, h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
};
