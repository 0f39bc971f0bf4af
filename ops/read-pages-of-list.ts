import type { Page } from '../lambdas/domain/admin/list-page-type.ts';

/** Reads the rows of a list, page by page: the first `limit` rows, by default all. */
export async function readAll<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  limit = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const rows: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    rows.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== undefined && rows.length < limit);
  return rows.slice(0, limit);
}
