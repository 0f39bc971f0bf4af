import { AppError, ERRORS } from '#contract/errors';
import type { Failure } from '../subscription/failure-alert.tsx';
import { paymentCopy } from './copy.ts';

/**
 * Describes a failed payment: by the server's message, or by a general message if there is none (docs/spec.md 8.1). The
 * general message also replaces the vague default message of the code `internal`.
 */
export function paymentFailure(error: unknown): Failure {
  const words = error instanceof AppError && error.message;
  return { text: words && words !== ERRORS.internal.message ? words : paymentCopy.failed };
}
