import * as z from 'zod/mini';
import { SUPPORT } from './limits.ts';
import { wellFormed } from './request-fields.ts';

/** Matches a visible character. A text that has only control characters and spaces is refused. */
const VISIBLE = /[^\p{C}\p{Z}]/u;

export const contactSupport = {
  method: 'POST',
  path: '/api/support',
  body: z.object({
    subject: z.string().check(z.trim(), z.regex(VISIBLE), z.maxLength(SUPPORT.subjectMaxLength), wellFormed),
    message: z.string().check(z.trim(), z.regex(VISIBLE), z.maxLength(SUPPORT.messageMaxLength), wellFormed),
  }),
  response: z.object({ message: z.string() }),
} as const;
