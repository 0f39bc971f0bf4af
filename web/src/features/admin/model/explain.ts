import { AppError } from '#contract/errors';
import { adminCopy } from '../copy.ts';

/** Why a call failed, in words for people: the server's own, or that it could not be reached. */
export function explain(error: unknown): string {
  if (error instanceof AppError) return error.message;
  return navigator.onLine ? adminCopy.unreachable : adminCopy.offline;
}
