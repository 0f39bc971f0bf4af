/** Call that sends a user's message to the operator. */
import * as z from 'zod/mini';
import { SUPPORT } from './limits.ts';

/** Matches at least one visible character, so that control characters and spaces alone are refused. */
const VISIBLE = /[^\p{C}\p{Z}]/u;

/** Mails a message to the operator. The mail names the sender's plan, because Premium users are answered first. */
export const contactSupport = {
  method: 'POST',
  path: '/api/support',
  body: z.object({
    subject: z.string().check(z.trim(), z.regex(VISIBLE), z.maxLength(SUPPORT.subjectMaxLength)),
    message: z.string().check(z.trim(), z.regex(VISIBLE), z.maxLength(SUPPORT.messageMaxLength)),
  }),
  response: z.object({ message: z.string() }),
} as const;
