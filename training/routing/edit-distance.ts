/** Tells whether two prompts are so alike that one must not train what the other measures. */

/** Share of the longer text's characters that differ at least between two prompts that are not near. */
export const NEAR = 0.25;

/** Reduces a text to letters, digits and operators in lower case, with single spaces. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+#=<>*^/-]+/gu, ' ')
    .trim();

/** Text prepared for many comparisons. */
export interface Plain {
  readonly text: string;
  /** Counts of the characters, by the lowest bits of their codes. */
  readonly counts: Uint8Array;
}

export function prepared(given: string): Plain {
  const text = plain(given);
  const counts = new Uint8Array(64);
  for (let at = 0; at < text.length; at++) {
    const kind = text.charCodeAt(at) & 63;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return { text, counts };
}

/** True when the normalised edit distance of two prepared texts is less than `NEAR`. */
export function isNear(a: Plain, b: Plain): boolean {
  const longest = Math.max(a.text.length, b.text.length);
  const most = Math.ceil(NEAR * longest) - 1;
  if (Math.abs(a.text.length - b.text.length) > most) return false;
  // Each edit changes two counts at most, which rules out nearly all pairs.
  let differences = 0;
  for (let kind = 0; kind < 64; kind++) {
    differences += Math.abs((a.counts[kind] ?? 0) - (b.counts[kind] ?? 0));
    if (differences > 2 * most) return false;
  }
  return editDistance(a.text, b.text, most) <= most;
}

/** Counts the insertions, deletions and replacements between two texts. Stops counting above `most`. */
export function editDistance(a: string, b: string, most: number): number {
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const value = Math.min(replaced, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current.push(value);
      least = Math.min(least, value);
    }
    if (least > most) return least;
    above = current;
  }
  return above[b.length] ?? 0;
}
