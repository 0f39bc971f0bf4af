import { AppError, ERRORS } from '#contract/errors';
import type { Failure } from '../subscription/failure-note.tsx';
import { paymentCopy } from './copy.ts';

/**
 * Describes a failed payment: the server's message, or a general message (docs/spec.md 8.1). The general message also
 * replaces the server's vague message for an internal error.
 */
export function paymentFailure(error: unknown): Failure {
  const words = error instanceof AppError && error.message;
  return { text: words && words !== ERRORS.internal.message ? words : paymentCopy.failed };
}
