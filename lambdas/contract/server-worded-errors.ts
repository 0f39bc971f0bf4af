/**
 * Errors whose texts only the server has. The server sends the text, and the page shows the text unchanged. For some
 * errors, such as `import_limit_reached`, the page shows a text of its own instead. `ERRORS` (`error-codes.ts`) does not
 * contain the errors of this file, because every page loads `ERRORS`, and no page needs these texts.
 */
import { AppError, ERRORS } from './error-codes.ts';
import { PROJECT, SHARES_MAX } from './limits.ts';

export const WORDED_ERRORS = {
  unauthorized: { status: 401, message: 'Please sign in again.' },
  session_expired: { status: 401, message: 'Your session has expired. Please sign in again.' },
  signed_out: { status: 401, message: 'This device was signed out. Log in again to go on.' },
  not_found: { status: 404, message: 'Not found.' },
  user_not_found: { status: 404, message: 'That user does not exist.' },
  chat_is_temporary: {
    status: 409,
    message: 'This is a temporary chat. It cannot be renamed, pinned, archived or shared.',
  },
  message_not_found: { status: 404, message: 'That message does not exist.' },
  not_last_turn: { status: 409, message: 'Only the last message of a chat can be changed.' },
  reply_pending: { status: 409, message: 'A reply is still on its way in this chat.' },
  no_reply_pending: { status: 409, message: 'No reply is being written.' },
  model_not_available: { status: 403, message: 'That model is not part of your plan.' },
  effort_not_available: { status: 403, message: 'That effort is not part of your plan.' },
  service_busy: {
    status: 503,
    message: 'Many messages are waiting for a reply right now. Yours is kept: send it again in a moment.',
  },
  service_paused: {
    status: 503,
    message: 'Replies are paused for today. Your message was not sent; please try again tomorrow.',
  },
  project_not_found: { status: 404, message: 'That project does not exist.' },
  /** Covers another user's file, a removed file, and a file that already belongs to another chat or to a project. */
  file_not_found: { status: 404, message: 'That file does not exist.' },
  upload_not_found: { status: 404, message: 'The upload did not arrive. Please add the file again.' },
  file_too_large: { status: 413, message: 'That file is too large.' },
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
  too_many_project_files: {
    status: 409,
    message: `This project has ${PROJECT.filesMax} files, which is the most. Remove one to add another.`,
  },
  storage_full: {
    status: 409,
    message: 'Your storage is full. Remove files or chats to make room, and try again.',
  },
  no_model_for_files: {
    status: 403,
    message: 'None of your models can take these files. Send fewer or smaller ones.',
  },
  too_many_files: { status: 400, message: 'That is more files than one message may have.' },
  files_not_available: { status: 403, message: 'Files are not part of your plan.' },
  image_too_large: {
    status: 422,
    message: 'That picture has too many pixels. Make it smaller, and add it again.',
  },
  too_many_versions: {
    status: 409,
    message: 'This chat has as many versions as it holds. Edit its last message, or start a new chat.',
  },
  sharing_not_allowed: { status: 403, message: 'Chats cannot be shared like this here.' },
  chat_too_long_to_share: { status: 413, message: 'This chat is too long to be shared.' },
  too_many_shares: {
    status: 409,
    message: `You share ${SHARES_MAX} chats, which is the most. Stop sharing one first.`,
  },
  nothing_to_share: { status: 409, message: 'This chat has no messages to share yet.' },
  too_many_prompts: {
    status: 409,
    message: 'You have saved as many prompts as an account holds. Remove one to save another.',
  },
  import_limit_reached: {
    status: 429,
    message: 'You have imported as many messages today as your plan allows. Continue after midnight UTC.',
  },
  import_part_missing: {
    status: 409,
    message: 'A part of this chat did not arrive. It is imported again from its beginning.',
  },
  signup_failed: { status: 400, message: 'Signup failed' },
  /**
   * Covers a code that is unknown, used up, expired, revoked or bound to another address. One error for all cases keeps
   * a stranger from learning which codes exist.
   */
  invite_invalid: {
    status: 400,
    message:
      'This invitation code cannot be used. Check it for typing errors. It may have expired or been used: ask for a new one, or join the waitlist.',
  },
  reset_code_invalid: {
    status: 400,
    message: 'This code is wrong or has expired. Ask for a new one at Login, with "Forgot your password?".',
  },
  password_spaces: {
    status: 400,
    message: 'A password cannot begin or end with a space. Please choose another one.',
  },
  password_breached: {
    status: 400,
    message: 'This password is known from a data breach. Please choose another one.',
  },
  password_guessable: {
    status: 400,
    message:
      'This password is easy to guess. Choose one without your name, your address, the name of this site, and characters that repeat or follow each other.',
  },
  password_wrong: { status: 403, message: 'That password is not right.' },
  /** Each code is accepted once. */
  second_factor_code_wrong: {
    status: 400,
    message: 'That code is not right, or was used before. Enter the next one that your app shows.',
  },
  second_factor_on: { status: 409, message: 'Two-step sign-in is on already.' },
  second_factor_setup_over: { status: 409, message: 'The setup was not finished. Please begin again.' },
  support_unavailable: { status: 503, message: 'Support cannot be reached from here right now.' },
  payments_unavailable: { status: 503, message: 'Payments are unavailable right now.' },
  already_subscribed: { status: 409, message: 'There is an active Premium subscription already.' },
  no_subscription: { status: 409, message: 'There is no active Premium subscription.' },
  feedback_not_found: { status: 404, message: 'There is no conversation with this feedback.' },
  announcement_changed: {
    status: 409,
    message: 'Another operator has changed the announcement. Read the one that is shown now, and try again.',
  },
  invite_not_found: { status: 404, message: 'That invitation does not exist.' },
  second_factor_required: {
    status: 403,
    message: 'Administrators need two-step sign-in. Switch it on in your account.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type WordedErrorCode = keyof typeof WORDED_ERRORS;

export const ALL_ERRORS = { ...ERRORS, ...WORDED_ERRORS };

/** Creates an error of `WORDED_ERRORS` with its text. `cause` is never sent. */
export const wordedError = (
  code: WordedErrorCode,
  more: { readonly field?: string; readonly cause?: unknown } = {},
): AppError => new AppError(code, { ...more, message: WORDED_ERRORS[code].message });
