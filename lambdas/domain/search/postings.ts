/**
 * Builds, encodes and merges the postings of segments: for each term, the numbers of the texts with that term. A text's
 * number is its position in the segment's list.
 */
import { ByteReader, ByteWriter, deflate, inflate, readGaps, writeGaps } from './byte-codec.ts';
import { compareDocs, type DocRef, docKey, hashOf, shardsOf } from './index-layout.ts';
import { groupOf } from './terms.ts';
import type { IndexedDoc } from './text-list-format.ts';

export type Postings = ReadonlyMap<string, readonly number[]>;
type Entry = readonly [term: string, docs: readonly number[]];

/**
 * Maximum bytes of a part, well below DynamoDB's 400 KB for its row. Only a part with a single term may be larger,
 * because the postings of a term are not divided.
 */
const PART_MAX_BYTES = 200 * 1024;

/** Encodes postings in parts of up to `PART_MAX_BYTES`. Without postings, returns one part without terms. */
export function encodePostings(postings: Postings): Uint8Array[] {
  const entries = [...postings].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return encodeParts(entries);
}

function encodeParts(entries: readonly Entry[]): Uint8Array[] {
  const bytes = encode(entries);
  if (bytes.length <= PART_MAX_BYTES || entries.length < 2) return [bytes];
  const half = Math.ceil(entries.length / 2);
  return [...encodeParts(entries.slice(0, half)), ...encodeParts(entries.slice(half))];
}

/**
 * Writes field by field, since similar values side by side deflate better. Leaves out the leading bytes that a term
 * shares with the term before it: after `house`, writes only `hold` for `household`.
 */
function encode(entries: readonly Entry[]): Uint8Array {
  const [shared, lengths, counts, gaps] = [
    new ByteWriter(),
    new ByteWriter(),
    new ByteWriter(),
    new ByteWriter(),
  ];
  const letters = new ByteWriter();
  let last = Buffer.alloc(0);
  for (const [term, docs] of entries) {
    const bytes = Buffer.from(term);
    const same = commonLength(last, bytes);
    shared.number(same);
    lengths.number(bytes.length - same);
    letters.bytes(bytes.subarray(same));
    counts.number(docs.length);
    writeGaps(gaps, docs);
    last = bytes;
  }
  const all = new ByteWriter().number(entries.length);
  for (const field of [shared, lengths, counts, letters, gaps]) all.bytes(field.done());
  return deflate(all.done());
}

export function decodePostings(part: Uint8Array): Map<string, number[]> {
  const reader = new ByteReader(inflate(part));
  const count = reader.number();
  const numbers = () => Array.from({ length: count }, () => reader.number());
  const [shared, lengths, counts] = [numbers(), numbers(), numbers()];
  let last = Buffer.alloc(0);
  const terms = shared.map((same, i) => {
    last = Buffer.concat([last.subarray(0, same), reader.bytes(lengths[i] ?? 0)]);
    return last.toString();
  });
  return new Map(terms.map((term, i) => [term, readGaps(reader, counts[i] ?? 0)]));
}

function commonLength(a: Uint8Array, b: Uint8Array): number {
  const limit = Math.min(a.length, b.length);
  let length = 0;
  while (length < limit && a[length] === b[length]) length++;
  return length;
}

/** Returns the shard of a term. All terms with the same beginning (`groupOf`) are in one shard. */
export const shardOf = (term: string, tier: number): number => hashOf(groupOf(term)) % shardsOf(tier);

/** Merges lists of texts into one, sorted and without duplicates. */
export function uniteDocs(lists: readonly (readonly DocRef[])[]): DocRef[] {
  const sorted = lists.flat().sort(compareDocs);
  return sorted.filter((doc, i) => {
    const before = sorted[i - 1];
    return before === undefined || compareDocs(before, doc) !== 0;
  });
}

/** `numbers[n]` is the new number of the text that has the number `n` in `postings`, or -1 if the text is dropped. */
interface Renumbered {
  readonly postings: Postings;
  readonly numbers: readonly number[];
}

/** Returns the position of each of `docs` in `target`; -1 if it is not listed. */
export function numbersIn(target: readonly DocRef[], docs: readonly DocRef[]): number[] {
  const positions = new Map(target.map((doc, i) => [docKey(doc), i]));
  return docs.map((doc) => positions.get(docKey(doc)) ?? -1);
}

/** Merges postings and renumbers their texts. Leaves out terms whose texts are all dropped. */
export function unitePostings(sources: readonly Renumbered[]): Map<string, number[]> {
  const sets = new Map<string, Set<number>>();
  for (const { postings, numbers } of sources)
    for (const [term, docs] of postings) {
      const set = sets.get(term) ?? new Set();
      for (const doc of docs) {
        const number = numbers[doc] ?? -1;
        if (number >= 0) set.add(number);
      }
      if (set.size > 0) sets.set(term, set);
    }
  return new Map([...sets].map(([term, set]) => [term, [...set].sort((a, b) => a - b)]));
}

/** Builds the postings of texts, numbered as in `target`. Leaves out texts that `target` does not list. */
export function postingsOf(docs: readonly IndexedDoc[], target: readonly DocRef[]): Map<string, number[]> {
  const numbers = numbersIn(
    target,
    docs.map(({ ref }) => ref),
  );
  return unitePostings(
    docs.map(({ terms }, i) => ({
      postings: new Map([...terms].map((term) => [term, [0]])),
      numbers: [numbers[i] ?? -1],
    })),
  );
}

/** Groups postings by the shards of a tier. Leaves out shards without postings. */
export function spread(postings: Postings, tier: number): Map<number, Map<string, readonly number[]>> {
  const shards = new Map<number, Map<string, readonly number[]>>();
  for (const [term, docs] of postings) {
    const shard = shardOf(term, tier);
    const held = shards.get(shard) ?? new Map<string, readonly number[]>();
    held.set(term, docs);
    shards.set(shard, held);
  }
  return shards;
}
