/** The call by which users write to the operator. */
import * as z from 'zod/mini';
import { SUPPORT } from './limits.ts';

/** At least one visible character: control characters and spaces alone are no text. */
const VISIBLE = /[^\p{C}\p{Z}]/u;

/** Mailed to the operator, with the sender's plan: Premium's comes first. */
export const contactSupport = {
  method: 'POST',
  path: '/api/support',
  body: z.object({
    subject: z.string().check(z.trim(), z.regex(VISIBLE), z.maxLength(SUPPORT.subjectMaxLength)),
    message: z.string().check(z.trim(), z.regex(VISIBLE), z.maxLength(SUPPORT.messageMaxLength)),
  }),
  response: z.object({ message: z.string() }),
} as const;
