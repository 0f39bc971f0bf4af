/** Calls of the operators' console, for members of the group `admins` only. Times in responses are ISO 8601 in UTC. */
import * as z from 'zod/mini';
import { announcementLevel } from './announcement.ts';
import { storage, subscription, usageDay } from './entities.ts';
import { waitlistStatus } from './join-waitlist.ts';
import { ANNOUNCEMENT, EMAIL_MAX_LENGTH, INVITES, WAITLIST_BATCH_MAX } from './limits.ts';
import { accountEmail, cursor, email, inviteCode } from './request-fields.ts';

/** Pagination token of Cognito. */
const cognitoCursor = z.optional(z.string().check(z.maxLength(2_000)));
const search = z.optional(z.string().check(z.trim(), z.maxLength(EMAIL_MAX_LENGTH)));
const emails = z.array(email).check(z.minLength(1), z.maxLength(WAITLIST_BATCH_MAX));
const owner = z.string().check(z.minLength(1), z.maxLength(64));
const nextCursor = z.optional(z.string());

const waitlistEntry = z.object({
  email: z.string(),
  joinedAt: z.string(),
  status: waitlistStatus,
  approvedAt: z.optional(z.string()),
  inviteCode: z.optional(z.string()),
});
export type WaitlistEntry = z.infer<typeof waitlistEntry>;

const inviteStatus = z.enum(['open', 'used', 'expired', 'revoked']);
export type InviteStatus = z.infer<typeof inviteStatus>;

const invite = z.object({
  code: z.string(),
  status: inviteStatus,
  createdAt: z.string(),
  expiresAt: z.string(),
  maxUses: z.number(),
  /**
   * Accounts opened with the invite, plus the uses that are reserved for sign-ups under way. A sign-up with the address
   * of an existing account also reserves a use, and this reservation never expires (decision 0010).
   */
  uses: z.number(),
  /** Only address that may use the invite. @default any address */
  email: z.optional(z.string()),
  /** Remark that only operators see. */
  note: z.optional(z.string()),
  /** Accounts opened with the invite, oldest first. Lacks deleted accounts, which `uses` still counts. */
  redemptions: z.array(z.object({ email: z.string(), at: z.string() })),
  /** URL of the sign-up page with the code, `/register?code=...`. */
  link: z.string(),
});
export type Invite = z.infer<typeof invite>;

/** `off` means that the deployment sends no mail, so the operator must pass the link on. */
const mailOutcome = z.enum(['sent', 'failed', 'off']);
export type MailOutcome = z.infer<typeof mailOutcome>;

const approval = z.object({
  email: z.string(),
  /**
   * `has_account`: the address has a confirmed account, so no invite is created. `too_long`: the address is too long
   * for an account, so no invite is created. An earlier release accepted such addresses on the waiting list.
   */
  outcome: z.enum(['approved', 'already_approved', 'has_account', 'too_long', 'not_found']),
  mail: z.optional(mailOutcome),
  invite: z.optional(invite),
});
export type Approval = z.infer<typeof approval>;

const user = z.object({
  /** `sub` of the user's tokens. */
  owner: z.string(),
  email: z.string(),
  name: z.optional(z.string()),
  createdAt: z.string(),
  enabled: z.boolean(),
  /** False until the user has confirmed the address. True from the start for a user that an operator creates. */
  confirmed: z.boolean(),
  isAdmin: z.boolean(),
});
export type User = z.infer<typeof user>;

const userDetails = z.extend(user, {
  subscription,
  usage: z.array(usageDay),
  /** Absent in the answer of an earlier deployment. */
  storage: z.optional(z.pick(storage, { usedBytes: true, files: true })),
});
export type UserDetails = z.infer<typeof userDetails>;

/** Action that the audit log records. */
export type AuditAction =
  | 'waitlist.approve'
  | 'waitlist.remove'
  | 'invite.create'
  | 'invite.revoke'
  | 'user.disable'
  | 'user.enable'
  | 'user.makeAdmin'
  | 'user.removeAdmin'
  | 'user.resetSecondFactor'
  | 'user.export'
  | 'user.delete'
  | 'subscription.cancel'
  | 'subscription.resume'
  | 'subscription.test'
  | 'replies.stop'
  | 'replies.start'
  | 'table.restore'
  | 'feedback.read'
  | 'announcement.set'
  | 'announcement.remove';

/**
 * Record of the audit log. `action` is an `AuditAction` of this or of another release. `actor` is an operator's user
 * id, or `ops:<name>` for the operating system's user who ran a command of `npm run ops`. `actorName` is the actor's
 * present e-mail address, absent if the actor has no account. `target` is for example a user's id, an invite code, or a
 * masked e-mail address such as `a***@e***`. Full addresses are not stored, because records outlive accounts.
 */
const auditRecord = z.object({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  actor: z.string(),
  actorName: z.optional(z.string()),
  target: z.optional(z.string()),
  detail: z.optional(z.string()),
});
export type AuditRecord = z.infer<typeof auditRecord>;

/** Feedback on a reply, without the user who gave it. */
const feedbackDetails = z.object({
  id: z.string(),
  at: z.string(),
  model: z.optional(z.string()),
  reason: z.optional(z.string()),
  text: z.optional(z.string()),
  hasConversation: z.boolean(),
});
export type FeedbackDetails = z.infer<typeof feedbackDetails>;

const announcementDraft = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(ANNOUNCEMENT.textMaxLength)),
  level: z._default(announcementLevel, 'info'),
  link: z.optional(
    z.string().check(z.trim(), z.maxLength(ANNOUNCEMENT.linkMaxLength), z.url({ protocol: /^https$/ })),
  ),
  /** Must be in the future. ISO 8601, in any time zone. @default the announcement stays until it is removed */
  endsAt: z.optional(z.iso.datetime({ offset: true })),
});
export type AnnouncementDraft = z.infer<typeof announcementDraft>;

const storedAnnouncement = z.extend(announcementDraft, {
  level: announcementLevel,
  id: z.string(),
  /** Time of the last change. */
  at: z.string(),
});
export type StoredAnnouncement = z.infer<typeof storedAnnouncement>;
/**
 * The announcement that the operator saw, by its `at`; empty if they saw none. If another announcement is shown by now,
 * the server refuses the change with `announcement_changed`. @default the change applies to any announcement
 */
const seen = z.optional(z.string().check(z.maxLength(32)));
/** `announcement` is absent if none is set, or if it has ended. */
const announcementState = z.object({ announcement: z.optional(storedAnnouncement) });

export const listWaitlist = {
  method: 'GET',
  path: '/api/admin/waitlist',
  /** `status` defaults to `waiting`. A `search` covers both statuses. */
  query: z.object({ status: z.optional(waitlistStatus), search, cursor }),
  /**
   * Waiting entries: longest wait first. Approved ones: latest approval first. A search lists waiting entries first.
   */
  response: z.object({ entries: z.array(waitlistEntry), nextCursor }),
} as const;

/**
 * Gives each waiting address an invite that only this address may use, and mails it if the deployment sends mail. A
 * repeated call creates and mails no second invite.
 */
export const approveWaitlist = {
  method: 'POST',
  path: '/api/admin/waitlist/approve',
  body: z.object({ emails }),
  /** In the order of `emails`. */
  response: z.object({ results: z.array(approval) }),
} as const;

export const removeFromWaitlist = {
  method: 'POST',
  path: '/api/admin/waitlist/remove',
  body: z.object({ emails }),
  response: z.object({ removed: z.array(z.string()) }),
} as const;

export const listInvites = {
  method: 'GET',
  path: '/api/admin/invites',
  /** `search` looks in `code`, `email`, `note`, and the addresses of accounts that used the invite. */
  query: z.object({ search, cursor }),
  /** Newest first. */
  response: z.object({ invites: z.array(invite), nextCursor }),
} as const;

/** An invite with `email` is single-use, and is mailed when `sendMail` is true. */
export const createInvites = {
  method: 'POST',
  path: '/api/admin/invites',
  body: z
    .object({
      count: z._default(z.int().check(z.gte(1), z.lte(INVITES.countMax)), 1),
      maxUses: z._default(z.int().check(z.gte(1), z.lte(INVITES.maxUsesMax)), 1),
      expiresInDays: z._default(
        z.int().check(z.gte(INVITES.days.min), z.lte(INVITES.days.max)),
        INVITES.days.default,
      ),
      email: z.optional(accountEmail),
      note: z.optional(z.string().check(z.trim(), z.maxLength(INVITES.noteMaxLength))),
      sendMail: z._default(z.boolean(), false),
    })
    .check(
      z.refine(({ email, count }) => email === undefined || count === 1, { path: ['count'] }),
      z.refine(({ email, maxUses }) => email === undefined || maxUses === 1, { path: ['maxUses'] }),
      z.refine(({ email, sendMail }) => email !== undefined || !sendMail, { path: ['sendMail'] }),
    ),
  /** `mail` is present when `sendMail` was true. */
  response: z.object({ invites: z.array(invite), mail: z.optional(mailOutcome) }),
} as const;

/** Makes an invite unusable. Accounts opened with it stay. */
export const revokeInvite = {
  method: 'POST',
  path: '/api/admin/invites/{code}/revoke',
  params: z.object({ code: inviteCode }),
  response: invite,
} as const;

export const listUsers = {
  method: 'GET',
  path: '/api/admin/users',
  /** `search` matches the beginning of an address. */
  query: z.object({ search, cursor: cognitoCursor }),
  response: z.object({ users: z.array(user), nextCursor }),
} as const;

/** `usage` covers the last 30 days, newest first. Days without stored usage are left out. */
export const getUser = {
  method: 'GET',
  path: '/api/admin/users/{owner}',
  params: z.object({ owner }),
  response: userDetails,
} as const;

/** A disabled user is signed out everywhere and cannot sign in. Operators cannot disable themselves. */
export const setUserEnabled = {
  method: 'POST',
  path: '/api/admin/users/{owner}/enabled',
  params: z.object({ owner }),
  body: z.object({ enabled: z.boolean() }),
  response: user,
} as const;

export const listAudit = {
  method: 'GET',
  path: '/api/admin/audit',
  query: z.object({ cursor }),
  /** Newest first. */
  response: z.object({ records: z.array(auditRecord), nextCursor }),
} as const;

export const listFeedback = {
  method: 'GET',
  path: '/api/admin/feedback',
  query: z.object({ cursor }),
  /** Newest first. */
  response: z.object({ feedback: z.array(feedbackDetails), nextCursor }),
} as const;

/** Returns question and reply, which the user agreed to send. The call is recorded in the audit log. */
export const readFeedbackConversation = {
  method: 'GET',
  path: '/api/admin/feedback/{id}/conversation',
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
  response: z.object({ question: z.string(), reply: z.string() }),
} as const;

export const getAnnouncement = {
  method: 'GET',
  path: '/api/admin/announcement',
  query: z.object({}),
  response: announcementState,
} as const;

/**
 * Sets or replaces the announcement. If the shown announcement already has the same text, level, link and end, changes
 * nothing and ignores `seen`.
 */
export const setAnnouncement = {
  method: 'PUT',
  path: '/api/admin/announcement',
  body: z.extend(announcementDraft, { seen }),
  response: announcementState,
} as const;

/** Does nothing if there is no announcement. */
export const removeAnnouncement = {
  method: 'DELETE',
  path: '/api/admin/announcement',
  query: z.object({ seen }),
  response: announcementState,
} as const;
