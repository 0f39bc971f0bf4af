/** Converts errors of `bedrock-mantle`, Bedrock's endpoint with OpenAI's API, to errors of `model-port.ts`. */
import * as z from 'zod/mini';
import { ModelError, type ModelFailure } from './model-port.ts';
import { readErrorBody } from './read-error-body.ts';
import { isFilteredError, ModelRefusal, refusalOfMantle } from './recognise-lasting-refusals.ts';

const text = z.optional(z.nullable(z.string()));
export const mantleError = z.object({ code: text, type: text, message: text });
export type MantleError = z.infer<typeof mantleError>;
const errorBody = z.object({ error: mantleError });

/** Error of the endpoint. `log` (`runtime/log.ts`) leaves out its message, which may quote the user's text. */
class MantleResponseError extends Error {
  constructor({ code, message }: MantleError, status?: number) {
    super([status, message ?? 'no message'].filter(Boolean).join(': '));
    this.name = code ?? 'MantleError';
  }
}

export const readError = async (response: Response): Promise<MantleError> =>
  parsed(await readErrorBody(response));

export const isFiltered = (error: MantleError): boolean => isFilteredError(namesOf(error));

const namesOf = ({ code, type }: MantleError): string => `${code} ${type}`;

export function modelErrorOf(error: MantleError, status?: number): ModelError {
  const cause = new MantleResponseError(error, status);
  const refusal = refusalOfMantle(namesOf(error), error.message ?? '', status);
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

function failureOf(error: MantleError, status?: number): ModelFailure {
  const names = namesOf(error);
  if (status === 429 || /rate_limit|throttl/.test(names)) return 'throttled';
  if (status === undefined) return /invalid|validation/.test(names) ? 'rejected' : 'unavailable';
  return status >= 500 || status === 408 ? 'unavailable' : 'rejected';
}
