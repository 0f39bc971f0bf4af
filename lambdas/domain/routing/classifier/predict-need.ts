import { featuresOf } from './features.ts';
import { CLASSES, INHERITS, LEARNED, type LearnedNeed, type NeedWeights } from './need-weights-format.ts';

export type Likelihoods = Readonly<Record<LearnedNeed, number>>;

/** Weights of the groups that `featuresOf` returns: hashes of words, then hashes of character sequences. */
const GROUPS = [2, 1.3];

/**
 * Returns the value of each feature in group `at`. The division by the root gives the vector of a group the same
 * length, whether the group has few features or many.
 */
export const groupValue = (group: readonly number[], at: number): number =>
  (GROUPS[at] ?? 0) / Math.sqrt(Math.max(1, group.length));

/** Finds a feature's row in the table of weights. Returns -1 for a feature without weights. */
export function rowOf(features: Uint32Array, hash: number): number {
  let low = 0;
  let high = features.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = features[middle] ?? 0;
    if (found === hash) return middle;
    if (found < hash) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/**
 * Computes the likelihoods of the needs, which add up to 1. The likelihood of a follow-up (the class `INHERITS`) is
 * divided among the needs in the proportions of `chat`. Without `chat`, that class is left out.
 * @param chat likelihoods of the user's previous message; undefined for the first message that is classified
 */
export function likelihoodsOf(weights: NeedWeights, text: string, chat?: Likelihoods): Likelihoods {
  const count = chat ? CLASSES : INHERITS;
  const logits = logitsOf(weights, text).slice(0, count);
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - highest));
  const total = powers.reduce((sum, power) => sum + power, 0);
  const inherited = chat ? (powers[INHERITS] ?? 0) / total : 0;
  const of = (need: LearnedNeed, at: number) => (powers[at] ?? 0) / total + inherited * (chat?.[need] ?? 0);
  // The cast is safe: `LEARNED` has every `LearnedNeed`.
  return Object.fromEntries(LEARNED.map((need, at) => [need, of(need, at)])) as Likelihoods;
}

function logitsOf({ biases, signs, steps, features, table }: NeedWeights, text: string): number[] {
  const read = featuresOf(text);
  const sums = new Float64Array(CLASSES);
  for (const [at, group] of read.groups.entries()) {
    const value = groupValue(group, at);
    for (const hash of group) {
      const row = rowOf(features, hash);
      if (row < 0) continue;
      for (let c = 0; c < CLASSES; c++) sums[c] = (sums[c] ?? 0) + value * (table[row * CLASSES + c] ?? 0);
    }
  }
  return Array.from(biases, (bias, c) => {
    const signed = read.signs.reduce((sum, value, k) => sum + value * (signs[k * CLASSES + c] ?? 0), 0);
    return bias + signed + (steps[c] ?? 0) * (sums[c] ?? 0);
  });
}
