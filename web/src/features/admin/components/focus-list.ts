/** The screen's list takes the focus of what is gone. */
export const focusList = (): void => document.querySelector<HTMLElement>('.admin-list')?.focus();
