import { AppError, CLIENT_ERRORS } from '#contract/errors';
import { paymentTexts } from '../../../lib/payment-texts.ts';
import type { Failure } from '../../subscription/model/failure.ts';

/** Spec 8: the server's words, or that it failed. "Something went wrong" says less than that. */
export function paymentFailure(error: unknown): Failure {
  const words = error instanceof AppError && error.message;
  return { text: words && words !== CLIENT_ERRORS.internal.message ? words : paymentTexts.failed };
}
