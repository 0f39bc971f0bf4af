/** Converts errors of `bedrock-mantle` to those of `model-port.ts`. They have the form of OpenAI's API. */
import * as z from 'zod/mini';
import { ModelError, type ModelFailure } from './model-port.ts';
import { ModelRefusal, type RefusalCode } from './refusals.ts';

const text = z.optional(z.nullable(z.string()));
export const mantleError = z.object({ code: text, type: text, message: text });
export type MantleError = z.infer<typeof mantleError>;
const errorBody = z.object({ error: mantleError });

/** Most characters of an error's body that are parsed. */
const ERROR_LENGTH = 10_000;

/** Error of the endpoint. Its message may quote the user's text, so `log` leaves it out. */
class MantleResponseError extends Error {
  constructor({ code, message }: MantleError, status?: number) {
    super([status, message ?? 'no message'].filter(Boolean).join(': '));
    this.name = code ?? 'MantleError';
  }
}

export async function errorOfResponse(response: Response): Promise<ModelError> {
  const error = parsed((await response.text()).slice(0, ERROR_LENGTH));
  return modelErrorOf(error, response.status);
}

/** Returns the failure that an error means. `status` is undefined for an error inside a stream. */
export function modelErrorOf(error: MantleError, status?: number): ModelError {
  const cause = new MantleResponseError(error, status);
  const refusal = refusalOf(error, status);
  return refusal === undefined
    ? new ModelError(failureOf(error, status), cause)
    : new ModelRefusal(refusal, cause);
}

function parsed(body: string): MantleError {
  try {
    return errorBody.parse(JSON.parse(body)).error;
  } catch {
    return {};
  }
}

function refusalOf({ code, type, message }: MantleError, status?: number): RefusalCode | undefined {
  const names = `${code} ${type}`;
  const says = message ?? '';
  if (/access_denied|permission_denied|invalid_api_key/.test(names) || status === 401)
    return /is not authorized to perform|security token|signature|Credential/i.test(says)
      ? 'role_denied'
      : 'access_denied';
  if (/model_not_found/.test(names) || status === 404) return 'model_unknown';
  if (/not supported on this route|isn't supported on this route|does not support the '/.test(says))
    return 'settings_unfit';
  if (/insufficient_quota/.test(names) || (status === 429 && /per day/i.test(says))) return 'quota_used_up';
  return undefined;
}

function failureOf({ code, type }: MantleError, status?: number): ModelFailure {
  if (status === 429 || /rate_limit|throttl/.test(`${code} ${type}`)) return 'throttled';
  if (status === undefined) return /invalid/.test(`${code} ${type}`) ? 'rejected' : 'unavailable';
  return status >= 500 || status === 408 ? 'unavailable' : 'rejected';
}
