/**
 * Errors that cross the wire: a stable code and plain words for the user. `error-table.ts` is the one place that maps
 * codes to HTTP status and words; HTTP replies and socket acknowledgements both read it. A client gets the words with
 * the error, and holds those alone that it says of itself.
 */
import * as z from 'zod/mini';
import type { ErrorCode } from './error-table.ts';

export type { ErrorCode };

/** Those that a client finds out by itself, or says again later. */
export const CLIENT_ERRORS = {
  message_too_long: {
    status: 413,
    message: 'That message is too long. Shorten it or send it in parts.',
  },
  chat_not_found: { status: 404, message: 'That chat does not exist.' },
  guest_quota_exceeded: {
    status: 429,
    message: 'No more guest messages can be sent from here today. Join the waitlist to keep talking.',
  },
  reply_failed: { status: 502, message: 'The reply could not be completed. Please try again.' },
  internal: { status: 500, message: 'Something went wrong. Please try again.' },
} as const;

/**
 * What a failed call answers. `field` names the first invalid input; `requestId` is also in the logs. A code may be
 * newer than the client: it reads whatever comes.
 */
export const errorBody = z.object({
  // Any text is read; whoever looks at a code compares it with those they know. `z.custom` would weigh 0.2 KB.
  code: z.string() as unknown as z.ZodMiniType<ErrorCode>,
  message: z.string(),
  field: z.optional(z.string()),
  requestId: z.optional(z.string()),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** The body of a refused HTTP call: `error` (spec 8) holds the words of `message`. A client reads either. */
export const httpErrorBody = z.object({
  code: z.optional(errorBody.shape.code),
  message: z.optional(z.string()),
  error: z.optional(z.string()),
});

/** An error with a wire meaning. `message` defaults to the code's plain words; `cause` is for the log alone. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  /** Words of its own, in place of the code's. */
  readonly words: string | undefined;

  constructor(code: ErrorCode, options: { message?: string; field?: string; cause?: unknown } = {}) {
    const known: Readonly<Partial<Record<ErrorCode, { message: string }>>> = CLIENT_ERRORS;
    super(options.message ?? known[code]?.message ?? code, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.field = options.field;
    this.words = options.message;
  }
}
