import { AppError } from '#contract/errors';
import { type ApiCall, type CallInput, callApi } from '../../../lib/http.ts';
import { idToken } from '../../../lib/session/session.ts';

/**
 * Calls the operators' API. Whoever is refused may be no operator any more: their token is renewed, and with it
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
