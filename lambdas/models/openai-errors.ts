/** Meaning of the errors of OpenAI-compatible endpoints. */
import * as z from 'zod/mini';
import type { ModelFailure } from './port.ts';

/** As they are in the wild: `code` is a number with some servers, and anything may be missing. */
export const endpointError = z.object({
  code: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  type: z.optional(z.nullable(z.string())),
});
export type EndpointError = z.infer<typeof endpointError>;

const errorBody = z.object({ error: endpointError });

/** Only names: an error's message may quote what the user wrote. */
export function parseError(text: string): EndpointError {
  try {
    return errorBody.parse(JSON.parse(text)).error;
  } catch {
    return {};
  }
}

const hasName = ({ code, type }: EndpointError, name: RegExp): boolean => name.test(`${code} ${type}`);

/** The endpoint would not take this text, or would not have the model say what it was about to. */
export const isFiltered = (error: EndpointError): boolean => hasName(error, /content_filter|content_policy/);

/** A budget that is used up does not come back by waiting. */
const isUsedUp = (error: EndpointError): boolean => hasName(error, /insufficient_quota|billing/);

export function failureOfStatus(status: number, error: EndpointError): ModelFailure {
  if (status === 429) return isUsedUp(error) ? 'rejected' : 'throttled';
  return status >= 500 || status === 408 ? 'unavailable' : 'rejected';
}

/** Of an error that comes as an event of a stream. */
export function failureOfEvent(error: EndpointError): ModelFailure {
  if (isUsedUp(error)) return 'rejected';
  if (hasName(error, /rate_limit|throttl|429/)) return 'throttled';
  return hasName(error, /invalid|not_found|authentication|permission/) ? 'rejected' : 'unavailable';
}
