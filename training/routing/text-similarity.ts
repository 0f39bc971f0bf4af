/** Decides if two prompts are so alike that one must not be in the training set while the other is in the test set. */

/** Two texts are near if their edit distance is less than this share of the longer text's length. */
export const NEAR = 0.25;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+#=<>*^/-]+/gu, ' ')
    .trim();

export interface Plain {
  readonly text: string;
  /** Number of characters for each value of the lowest six bits of a character's code. */
  readonly counts: Uint32Array;
  readonly pairs: Uint16Array;
  readonly hasPair: Uint8Array;
}

const HASHES = 2 ** 12;

export function prepared(given: string): Plain {
  const text = plain(given);
  const counts = new Uint32Array(64);
  for (let at = 0; at < text.length; at++) {
    const kind = text.charCodeAt(at) & 63;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const pairs = Uint16Array.from(
    { length: Math.max(0, text.length - 1) },
    (_, at) => (text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) % HASHES,
  );
  const hasPair = new Uint8Array(HASHES);
  for (const pair of pairs) hasPair[pair] = 1;
  return { text, counts, pairs, hasPair };
}

export function isNear(a: Plain, b: Plain): boolean {
  const longest = Math.max(a.text.length, b.text.length);
  const most = Math.ceil(NEAR * longest) - 1;
  if (Math.abs(a.text.length - b.text.length) > most) return false;
  // Each edit changes at most two counts, by one each.
  let differences = 0;
  for (let kind = 0; kind < 64; kind++) {
    differences += Math.abs((a.counts[kind] ?? 0) - (b.counts[kind] ?? 0));
    if (differences > 2 * most) return false;
  }
  // Each edit takes away at most two pairs of neighbouring characters.
  let missing = 0;
  for (const pair of b.pairs) if (a.hasPair[pair] === 0) missing += 1;
  if (missing > 2 * most) return false;
  return editDistance(a.text, b.text, most) <= most;
}

/**
 * Counts the insertions, deletions and replacements between two texts. If there are more than `most`, returns some
 * number above `most`. Skips table cells further than `most` from the diagonal: their distances are above `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  const difference = Math.abs(a.length - b.length);
  if (difference > most) return difference;
  const width = b.length + 1;
  let above = Uint16Array.from({ length: width }, (_, at) => at);
  let current = new Uint16Array(width);
  for (let row = 1; row <= a.length; row++) {
    const code = a.charCodeAt(row - 1);
    const first = Math.max(1, row - most);
    const last = Math.min(b.length, row + most);
    let left = first === 1 ? row : most + 1;
    let least = left;
    current[first - 1] = left;
    for (let column = first; column <= last; column++) {
      const replaced = (above[column - 1] ?? 0) + (code === b.charCodeAt(column - 1) ? 0 : 1);
      const removed = column < row + most ? (above[column] ?? 0) + 1 : most + 1;
      left = Math.min(replaced, removed, left + 1);
      current[column] = left;
      if (left < least) least = left;
    }
    if (least > most) return least;
    [above, current] = [current, above];
  }
  return above[b.length] ?? 0;
}
