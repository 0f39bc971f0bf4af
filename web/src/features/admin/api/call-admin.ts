import { AppError } from '#contract/errors';
import { type ApiCall, type CallInput, callApi } from '../../../lib/api-client.ts';
import { createStore } from '../../../lib/observable-store.ts';
import { idToken } from '../../../lib/session/session.ts';
import { adminCopy } from '../copy.ts';

/**
 * Holds the server's message after it has refused an operator who has no two-step sign-in. The console then shows a page
 * with this message.
 */
export const secondFactorRefusal = createStore<string | undefined>(undefined);

/**
 * Calls the operators' API. An operator who is refused (`forbidden`) may have lost the admin role. The ID token
 * is then renewed, and its groups decide whether the console is still shown.
 * @throws AppError with the server's code, if the server refuses the call
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
 * Describes a failed call to the operator: the server's message, or one that the browser is offline or the server could
 * not be reached.
 */
export function explainAdminFailure(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return navigator.onLine ? adminCopy.unreachable : adminCopy.offline;
}
