/**
 * Ids of the last four writes that settled a reservation or added a cost. A day's item in the Usage table stores the
 * ids. If the SDK repeats such a write, the stored id shows that the write has been carried out already.
 */
import { randomUUID } from 'node:crypto';

/**
 * Returns the id of a write. The id is short, so that the item stays below 1 KB. A short id is enough, because it is
 * compared only with the last four ids.
 */
export const newSettler = (): string => randomUUID().slice(0, 8);

/** Attributes of a day's item that hold the last four ids, the newest id first. */
export const SETTLERS = ['settledBy', 'settledBefore', 'settledBefore2', 'settledBefore3'];
/** Moves the stored ids by one attribute and stores the new id in the first. */
export const KEEP_SETTLERS = SETTLERS.map((name, n) =>
  n === 0 ? `${name} = :settler` : `${name} = if_not_exists(${SETTLERS[n - 1]}, :settler)`,
).join(', ');
