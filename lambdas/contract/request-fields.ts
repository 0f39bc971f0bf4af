import * as z from 'zod/mini';
import { ACCOUNT_EMAIL_MAX_LENGTH, EMAIL_MAX_LENGTH } from './limits.ts';

/** Replaces each lone surrogate with U+FFFD, because UTF-8 cannot encode a lone surrogate. */
export const wellFormed = z.overwrite((value: string) => value.toWellFormed());
export const email = z.string().check(z.trim(), z.minLength(1), z.maxLength(EMAIL_MAX_LENGTH));
/** E-mail address for which an account exists or may be opened. */
export const accountEmail = email.check(z.maxLength(ACCOUNT_EMAIL_MAX_LENGTH));
export const cursor = z.optional(z.string().check(z.maxLength(400)));
export const inviteCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));

/**
 * A signed-in user's chat has a UUID, and a temporary chat has `temp-` before it. A guest's chat has 128 random bits as
 * 32 hex digits, because this id is the guest's only credential.
 */
export const chatId = z
  .string()
  .check(
    z.regex(/^(?:(?:temp-)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})$/),
  );
/**
 * Id of a chat that is not temporary. The cursor of a list of chats must be such an id. The keys of temporary chats are
 * outside the range of keys that the list queries, and DynamoDB refuses a start key outside that range.
 */
export const listedChatId = chatId.check(z.regex(/^[^t]/));
export const requestId = z.uuid();
export const fileId = z.uuid();
export const messageIndex = z.int().check(z.gte(0));
export const deviceId = z.string().check(z.regex(/^[0-9a-f-]{36}$/));
