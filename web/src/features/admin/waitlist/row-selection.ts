/** Keys of the selected table rows. */
export type Selection = ReadonlySet<string>;

export const NOTHING: Selection = new Set();

/** Selects or deselects one row. */
export function toggle(selection: Selection, key: string, isOn: boolean): Selection {
  const next = new Set(selection);
  if (isOn) next.add(key);
  else next.delete(key);
  return next;
}

/**
 * Selects or deselects the rows from `anchor` to `key`, both included. `keys` are the keys of the table's rows from top
 * to bottom. If `anchor` or `key` is not among them, only `key` is selected or deselected.
 */
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
  return toggleAll(selection, keys.slice(Math.min(from, to), Math.max(from, to) + 1), isOn);
}

/** Selects or deselects the rows with these keys. */
export const toggleAll = (selection: Selection, keys: readonly string[], isOn: boolean): Selection =>
  keys.reduce((next, key) => toggle(next, key, isOn), selection);

/** Returns the selected rows that are among `keys`, the rows of the table. */
export const within = (selection: Selection, keys: readonly string[]): Selection =>
  new Set(keys.filter((key) => selection.has(key)));

export function extent(selection: Selection, keys: readonly string[]): 'all' | 'some' | 'none' {
  const ticked = keys.filter((key) => selection.has(key)).length;
  if (ticked === 0) return 'none';
  return ticked === keys.length ? 'all' : 'some';
}
