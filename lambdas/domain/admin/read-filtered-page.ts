/** Pages of lists that are searched by reading on. */
import { AppError } from '#contract/errors';

export interface Page<T> {
  readonly rows: T[];
  readonly nextCursor?: string;
}
/** A row's place in its list, and the row. */
export interface Placed<T> {
  readonly sk: string;
  readonly value: T;
}

export interface Reading<Row extends { readonly sk: string }, T> {
  readonly cursor: string | undefined;
  /** Rows on a page. */
  readonly size: number;
  /** True when a text can be a place in this list. */
  readonly isCursor: (text: string) => boolean;
  readonly read: (after: string | undefined, limit: number) => Promise<{ rows: Row[]; end: boolean }>;
  /** Picks the wanted rows, in their order. */
  readonly take: (rows: readonly Row[]) => Promise<Placed<T>[]>;
  /** True when `take` leaves any out: then more is read at a time. */
  readonly isFiltered: boolean;
  /** The bounds of a search. @default a list whose rows take further reads */
  readonly looking?: Looking;
}

export interface Looking {
  /** Rows that are read at a time. */
  readonly atATime: number;
  /** Rows that one call looks through; the cursor continues behind them, even when nothing was found. */
  readonly atMost: number;
}
const FEW: Looking = { atATime: 100, atMost: 2_000 };

/**
 * Reads on until a page is full, the list is at its end, or enough was looked through.
 * @throws AppError `invalid_request` for a cursor that cannot be one
 */
export async function readOn<Row extends { readonly sk: string }, T>(
  list: Reading<Row, T>,
): Promise<Page<T>> {
  const { cursor, size, isFiltered, looking = FEW } = list;
  if (cursor !== undefined && !list.isCursor(cursor))
    throw new AppError('invalid_request', { field: 'cursor' });
  const found: Placed<T>[] = [];
  let after = cursor;
  let seen = 0;
  for (;;) {
    const { rows, end } = await list.read(after, isFiltered ? looking.atATime : size - found.length);
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
    if (seen >= looking.atMost) return { rows: values, nextCursor: after };
  }
}
