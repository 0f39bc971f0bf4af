import { AppError } from '#contract/error-codes';
import type { Page } from './list-page-type.ts';

export interface SortedRow<T> {
  readonly sk: string;
  readonly value: T;
}

export interface FilteredList<Row extends { readonly sk: string }, T> {
  readonly cursor: string | undefined;
  readonly size: number;
  readonly isCursor: (text: string) => boolean;
  /** Reads up to `limit` rows after a sort key. `end` is true when the list has no more rows. */
  readonly read: (after: string | undefined, limit: number) => Promise<{ rows: Row[]; end: boolean }>;
  /** Returns the values of the rows that match, in the rows' order. */
  readonly take: (rows: readonly Row[]) => Promise<SortedRow<T>[]>;
  /**
   * True when `take` may drop rows. Each read then asks for `limits.atATime` rows, otherwise only for as many as the
   * page lacks.
   */
  readonly isFiltered: boolean;
  /** @default `DEFAULT_LIMITS`, which are low because `take` may read other items for each row */
  readonly limits?: ScanLimits;
}

export interface ScanLimits {
  readonly atATime: number;
  /** Number of rows after which a call stops reading. The next page continues after them, even if none matched. */
  readonly atMost: number;
}
const DEFAULT_LIMITS: ScanLimits = { atATime: 100, atMost: 2_000 };

/**
 * Reads rows until a page is full, the list ends, or `limits.atMost` rows were read.
 * @throws AppError `invalid_request` for a malformed cursor
 */
export async function readFilteredPage<Row extends { readonly sk: string }, T>(
  list: FilteredList<Row, T>,
): Promise<Page<T>> {
  const { cursor, size, isFiltered, limits = DEFAULT_LIMITS } = list;
  if (cursor !== undefined && !list.isCursor(cursor))
    throw new AppError('invalid_request', { field: 'cursor' });
  const found: SortedRow<T>[] = [];
  let after = cursor;
  let seen = 0;
  for (;;) {
    const { rows, end } = await list.read(after, isFiltered ? limits.atATime : size - found.length);
    found.push(...(await list.take(rows)));
    seen += rows.length;
    after = rows.at(-1)?.sk ?? after;
    if (found.length > size || (found.length === size && !end)) {
      const page = found.slice(0, size);
      const last = page.at(-1)?.sk;
      return { rows: page.map(({ value }) => value), ...(last !== undefined && { nextCursor: last }) };
    }
    const values = found.map(({ value }) => value);
    if (end || after === undefined) return { rows: values };
    if (seen >= limits.atMost) return { rows: values, nextCursor: after };
  }
}
