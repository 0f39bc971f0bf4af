import { AppError } from '#contract/errors';
import { paymentTexts } from '../../../lib/payment-texts.ts';
import type { Failure } from '../../subscription/model/failure.ts';

/** Spec 8: the server's words, or that it failed. */
export const paymentFailure = (error: unknown): Failure => ({
  text: error instanceof AppError && error.code !== 'internal' ? error.message : paymentTexts.failed,
});
