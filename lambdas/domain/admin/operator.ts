/** Operator who acts, and the deployment: the console's calls and the operator's commands both act through this. */
import type { AuditEntry } from '../../store/audit.ts';

export interface Operator {
  /** `sub` of the administrator, or `ops:<name>`. */
  readonly actor: string;
  /** Without a slash at the end. */
  readonly siteUrl: string;
  readonly productName: string;
}

export type AuditAction =
  | 'waitlist.approve'
  | 'waitlist.remove'
  | 'invite.create'
  | 'invite.revoke'
  | 'user.disable'
  | 'user.enable'
  | 'user.makeAdmin'
  | 'user.removeAdmin'
  | 'user.export'
  | 'user.delete'
  | 'subscription.cancel'
  | 'subscription.resume'
  | 'subscription.test'
  | 'replies.stop'
  | 'replies.start';

/** The record of what an operator does now. Its target is never a full address: see `maskEmail`. */
export const recordOf = (
  { actor }: Pick<Operator, 'actor'>,
  action: AuditAction,
  about: { readonly at?: string; readonly target?: string; readonly detail?: string },
): AuditEntry => ({ at: new Date().toISOString(), action, actor, ...about });
