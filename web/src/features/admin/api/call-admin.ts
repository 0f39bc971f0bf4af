import { AppError } from '#contract/error-codes';
import { type ApiCall, type CallInput, callApi } from '../../../lib/api-client.ts';
import { createStore } from '../../../lib/observable-store.ts';
import { idToken } from '../../../lib/session/session.ts';
import { adminCopy } from '../copy.ts';

/**
 * Message with which the server has refused a call, because the operator did not sign in with two steps. Undefined
 * without a refusal. While the message is set, a page with this message replaces the console.
 */
export const secondFactorRefusal = createStore<string | undefined>(undefined);

/**
 * Calls the operators' API. After `forbidden`, renews the ID token in the background. The operator may have lost the
 * admin role, and the site reads the role from the new token.
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

/** Returns the text that tells the operator why a call failed. */
export function explainAdminFailure(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return navigator.onLine ? adminCopy.unreachable : adminCopy.offline;
}
