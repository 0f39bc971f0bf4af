/**
 * Errors of the API, and errors that the client detects by itself: codes, HTTP statuses and messages for the user.
 * Errors whose text only the server has are in `server-worded-errors.ts`.
 */
import * as z from 'zod/mini';
import { PINNED_CHATS_MAX, PROJECT } from './limits.ts';
import type { WordedErrorCode } from './server-worded-errors.ts';

export const ERRORS = {
  message_too_long: {
    status: 413,
    message: 'That message is too long. Shorten it or send it in parts.',
  },
  chat_not_found: { status: 404, message: 'That chat does not exist.' },
  too_many_pinned: {
    status: 409,
    message: `You have pinned ${PINNED_CHATS_MAX} chats, which is the most. Unpin one first.`,
  },
  /**
   * Covers a share that does not exist, a share whose chat was deleted, and a share that the caller may not read
   * or change. Also covers a part that the share does not have. Also covers a race: the server tries several times to
   * read a part, and the share's owner updates the share during each attempt.
   */
  share_not_found: { status: 404, message: 'There is no shared chat at this address.' },
  guest_quota_exceeded: {
    status: 429,
    message: 'No more guest messages can be sent today. Join the waitlist to keep talking.',
  },
  reply_failed: { status: 502, message: 'The reply could not be completed. Please try again.' },
  reply_only_thought: {
    status: 502,
    message:
      'The model used all its room to think and wrote no reply. Please try again, or ask for less at once.',
  },
  internal: { status: 500, message: 'Something went wrong. Please try again.' },
  invalid_request: { status: 400, message: 'That request could not be understood.' },
  message_blank: { status: 400, message: 'Write a message first.' },
  forbidden: { status: 403, message: 'You may not do that.' },
  quota_exceeded: { status: 429, message: 'You have reached the daily limit. It resets at midnight UTC.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  model_unavailable: { status: 503, message: 'The model is busy right now. Please try again.' },
  too_many_projects: {
    status: 409,
    message: `You have ${PROJECT.countMax} projects, which is the most. Delete one to create another.`,
  },
} as const satisfies Record<string, { status: number; message: string }>;

/** Code whose text every page has. */
export type SharedErrorCode = keyof typeof ERRORS;

export type ErrorCode = SharedErrorCode | WordedErrorCode;

/**
 * Error as the server sends it, in an ack or as the body of a failed HTTP call. `field` names the first invalid input.
 * With the code `internal`, `requestId` is the id by which an operator finds the call in the logs. Any string passes as
 * `code`, because the server may be newer than the client.
 */
export const errorBody = z.object({
  code: z.custom<ErrorCode>((code) => typeof code === 'string'),
  message: z.string(),
  field: z.optional(z.string()),
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof errorBody>;

/**
 * Body of a failed HTTP call. The product's functions send all fields, with `error` equal to `message` (docs/spec.md
 * 7.1). API Gateway's own errors have only a `message`, which is not meant for users.
 */
export const httpErrorBody = z.object({
  code: z.optional(errorBody.shape.code),
  message: z.optional(z.string()),
  error: z.optional(z.string()),
});

interface AppErrorOptions {
  readonly message?: string | undefined;
  readonly field?: string;
  /** Never sent to the client. */
  readonly cause?: unknown;
}

/**
 * Error with a code of the API. `message` defaults to the code's text in `ERRORS`. A code of `WORDED_ERRORS` has no
 * text in `ERRORS`. For a code of `WORDED_ERRORS`, the server calls `wordedError`, and the client passes the text of
 * the server's response as `message`. If the response has no text, the client passes undefined, and the user reads the
 * text of `internal`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  /** Message that the constructor was given; undefined when the code's own message is used. */
  readonly ownMessage: string | undefined;

  constructor(code: SharedErrorCode, options?: AppErrorOptions);
  constructor(code: ErrorCode, options: AppErrorOptions & { readonly message: string | undefined });
  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? messageOf(code), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.field = options.field;
    this.ownMessage = options.message;
  }
}

/** `ERRORS` lacks the codes of `WORDED_ERRORS` and of a newer server. */
function messageOf(code: ErrorCode): string {
  const known: Readonly<Partial<Record<string, { message: string }>>> = ERRORS;
  return (known[code] ?? ERRORS.internal).message;
}

/** Converts any error to the form that is sent. All but an AppError become `internal`, so that no detail leaks. */
export function toErrorBody(error: unknown, requestId?: string): ErrorBody {
  const known = error instanceof AppError ? error : new AppError('internal');
  return {
    code: known.code,
    message: known.message,
    ...(known.field !== undefined && { field: known.field }),
    ...(known.code === 'internal' && requestId !== undefined && { requestId }),
  };
}
