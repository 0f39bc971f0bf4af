/** Converts errors of OpenAI-compatible endpoints to errors of `model-port.ts`. */
import * as z from 'zod/mini';
import { ModelError, type ModelFailure } from './model-port.ts';
import { isFilteredError, ModelRefusal, refusalOfEndpoint } from './recognise-lasting-refusals.ts';

/** Error of an endpoint. Some servers send `code` as a number, and any field may be missing. */
export const endpointError = z.object({
  code: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  type: z.optional(z.nullable(z.string())),
});
export type EndpointError = z.infer<typeof endpointError>;

const errorBody = z.object({ error: endpointError });

/** Parses only the error's code and type, because its message may quote the user's text. */
export function parseError(text: string): EndpointError {
  try {
    return errorBody.parse(JSON.parse(text)).error;
  } catch {
    return {};
  }
}

const hasName = (error: EndpointError, name: RegExp): boolean => name.test(namesOf(error));

/** True when the endpoint's content filter has refused the input or the reply. */
export const isFiltered = (error: EndpointError): boolean => isFilteredError(namesOf(error));

const namesOf = ({ code, type }: EndpointError): string => `${code} ${type}`;

/**
 * Returns the failure that an error response means.
 * @param cause must not quote the endpoint's message, which may quote the user
 */
export function errorOfStatus(status: number, error: EndpointError, cause: Error): ModelError {
  const refusal = refusalOfEndpoint(namesOf(error), status);
  return refusal === undefined
    ? new ModelError(failureOfStatus(status), cause)
    : new ModelRefusal(refusal, cause);
}

function failureOfStatus(status: number): ModelFailure {
  if (status === 429) return 'throttled';
  return status >= 500 || status === 408 ? 'unavailable' : 'rejected';
}

export function errorOfEvent(error: EndpointError): ModelError {
  const cause = new Error('An error in the stream');
  const refusal = refusalOfEndpoint(namesOf(error));
  if (refusal !== undefined) return new ModelRefusal(refusal, cause);
  if (hasName(error, /rate_limit|throttl|429/)) return new ModelError('throttled', cause);
  return new ModelError(hasName(error, /invalid|not_found|permission/) ? 'rejected' : 'unavailable', cause);
}
