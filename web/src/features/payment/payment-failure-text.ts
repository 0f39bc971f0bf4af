import { AppError, ERRORS } from '#contract/error-codes';
import type { Failure } from '../subscription/failure-note.tsx';
import { paymentCopy } from './copy.ts';

/**
 * Returns the server's message. If the message is missing or is the default of the error code `internal`, returns a
 * text about the payment (docs/spec.md 8.1).
 */
export function paymentFailure(error: unknown): Failure {
  const words = error instanceof AppError && error.message;
  return { text: words && words !== ERRORS.internal.message ? words : paymentCopy.failed };
}
