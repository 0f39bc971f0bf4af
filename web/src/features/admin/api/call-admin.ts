import { AppError } from '#contract/errors';
import { type ApiCall, type CallInput, callApi } from '../../../lib/api-client.ts';
import { createStore } from '../../../lib/observable-store.ts';
import { idToken } from '../../../lib/session/session.ts';
import { adminCopy } from '../copy.ts';

/**
 * Holds the server's message after the server has refused a call because the operator did not sign in with two steps.
 * A page with this message replaces the console until the operator leaves the page. Otherwise undefined.
 */
export const secondFactorRefusal = createStore<string | undefined>(undefined);

/**
 * Calls the operators' API. An operator who is refused (`forbidden`) may have lost the admin role. The ID token is then
 * renewed in the background, and the groups in the new token decide whether the console is still shown.
 * @throws as `callApi`
 */
export async function callAdmin<T>(call: ApiCall<T>, input: CallInput = {}): Promise<T> {
  try {
    return await callApi(call, input);
  } catch (error) {
    if (error instanceof AppError && error.code === 'second_factor_required')
      secondFactorRefusal.set(error.message);
    if (error instanceof AppError && error.code === 'forbidden')
      void idToken({ renew: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Returns the text that tells the operator why a call failed: the message of an AppError; for any other error, that the
 * browser is offline or that the server could not be reached.
 */
export function explainAdminFailure(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return navigator.onLine ? adminCopy.unreachable : adminCopy.offline;
}
