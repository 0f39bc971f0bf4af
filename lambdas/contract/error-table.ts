/** Every error that crosses the wire: the HTTP status it maps to, and plain words for the user. The server's. */
import { AppError, CLIENT_ERRORS, type ErrorBody } from './errors.ts';

export const ERRORS = {
  ...CLIENT_ERRORS,
  invalid_request: { status: 400, message: 'That request could not be understood.' },
  message_blank: { status: 400, message: 'Write a message first.' },
  unauthorized: { status: 401, message: 'Please sign in again.' },
  session_expired: { status: 401, message: 'Your session has expired. Please sign in again.' },
  forbidden: { status: 403, message: 'You may not do that.' },
  not_found: { status: 404, message: 'Not found.' },
  message_not_found: { status: 404, message: 'That message does not exist.' },
  not_last_turn: { status: 409, message: 'Only the last message of a chat can be changed.' },
  reply_pending: { status: 409, message: 'A reply is still on its way in this chat.' },
  no_reply_pending: { status: 409, message: 'No reply is being written.' },
  model_not_available: { status: 403, message: 'That model is not part of your plan.' },
  quota_exceeded: { status: 429, message: 'You have reached the daily limit. It resets at midnight UTC.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  model_unavailable: { status: 503, message: 'The model is busy right now. Please try again.' },
  service_paused: {
    status: 503,
    message: 'Replies are paused for today. Your message was not sent; please try again tomorrow.',
  },
  already_subscribed: { status: 409, message: 'There is an active Premium subscription already.' },
  no_subscription: { status: 409, message: 'There is no active Premium subscription.' },
  support_unavailable: { status: 503, message: 'Support cannot be reached from here right now.' },
  payments_unavailable: { status: 503, message: 'Payments are unavailable right now.' },
  signup_failed: { status: 400, message: 'Signup failed' },
  /** One answer for a code that is unknown, used up, expired, revoked or another's: it tells nothing apart. */
  invite_invalid: {
    status: 400,
    message:
      'This invitation code cannot be used. Check it for typing errors. It may have expired or been used: ask whoever invited you for a new one, or join the waitlist.',
  },
  password_breached: {
    status: 400,
    message: 'This password is known from a data breach. Please choose another one.',
  },
  user_not_found: { status: 404, message: 'That user does not exist.' },
  invite_not_found: { status: 404, message: 'That invitation does not exist.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The wire form of any error; one without a code becomes `internal` and tells nothing. */
export function toErrorBody(error: unknown, requestId?: string): ErrorBody {
  const known = error instanceof AppError ? error : new AppError('internal');
  return {
    code: known.code,
    message: known.words ?? ERRORS[known.code].message,
    ...(known.field !== undefined && { field: known.field }),
    ...(known.code === 'internal' && requestId !== undefined && { requestId }),
  };
}
