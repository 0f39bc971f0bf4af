/** Texts of the login page and of the page after a session has ended. */
import { commonCopy } from '../../lib/common-and-sign-in-copy.ts';

export const authCopy = {
  redirecting: 'Redirecting...',
  refusedTitle: 'You are signed out',
  refused: 'Your session has ended. Log in again to return to this page.',
  wrongClock: (error: string) =>
    `Your device's clock is ${error}, so your session cannot be renewed. Set its date and time, then log in again.`,
  signedOut: 'This device was signed out. Log in again to go on.',
  logInAgain: 'Log in again',
  unreachableTitle: 'You could not be signed in',
  unreachable: commonCopy.signIn.unreachable,
  offlineTitle: 'You are offline',
  offline: 'Check your connection. This page loads again as soon as you are back online.',
  retry: commonCopy.retry,
  needsStorage:
    'Signing in needs cookies and site data. Allow them for this site in your browser, then try again.',
} as const;
