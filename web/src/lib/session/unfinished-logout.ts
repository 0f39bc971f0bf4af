import { browserStorage, tabStorage } from '../browser-storage.ts';

const KEY = 'unfinishedLogout';
/** Maximum tries. With a user pool that refuses each logout, the site could otherwise not be opened any more. */
const TRIES_MAX = 3;

/**
 * Note that a logout has not returned from the hosted UI, for example because the page was closed before. The hosted
 * page's cookie may then sign the user in again without a password, so the logout is tried again.
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

/** Note that the user of this tab has asked for a login, which begins when the unfinished logout has returned. */
export const loginAfterLogout = {
  note: (): void => tabStorage.set(LOGIN_KEY, '1'),
  /** Removes the note. Returns true if it was there. */
  take(): boolean {
    const isNoted = tabStorage.get(LOGIN_KEY) !== null;
    tabStorage.remove(LOGIN_KEY);
    return isNoted;
  },
};
