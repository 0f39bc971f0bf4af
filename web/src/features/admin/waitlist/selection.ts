/** Which rows of a list are ticked: pure changes of a set of keys. */
export type Selection = ReadonlySet<string>;

export const NOTHING: Selection = new Set();

/** Ticks or unticks one row. */
export function toggle(selection: Selection, key: string, isOn: boolean): Selection {
  const next = new Set(selection);
  if (isOn) next.add(key);
  else next.delete(key);
  return next;
}

/** The same for all rows from `anchor` to `key`, as they stand in the list; without the anchor, for `key` alone. */
export function toggleRange(
  selection: Selection,
  keys: readonly string[],
  anchor: string | undefined,
  key: string,
  isOn: boolean,
): Selection {
  const from = anchor === undefined ? -1 : keys.indexOf(anchor);
  const to = keys.indexOf(key);
  if (from < 0 || to < 0) return toggle(selection, key, isOn);
  return keys
    .slice(Math.min(from, to), Math.max(from, to) + 1)
    .reduce((next, each) => toggle(next, each, isOn), selection);
}

/** Without the rows that are not in the list any more. */
export const within = (selection: Selection, keys: readonly string[]): Selection =>
  new Set(keys.filter((key) => selection.has(key)));

/** Tells if all, some or none of the rows are ticked. */
export function extent(selection: Selection, keys: readonly string[]): 'all' | 'some' | 'none' {
  const ticked = keys.filter((key) => selection.has(key)).length;
  if (ticked === 0) return 'none';
  return ticked === keys.length ? 'all' : 'some';
}

/** The list in parts of at most `size`. */
export const batchesOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
