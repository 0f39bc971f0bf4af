import { AppError } from '#contract/errors';
import { FILE_ERRORS, type FileErrorCode } from '#contract/file-errors';

/** Creates the error that refuses a file. `cause` is logged and never sent. */
export const fileError = (code: FileErrorCode, cause?: unknown): AppError =>
  new AppError(code, { message: FILE_ERRORS[code].message, cause });

/** Creates the error that refuses the files of a message. */
export const sentFilesError = (code: FileErrorCode): AppError =>
  new AppError(code, { message: FILE_ERRORS[code].message, field: 'files' });
