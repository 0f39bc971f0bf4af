import { AppError } from '#contract/errors';
import { type ApiCall, type CallInput, callApi } from '../../../lib/http.ts';
import { idToken } from '../../../lib/session/session.ts';
import { adminCopy } from '../copy.ts';

/**
 * Calls the operators' API. A caller who is refused may be no operator any more: their token is renewed, and with it
 * whether they see the console at all.
 * @throws AppError with the server's code
 */
export async function callAdmin<T>(call: ApiCall<T>, input: CallInput = {}): Promise<T> {
  try {
    return await callApi(call, input);
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden')
      void idToken({ renew: true }).catch(() => undefined);
    throw error;
  }
}

/** Why a call failed, in words for people: the server's own, or that it could not be reached. */
export function explain(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return navigator.onLine ? adminCopy.unreachable : adminCopy.offline;
}
