/** What an operator's calls answer. */
import * as z from 'zod/mini';
import { approval, auditRecord, invite, mailOutcome, user, userDetails, waitlistEntry } from './admin.ts';

const nextCursor = z.optional(z.string());

/** Those who wait, longest first; those approved, latest first. With `search`: by address. */
export const listWaitlistResponse = z.object({ entries: z.array(waitlistEntry), nextCursor });
/** In the order of the request. */
export const approveWaitlistResponse = z.object({ results: z.array(approval) });
export const removeFromWaitlistResponse = z.object({ removed: z.array(z.string()) });
/** Newest first. */
export const listInvitesResponse = z.object({ invites: z.array(invite), nextCursor });
/** `mail` where the invite is for one address. */
export const createInvitesResponse = z.object({ invites: z.array(invite), mail: z.optional(mailOutcome) });
export const revokeInviteResponse = invite;
export const listUsersResponse = z.object({ users: z.array(user), nextCursor });
export const getUserResponse = userDetails;
export const setUserEnabledResponse = user;
/** Newest first. */
export const listAuditResponse = z.object({ records: z.array(auditRecord), nextCursor });
