import type { AppError } from '#contract/error-codes';
import { type WordedErrorCode, wordedError } from '#contract/server-worded-errors';

/** Creates the error that refuses a file. `cause` is logged and never sent. */
export const fileError = (code: WordedErrorCode, cause?: unknown): AppError => wordedError(code, { cause });

export const sentFilesError = (code: WordedErrorCode): AppError => wordedError(code, { field: 'files' });
