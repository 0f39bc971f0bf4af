/**
 * Extracts the features that the classifier reads in a message. Training runs the same code: after a change here, run
 * `npm run routing:train`.
 */
import { countCues } from '../count-cues.ts';
import { TARGETS } from '../cues/all-cues.ts';
import {
  codeSigns,
  lengthInWords,
  mathSigns,
  quoteSigns,
  sampleOf,
  wordsOf,
} from '../sample-words-and-signs.ts';

/** Maximum UTF-16 units of a hashed sequence of characters. */
const LONGEST = 5;
/** Of a sample longer than HEAD + TAIL, only these two ends are hashed, to bound the time. */
const HEAD = 400;
const TAIL = 200;

/** Names of the features that are measured, not hashed. `NeedWeights.signs` has their weights in this order. */
export const SIGNS = [
  'code',
  'maths',
  'quotes',
  'asks',
  'one word',
  'up to 3 words',
  'up to 6 words',
  'up to 12 words',
  'up to 25 words',
  'longer',
  ...TARGETS.map((target) => `cues of ${target}` as const),
] as const;

export interface Features {
  /** Hashes of the text's words, then of its character sequences. A group has no duplicates. */
  readonly groups: readonly (readonly number[])[];
  /** Values of `SIGNS`. */
  readonly signs: readonly number[];
}

export function featuresOf(text: string): Features {
  const sample = sampleOf(text);
  const read = sample.length <= HEAD + TAIL ? sample : `${sample.slice(0, HEAD)} ${sample.slice(-TAIL)}`;
  const plain = read.replace(/\d/g, '0');
  return { groups: [wordHashes(wordsOf(plain)), sequenceHashes(plain)], signs: signsOf(sample) };
}

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

const hashOf = (text: string, seed: number): number => {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
  return hash;
};
/** Mixes the bits of an FNV-1a hash, whose low bits depend only on the low bits of the characters. */
function mixed(hash: number): number {
  const product = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (product ^ (product >>> 13)) >>> 0;
}

const keyHash = (kind: string, key: string): number => mixed(hashOf(key, hashOf(kind, SEED)));

/** Hashes each word (`w`), each pair of neighbouring words (`p`), the first word (`b`) and the last word (`e`). */
function wordHashes(words: readonly string[]): number[] {
  const pairs = words.slice(1).map((word, at) => keyHash('p', `${words[at]} ${word}`));
  const ends = [
    ...words.slice(0, 1).map((word) => keyHash('b', word)),
    ...words.slice(-1).map((word) => keyHash('e', word)),
  ];
  return [...new Set([...words.map((word) => keyHash('w', word)), ...pairs, ...ends])];
}

function sequenceHashes(text: string): number[] {
  const spaced = ` ${text.replace(/\s+/g, ' ').trim()} `;
  const hashes = new Set<number>();
  for (let at = 0; at < spaced.length; at++) {
    let hash = SEED ^ 0x5bd1e995;
    for (let length = 0; length < LONGEST && at + length < spaced.length; length++) {
      hash = Math.imul(hash ^ spaced.charCodeAt(at + length), PRIME);
      hashes.add(mixed(hash ^ length));
    }
  }
  return [...hashes];
}

function signsOf(sample: string): number[] {
  const words = lengthInWords(sample);
  const cues = countCues(sample);
  const limits = [1, 3, 6, 12, 25, Number.POSITIVE_INFINITY];
  const size = limits.findIndex((limit) => words <= limit);
  return [
    Math.min(2, codeSigns(sample) / 4),
    Math.min(2, mathSigns(sample) / 4),
    Math.min(2, quoteSigns(sample) / 4),
    /[?？؟]/.test(sample) ? 1 : 0,
    ...limits.map((_, at) => (at === size ? 1 : 0)),
    ...TARGETS.map((target) => Math.min(2, cues.get(target) ?? 0)),
  ];
}
