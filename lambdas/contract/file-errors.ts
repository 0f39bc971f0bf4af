/**
 * Errors about the content of a file, in the form of `ERRORS`. They have a table of their own, because the scripts of
 * every page hold `ERRORS`, and a page shows these texts only as the server sends them.
 */
import { ERRORS } from './errors.ts';

export const FILE_ERRORS = {
  file_empty: { status: 400, message: 'That file is empty.' },
  file_type_unknown: {
    status: 415,
    message:
      'Files of this type cannot be read. Pictures (PNG, JPEG, GIF, WebP), PDF, Word, Excel and text files can.',
  },
  file_type_old: {
    status: 415,
    message: 'That is an older Office format. Save the file as .docx or .xlsx, and add that.',
  },
  file_encoding_unknown: {
    status: 415,
    message: 'The encoding of that text is not known. Save the file as UTF-8, and add that.',
  },
  file_encrypted: {
    status: 422,
    message: 'That file is protected by a password. Remove the password, and add the file again.',
  },
  file_damaged: {
    status: 422,
    message: 'That file is damaged or incomplete. Open it in its own program, save it again, and add that.',
  },
  file_too_complex: {
    status: 422,
    message: 'That file is too complex to be read. Split it, or save it in a simpler form.',
  },
  files_too_long: {
    status: 413,
    message: 'These files are too long for one message of your plan. Send fewer or shorter ones.',
  },
  image_too_large: {
    status: 422,
    message: 'That picture has too many pixels. Make it smaller, and add it again.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type FileErrorCode = keyof typeof FILE_ERRORS;

/** Every error that the functions send. */
export const ALL_ERRORS = { ...ERRORS, ...FILE_ERRORS };
