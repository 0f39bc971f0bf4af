import type { AuditRecord } from '#contract/admin';
import { findUser } from '../../runtime/user-pool-users.ts';
import { type AuditItem, readMonth } from '../../store/audit.ts';
import type { Page } from './list-page-type.ts';
import { readPageAcrossMonths } from './read-page-across-months.ts';

/**
 * Lists the audit records of operators' actions, newest first.
 * @throws AppError `invalid_request` for a malformed cursor
 */
export async function listAudit(cursor: string | undefined): Promise<Page<AuditRecord>> {
  const { rows, ...rest } = await readPageAcrossMonths(cursor, readMonth, ({ sk }) => sk);
  return { rows: await named(rows), ...rest };
}

/** An operator's command (`ops:<user of the operating system>`) and a deleted administrator have no `actorName`. */
async function named(items: readonly AuditItem[]): Promise<AuditRecord[]> {
  const actors = [...new Set(items.map(({ actor }) => actor))];
  const users = await Promise.all(actors.map((actor) => findUser(actor)));
  const names = new Map(actors.map((actor, i) => [actor, users[i]?.email]));
  return items.map(({ sk, at, action, actor, target, detail }) => {
    const actorName = names.get(actor);
    return {
      ...{ id: sk, at, action, actor },
      ...(actorName !== undefined && { actorName }),
      ...(target !== undefined && { target }),
      ...(detail !== undefined && { detail }),
    };
  });
}
