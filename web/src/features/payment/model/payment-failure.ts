import { AppError, ERRORS } from '#contract/errors';
import type { Failure } from '../../subscription/model/failure.ts';
import { paymentCopy } from '../copy.ts';

/** Words for a failed payment: the server's, or that it failed (docs/spec.md 8.1). "Something went wrong" says less. */
export function paymentFailure(error: unknown): Failure {
  const words = error instanceof AppError && error.message;
  return { text: words && words !== ERRORS.internal.message ? words : paymentCopy.failed };
}
