import * as z from 'zod/mini';
import { NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './limits.ts';
import { accountEmail, inviteCode } from './request-fields.ts';

const newPassword = z.string().check(z.minLength(PASSWORD_MIN_LENGTH), z.maxLength(PASSWORD_MAX_LENGTH));

export const signup = {
  method: 'POST',
  path: '/signup',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX_LENGTH)),
    inviteCode,
    email: accountEmail,
    password: newPassword,
  }),
  response: z.object({ message: z.string() }),
} as const;

export const resetPassword = {
  method: 'POST',
  path: '/api/password/reset',
  body: z.object({
    email: accountEmail,
    code: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    password: newPassword,
  }),
  response: z.object({ message: z.string() }),
} as const;
