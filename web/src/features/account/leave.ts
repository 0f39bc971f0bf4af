/** The end of an account, as the browser sees it. */
import { deleteAccount } from '#contract/account';
import { callApi } from '../../lib/http.ts';
import { browserStorage, clearPersonal, tabStorage } from '../../lib/storage.ts';

/** Address of the start page after an account deletion. */
export const GOODBYE = '/?goodbye';

/** @throws AppError; when it returns, the page is being left, and nothing of the person is in the browser. */
export async function leaveForGood(confirmEmail: string): Promise<void> {
  await callApi(deleteAccount, { body: { confirmEmail } });
  // First, since that tells the other tabs; then whatever else is there, and the tokens.
  clearPersonal();
  browserStorage.clear();
  tabStorage.clear();
  window.location.replace(GOODBYE);
}
