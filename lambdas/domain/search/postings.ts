/** Terms with the texts that hold them, as numbers in a segment's list: what a shard holds. */
import { ByteReader, ByteWriter, deflate, inflate } from './bytes.ts';
import { readGaps, writeGaps } from './docs.ts';

/** Ascending numbers by term. */
export type Postings = ReadonlyMap<string, readonly number[]>;
type Entry = readonly [term: string, docs: readonly number[]];

/** Keeps an item well below DynamoDB's 400 KB. */
const PART_MAX_BYTES = 200 * 1024;

/** The parts to store postings in: mostly one; an empty one when there are none. */
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

/** Field by field rather than entry by entry: what is alike stands together, and deflates well. */
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
