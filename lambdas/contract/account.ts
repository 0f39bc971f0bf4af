/** Calls about the caller's own account: export of its data, logout, and deletion. */
import * as z from 'zod/mini';
import { chat, message, subscription, usageDay } from './entities.ts';
import { cursor, email } from './request-fields.ts';

const exportPage = z.object({
  account: z.optional(
    z.object({
      owner: z.string(),
      email: z.string(),
      name: z.optional(z.string()),
      createdAt: z.optional(z.string()),
      subscription,
      usage: z.array(usageDay),
      /** Invite with which the user signed up. */
      invitation: z.optional(z.object({ code: z.string(), at: z.string() })),
      waitlist: z.optional(z.object({ joinedAt: z.string(), approvedAt: z.optional(z.string()) })),
    }),
  ),
  chats: z.array(z.extend(chat, { messages: z.array(message) })),
  nextCursor: z.optional(z.string()),
});
export type ExportPage = z.infer<typeof exportPage>;

/**
 * Returns one page of all the user's data. Only the first page holds `account`. The messages of a long chat fill
 * several pages, in order. An entry that repeats the `chatId` of an earlier one continues that chat.
 */
export const exportAccount = {
  method: 'GET',
  path: '/api/account/export',
  query: z.object({ cursor }),
  response: exportPage,
} as const;

/** Ends the caller's sign-in: revokes its tokens and closes its connections. Other sign-ins of the user stay valid. */
export const logOut = {
  method: 'POST',
  path: '/api/account/logout',
  body: z.object({}),
  response: z.object({ message: z.string() }),
} as const;

/**
 * Closes the account and starts the deletion of its data. `confirmEmail` is the caller's own address, typed to confirm.
 */
export const deleteAccount = {
  method: 'POST',
  path: '/api/account/delete',
  body: z.object({ confirmEmail: email }),
  response: z.object({ message: z.string() }),
} as const;
