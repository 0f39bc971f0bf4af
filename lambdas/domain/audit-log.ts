import type { AuditAction } from '#contract/admin';
import { wordedError } from '#contract/server-worded-errors';
import { log } from '../runtime/log.ts';
import { type AuditEntry, putAudit } from '../store/audit.ts';

interface Actor {
  /** `sub` of an administrator in the console, or `ops:<user of the operating system>` for a command. */
  readonly actor: string;
}

/** Builds an audit entry. Callers mask an e-mail address in `target` (`maskEmail`, email-address.ts). */
export const auditEntry = (
  { actor }: Actor,
  action: AuditAction,
  about: { readonly at?: string; readonly target?: string; readonly detail?: string },
): AuditEntry => ({ at: new Date().toISOString(), action, actor, ...about });

/**
 * Runs a change that no database transaction can include, such as a change in the user pool. Writes an audit record
 * before the change, and a second record if the change fails. If the first record cannot be written, nothing is
 * changed.
 * @param change returns false when the user does not exist
 * @throws AppError `user_not_found` when `change` returns false; the error of `change`, or of writing the first record
 */
export async function withAuditRecord(
  operator: Actor,
  action: AuditAction,
  owner: string,
  change: () => Promise<boolean>,
): Promise<void> {
  await putAudit(auditEntry(operator, action, { target: owner }));
  const fail = (why: string) =>
    putAudit(auditEntry(operator, action, { target: owner, detail: `failed: ${why}` })).catch(
      (cause: unknown) => log('ERROR', 'failure not recorded', { action, cause }),
    );
  let isDone: boolean;
  try {
    isDone = await change();
  } catch (error) {
    await fail(error instanceof Error ? error.name : 'unknown');
    throw error;
  }
  if (isDone) return;
  await fail('no such user');
  throw wordedError('user_not_found');
}
