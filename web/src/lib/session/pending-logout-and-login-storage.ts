import { browserStorage, tabStorage } from '../browser-storage.ts';

const KEY = 'unfinishedLogout';
/**
 * Maximum number of tries. If the user pool refused each logout, the start page would otherwise leave for the hosted UI
 * each time the user opens it.
 */
const TRIES_MAX = 3;

/**
 * Stored note: the user has logged out, but the browser has not returned from the hosted UI's logout, for example
 * because the user closed the page. The hosted page's cookie may then sign the user in again without a password, so the
 * logout is tried again.
 */
export const unfinishedLogout = {
  note: (): void => browserStorage.set(KEY, '0'),
  forget: (): void => browserStorage.remove(KEY),
  isNoted: (): boolean => browserStorage.get(KEY) !== null,
  /** Counts a try. */
  noteTry(): void {
    const tries = Number(browserStorage.get(KEY)) + 1;
    if (tries < TRIES_MAX) browserStorage.set(KEY, String(tries));
    else unfinishedLogout.forget();
  },
};

const LOGIN_KEY = 'loginAfterLogout';

/**
 * Stored note: the user of this tab has asked for a login. The login begins when the browser has returned from the
 * hosted UI's logout.
 */
export const loginAfterLogout = {
  note: (): void => tabStorage.set(LOGIN_KEY, '1'),
  /** Removes the note. Returns true if it was there. */
  take(): boolean {
    const isNoted = tabStorage.get(LOGIN_KEY) !== null;
    tabStorage.remove(LOGIN_KEY);
    return isNoted;
  },
};
