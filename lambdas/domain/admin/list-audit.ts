/** The record of what operators did, newest first. */
import type { AuditRecord } from '#contract/admin';
import { AppError } from '#contract/errors';
import { ADMIN_PAGE_SIZE } from '#contract/limits';
import { findUser } from '../../runtime/user-pool-admin.ts';
import { type AuditItem, monthOf, readMonth } from '../../store/audit.ts';
import type { Page } from './read-filtered-page.ts';

/** No record is older than the product. */
const FIRST_MONTH = '2026-01';
/** Months that one call looks into; the cursor continues from there, even when they were empty. */
const MONTHS_AT_ONCE = 24;
const DAY_MS = 86_400_000;
const CURSOR = /^\d{4}-(?:0[1-9]|1[0-2])(?:-[\dT:.Z-]+#[\da-f]+)?$/;

/** A cursor is a record's place, or a month from whose end on it goes. @throws AppError `invalid_request` */
export async function listAudit(cursor: string | undefined): Promise<Page<AuditRecord>> {
  if (cursor !== undefined && !CURSOR.test(cursor))
    throw new AppError('invalid_request', { field: 'cursor' });
  // A command's clock may be ahead of this one.
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

/** With the actors' addresses, as long as they have an account. */
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
