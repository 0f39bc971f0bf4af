/** Lists the audit records of operators' actions, newest first. */
import type { AuditRecord } from '#contract/admin';
import { AppError } from '#contract/errors';
import { ADMIN_PAGE_SIZE } from '#contract/limits';
import { findUser } from '../../runtime/user-pool-admin.ts';
import { type AuditItem, monthOf, readMonth } from '../../store/audit.ts';
import type { Page } from './page.ts';

/** Month of the oldest records that can exist: the product is no older. */
const FIRST_MONTH = '2026-01';
/** Most months that one call reads. The next page continues after them, even if they were empty. */
const MONTHS_AT_ONCE = 24;
const DAY_MS = 86_400_000;
const CURSOR = /^\d{4}-(?:0[1-9]|1[0-2])(?:-[\dT:.Z-]+#[\da-f]+)?$/;

/**
 * Reads the page after `cursor`, or the newest records without a cursor. A cursor is the sort key of the last listed
 * record, or a month (`yyyy-mm`) that is read from its end.
 * @throws AppError `invalid_request` for a malformed cursor
 */
export async function listAudit(cursor: string | undefined): Promise<Page<AuditRecord>> {
  if (cursor !== undefined && !CURSOR.test(cursor))
    throw new AppError('invalid_request', { field: 'cursor' });
  // Without a cursor, starts in the month of tomorrow: an operator's machine may have a clock that runs ahead, into the
  // next month.
  let month = cursor === undefined ? monthOf(new Date(Date.now() + DAY_MS).toISOString()) : monthOf(cursor);
  let before = cursor !== undefined && cursor.length > month.length ? cursor : undefined;
  const found: AuditItem[] = [];
  for (let looked = 0; month >= FIRST_MONTH; looked += 1) {
    if (looked === MONTHS_AT_ONCE) return { rows: await named(found), nextCursor: month };
    const limit = ADMIN_PAGE_SIZE - found.length;
    const records = await readMonth(month, { before, limit });
    found.push(...records);
    const last = records.at(-1);
    if (records.length === limit && last) return { rows: await named(found), nextCursor: last.sk };
    [month, before] = [monthBefore(month), undefined];
  }
  return { rows: await named(found) };
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}

/** Adds the e-mail addresses of the operators who still have an account. */
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
