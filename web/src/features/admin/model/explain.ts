import { AppError } from '#contract/errors';
import { adminTexts } from '../../../lib/admin-texts.ts';

/** Why a call failed, in words for people: the server's own, or that it could not be reached. */
export function explain(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return navigator.onLine ? adminTexts.unreachable : adminTexts.offline;
}
