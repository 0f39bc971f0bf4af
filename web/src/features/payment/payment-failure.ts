import { AppError, ERRORS } from '#contract/errors';
import type { Failure } from '../subscription/failure-note.tsx';
import { paymentCopy } from './copy.ts';

/**
 * Returns the server's message. A general text replaces a missing message and the vague default of `internal`
 * (docs/spec.md 8.1).
 */
export function paymentFailure(error: unknown): Failure {
  const words = error instanceof AppError && error.message;
  return { text: words && words !== ERRORS.internal.message ? words : paymentCopy.failed };
}
