import { AppError } from '#contract/error-codes';
import { ADMIN_PAGE_SIZE } from '#contract/limits';
import { monthOf } from '../../store/audit.ts';
import type { Page } from './list-page-type.ts';

/** First month that can have rows. */
const FIRST_MONTH = '2026-01';
const MONTHS_AT_ONCE = 24;
const DAY_MS = 86_400_000;
const CURSOR = /^\d{4}-(?:0[1-9]|1[0-2])(?:-[\dT:.Z-]+#[\da-f]+)?$/;

type ReadMonth<T> = (
  month: string,
  options: { readonly before: string | undefined; readonly limit: number },
) => Promise<T[]>;

/**
 * Reads rows that are stored in a partition for each month, newest first. A cursor is the sort key of the last row of a
 * page, or a month (`yyyy-mm`) whose newest row comes next.
 * @throws AppError `invalid_request` for a malformed cursor
 */
export async function readPageAcrossMonths<T>(
  cursor: string | undefined,
  readMonth: ReadMonth<T>,
  sortOf: (row: T) => string,
): Promise<Page<T>> {
  if (cursor !== undefined && !CURSOR.test(cursor))
    throw new AppError('invalid_request', { field: 'cursor' });
  // Starts in the month of tomorrow: an operator's command stores rows with the time of the operator's machine, whose
  // clock may be ahead.
  let month = cursor === undefined ? monthOf(new Date(Date.now() + DAY_MS).toISOString()) : monthOf(cursor);
  let before = cursor !== undefined && cursor.length > month.length ? cursor : undefined;
  const rows: T[] = [];
  for (let looked = 0; month >= FIRST_MONTH; looked += 1) {
    if (looked === MONTHS_AT_ONCE) return { rows, nextCursor: month };
    const limit = ADMIN_PAGE_SIZE - rows.length;
    const found = await readMonth(month, { before, limit });
    rows.push(...found);
    const last = found.at(-1);
    if (found.length === limit && last) return { rows, nextCursor: sortOf(last) };
    [month, before] = [monthBefore(month), undefined];
  }
  return { rows };
}

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}
