/** Call that opens an account with an invite. */
import * as z from 'zod/mini';
import { NAME_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits.ts';
import { email, inviteCode } from './request-fields.ts';

export const signup = {
  method: 'POST',
  path: '/signup',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX_LENGTH)),
    inviteCode,
    email,
    password: z.string().check(z.minLength(PASSWORD_MIN_LENGTH), z.maxLength(256)),
  }),
  response: z.object({ message: z.string() }),
} as const;
