/** What an operator sees and does: waitlist, invites, users and the record of it. Times are ISO 8601 in UTC. */
import * as z from 'zod/mini';
import { subscription } from './entities.ts';
import { usageDay } from './usage.ts';

export const waitlistStatus = z.enum(['waiting', 'approved']);
export type WaitlistStatus = z.infer<typeof waitlistStatus>;

export const waitlistEntry = z.object({
  email: z.string(),
  joinedAt: z.string(),
  status: waitlistStatus,
  approvedAt: z.optional(z.string()),
  /** The code that was minted for this person. */
  inviteCode: z.optional(z.string()),
});
export type WaitlistEntry = z.infer<typeof waitlistEntry>;

export const inviteStatus = z.enum(['open', 'used', 'expired', 'revoked']);
export type InviteStatus = z.infer<typeof inviteStatus>;

export const invite = z.object({
  code: z.string(),
  status: inviteStatus,
  createdAt: z.string(),
  expiresAt: z.string(),
  maxUses: z.number(),
  /** Accounts opened with it, and sign-ups under way that hold a use. */
  uses: z.number(),
  /** The only address that may use it. */
  email: z.optional(z.string()),
  /** For the operator's own memory. */
  note: z.optional(z.string()),
  /** Who opened an account with it, oldest first. */
  redemptions: z.array(z.object({ email: z.string(), at: z.string() })),
  /** `/register?code=...` on the product's own site. */
  link: z.string(),
});
export type Invite = z.infer<typeof invite>;

/** How the mail to one person fared; `off`: the deployment sends no mail, so the operator passes the link on. */
export const mailOutcome = z.enum(['sent', 'failed', 'off']);
export type MailOutcome = z.infer<typeof mailOutcome>;

export const approval = z.object({
  email: z.string(),
  /** `has_account`: an invitation could not be used, so none was made; the entry stays as it was. */
  outcome: z.enum(['approved', 'already_approved', 'has_account', 'not_found']),
  mail: z.optional(mailOutcome),
  invite: z.optional(invite),
});
export type Approval = z.infer<typeof approval>;

export const user = z.object({
  /** `sub` of their tokens. */
  owner: z.string(),
  email: z.string(),
  name: z.optional(z.string()),
  createdAt: z.string(),
  enabled: z.boolean(),
  /** Whether the address was confirmed with the mailed code. */
  confirmed: z.boolean(),
  isAdmin: z.boolean(),
});
export type User = z.infer<typeof user>;

export const userDetails = z.extend(user, { subscription, usage: z.array(usageDay) });
export type UserDetails = z.infer<typeof userDetails>;

/**
 * An administrative action. `actor` and `target` are a user's id or an invite's code, or an address whose middle is
 * left out: the record outlives the people in it. `actorName` is the actor's address, while they have an account.
 */
export const auditRecord = z.object({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  actor: z.string(),
  actorName: z.optional(z.string()),
  target: z.optional(z.string()),
  detail: z.optional(z.string()),
});
export type AuditRecord = z.infer<typeof auditRecord>;
