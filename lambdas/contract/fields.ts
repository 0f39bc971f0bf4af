/** Fields that several calls take. */
import * as z from 'zod/mini';

export const email = z.string().check(z.trim(), z.minLength(1), z.maxLength(254));
export const cursor = z.optional(z.string().check(z.maxLength(400)));
/** For lists whose cursors name more than a row: Cognito's are long. */
export const longCursor = z.optional(z.string().check(z.maxLength(2_000)));
export const inviteCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
