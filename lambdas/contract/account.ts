import * as z from 'zod/mini';
import {
  chat,
  fileInfo,
  message,
  project,
  signedInDevice,
  subscription,
  trueModel,
  usageDay,
} from './entities.ts';
import { givenFeedback } from './feedback-fields.ts';
import { instructions, savedPrompt } from './instructions-and-prompts.ts';
import { cursor, deviceId, email } from './request-fields.ts';
import { share } from './sharing.ts';

const exportPage = z.object({
  account: z.optional(
    z.object({
      owner: z.string(),
      email: z.string(),
      name: z.optional(z.string()),
      createdAt: z.optional(z.string()),
      subscription,
      usage: z.array(usageDay),
      /** Models to which usage and messages refer by id. Lacks models that have left the catalogue. */
      models: z.optional(z.array(z.object({ id: z.string(), displayName: z.string(), trueModel }))),
      devices: z.optional(z.array(z.omit(signedInDevice, { isThis: true }))),
      /** Invite with which the user signed up. */
      invitation: z.optional(z.object({ code: z.string(), at: z.string() })),
      instructions: z.optional(instructions),
      prompts: z.optional(z.array(savedPrompt)),
      projects: z.optional(
        z.array(
          z.extend(project, { instructions: z.optional(z.string()), files: z.optional(z.array(fileInfo)) }),
        ),
      ),
      shares: z.optional(z.array(share)),
      feedback: z.optional(z.array(givenFeedback)),
      waitlist: z.optional(z.object({ joinedAt: z.string(), approvedAt: z.optional(z.string()) })),
    }),
  ),
  chats: z.array(z.extend(chat, { messages: z.array(message) })),
  nextCursor: z.optional(z.string()),
});
export type ExportPage = z.infer<typeof exportPage>;

/**
 * Returns one page of the user's data, without temporary chats and the content of files. Only the first page has
 * `account`. A long chat may fill several pages: an entry of `chats` with the `chatId` of an earlier entry continues
 * that chat.
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

/** Lists the devices on which the user is signed in. `device` is the random id of the caller's browser. */
export const listDevices = {
  method: 'GET',
  path: '/api/account/devices',
  query: z.object({ device: z.optional(deviceId) }),
  response: z.object({ devices: z.array(signedInDevice) }),
} as const;

/** Ends all sign-ins of a device: their tokens are refused, and their connections closed. Safe to repeat. */
export const endDevice = {
  method: 'POST',
  path: '/api/account/devices/{id}/end',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  body: z.object({}),
  response: z.object({ message: z.string() }),
} as const;

/** Ends all sign-ins except those of the caller's device. Safe to repeat. */
export const endOtherDevices = {
  method: 'POST',
  path: '/api/account/devices/endOthers',
  body: z.object({}),
  response: z.object({ message: z.string() }),
} as const;

/** Closes the account and starts the deletion of its data. `confirmEmail` must be the caller's own address. */
export const deleteAccount = {
  method: 'POST',
  path: '/api/account/delete',
  body: z.object({ confirmEmail: email }),
  response: z.object({ message: z.string() }),
} as const;
