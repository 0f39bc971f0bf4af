/** What the account screen's calls answer. */
import * as z from 'zod/mini';
import { chat, message, subscription } from './entities.ts';
import { usageDay } from './usage.ts';

/**
 * One page of everything a user has. `account` is on the first page. The messages of a long chat go on over several
 * pages, in order: a chat that is there again, by its `chatId`, continues.
 */
export const exportAccountResponse = z.object({
  account: z.optional(
    z.object({
      owner: z.string(),
      email: z.string(),
      name: z.optional(z.string()),
      createdAt: z.optional(z.string()),
      subscription,
      usage: z.array(usageDay),
      /** The invitation that opened the account. */
      invitation: z.optional(z.object({ code: z.string(), at: z.string() })),
      waitlist: z.optional(z.object({ joinedAt: z.string(), approvedAt: z.optional(z.string()) })),
    }),
  ),
  chats: z.array(z.extend(chat, { messages: z.array(message) })),
  nextCursor: z.optional(z.string()),
});
/** The account is closed; what it held is being removed. */
export const deleteAccountResponse = z.object({ message: z.string() });
