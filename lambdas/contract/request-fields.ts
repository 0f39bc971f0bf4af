/** Schemas of request fields that several calls share. */
import * as z from 'zod/mini';
import { EMAIL_MAX_LENGTH } from './limits.ts';

export const email = z.string().check(z.trim(), z.minLength(1), z.maxLength(EMAIL_MAX_LENGTH));
export const cursor = z.optional(z.string().check(z.maxLength(400)));
/** Cursor of a list whose cursors are long, such as Cognito's pagination tokens. */
export const longCursor = z.optional(z.string().check(z.maxLength(2_000)));
export const inviteCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
