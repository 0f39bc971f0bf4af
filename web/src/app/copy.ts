/**
 * Texts of the navigation bar, of the link that skips it, and of a page that failed. A text quoted in docs/spec.md must
 * keep its exact wording.
 */
export const appCopy = {
  skipToContent: 'Skip to content',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  addChat: 'Add chat',
  home: 'Home',
  brokenTitle: 'Something went wrong',
  broken: 'The page could not be shown. Your chats are safe.',
  reload: 'Reload',
} as const;
