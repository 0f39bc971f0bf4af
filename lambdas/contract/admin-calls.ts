/** An operator's calls, of `admin-routes.ts`. */
import * as z from 'zod/mini';
import { waitlistStatus } from './admin.ts';
import * as responses from './admin-responses.ts';
import { adminRoutes } from './admin-routes.ts';
import { cursor, email, inviteCode, longCursor } from './fields.ts';
import { INVITES, WAITLIST_BATCH_MAX } from './limits.ts';

const search = z.optional(z.string().check(z.trim(), z.maxLength(254)));
const emails = z.array(email).check(z.minLength(1), z.maxLength(WAITLIST_BATCH_MAX));
const owner = z.string().check(z.minLength(1), z.maxLength(64));

export const adminCalls = {
  listWaitlist: {
    ...adminRoutes.listWaitlist,
    /** `status` is `waiting` unless given; a `search` is over both. */
    query: z.object({ status: z.optional(waitlistStatus), search, cursor }),
    response: responses.listWaitlistResponse,
  },
  /** Mints a code for each, bound to the address, and mails it. Repeating it mints nothing new. */
  approveWaitlist: {
    ...adminRoutes.approveWaitlist,
    body: z.object({ emails }),
    response: responses.approveWaitlistResponse,
  },
  removeFromWaitlist: {
    ...adminRoutes.removeFromWaitlist,
    body: z.object({ emails }),
    response: responses.removeFromWaitlistResponse,
  },
  listInvites: {
    ...adminRoutes.listInvites,
    /** `search` finds by code, bound address, note or who used it. */
    query: z.object({ search, cursor }),
    response: responses.listInvitesResponse,
  },
  /** An invite for one `email` is single-use, and mailed if `sendMail`. */
  createInvites: {
    ...adminRoutes.createInvites,
    body: z
      .object({
        count: z._default(z.int().check(z.gte(1), z.lte(INVITES.countMax)), 1),
        maxUses: z._default(z.int().check(z.gte(1), z.lte(INVITES.maxUsesMax)), 1),
        expiresInDays: z._default(
          z.int().check(z.gte(INVITES.days.min), z.lte(INVITES.days.max)),
          INVITES.days.default,
        ),
        email: z.optional(email),
        note: z.optional(z.string().check(z.trim(), z.maxLength(INVITES.noteMaxLength))),
        sendMail: z._default(z.boolean(), false),
      })
      .check(
        z.refine(({ email, count }) => email === undefined || count === 1, { path: ['count'] }),
        z.refine(({ email, maxUses }) => email === undefined || maxUses === 1, { path: ['maxUses'] }),
        z.refine(({ email, sendMail }) => email !== undefined || !sendMail, { path: ['sendMail'] }),
      ),
    response: responses.createInvitesResponse,
  },
  /** Nobody can open an account with it any more; accounts that were opened with it stay. */
  revokeInvite: {
    ...adminRoutes.revokeInvite,
    params: z.object({ code: inviteCode }),
    response: responses.revokeInviteResponse,
  },
  listUsers: {
    ...adminRoutes.listUsers,
    /** `search` is the beginning of an address. */
    query: z.object({ search, cursor: longCursor }),
    response: responses.listUsersResponse,
  },
  /** With the usage of the last 30 days that had any, newest first. */
  getUser: {
    ...adminRoutes.getUser,
    params: z.object({ owner }),
    response: responses.getUserResponse,
  },
  /** A disabled user is signed out everywhere and cannot sign in. Nobody disables themselves. */
  setUserEnabled: {
    ...adminRoutes.setUserEnabled,
    params: z.object({ owner }),
    body: z.object({ enabled: z.boolean() }),
    response: responses.setUserEnabledResponse,
  },
  listAudit: {
    ...adminRoutes.listAudit,
    query: z.object({ cursor }),
    response: responses.listAuditResponse,
  },
} as const;
