/**
 * Reads and writes the weights of the classifier. They are one binary file in little-endian order: a header, floats,
 * the hashes of the features that have weights, a table of bytes, and a checksum.
 */
import { crc32 } from 'node:zlib';
import type { Need } from '../needs-and-reasons.ts';
import { SIGNS } from './features.ts';

/** Needs that the classifier learns. The remaining need, `long`, is recognised by the length of the text. */
export type LearnedNeed = Exclude<Need, 'long'>;
export const LEARNED: readonly LearnedNeed[] = [
  'code',
  'reasoning',
  'language',
  'creative',
  'quick',
  'general',
];
/**
 * Number of classes of the classifier: one for each learned need, and the last one, `INHERITS`, for follow-ups such
 * as "more formal", which have the need of the user's previous message.
 */
export const CLASSES = LEARNED.length + 1;
export const INHERITS = LEARNED.length;

export interface NeedWeights {
  /**
   * Digest of what the weights were trained from (`digestOf` in `training/routing/train.ts`). A test compares this
   * digest with that of the current training prompts and code. If they differ, the weights are out of date.
   */
  readonly trainedFrom: string;
  readonly biases: Float32Array;
  /** Weights of the measured signs (`SIGNS` in `features.ts`), `CLASSES` for each. */
  readonly signs: Float32Array;
  /** Factor of each class: a weight is the byte in `table` times this factor. */
  readonly steps: Float32Array;
  /** Hashes of the features that have weights, ascending. A feature without weights adds nothing to any class. */
  readonly features: Uint32Array;
  /** Weights of the features, `CLASSES` for each. */
  readonly table: Int8Array;
}

const MAGIC = 'NEEDS002';
const DIGEST_BYTES = 32;
const FLOATS = [CLASSES, SIGNS.length * CLASSES, CLASSES] as const;
const COUNT_AT = MAGIC.length + DIGEST_BYTES;
const FLOATS_AT = COUNT_AT + 4;
const FEATURES_AT = FLOATS_AT + 4 * FLOATS.reduce((sum, count) => sum + count, 0);
/** Returns the byte at which the checksum begins, in a file with this number of features. */
const checksumAt = (features: number): number => FEATURES_AT + features * (4 + CLASSES);

/** Serialises weights. The same weights give the same bytes. */
export function writeWeights({ trainedFrom, biases, signs, steps, features, table }: NeedWeights): Buffer {
  const end = checksumAt(features.length);
  const file = Buffer.alloc(end + 4);
  file.write(MAGIC, 'latin1');
  file.write(trainedFrom, MAGIC.length, 'hex');
  file.writeUInt32LE(features.length, COUNT_AT);
  for (const [at, value] of [...biases, ...signs, ...steps].entries())
    file.writeFloatLE(value, FLOATS_AT + 4 * at);
  for (const [at, hash] of features.entries()) file.writeUInt32LE(hash, FEATURES_AT + 4 * at);
  file.set(new Uint8Array(table.buffer, table.byteOffset, table.length), end - table.length);
  file.writeUInt32LE(crc32(file.subarray(0, end)), end);
  return file;
}

/**
 * Parses a file that `writeWeights` made.
 * @throws Error when the file is of another version or is damaged
 */
export function parseWeights(file: Buffer): NeedWeights {
  const count = file.length < FLOATS_AT ? 0 : file.readUInt32LE(COUNT_AT);
  const end = checksumAt(count);
  if (file.length !== end + 4 || file.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new Error('The weights of routing are of another version');
  if (crc32(file.subarray(0, end)) !== file.readUInt32LE(end))
    throw new Error('The weights of routing are damaged');
  let at = FLOATS_AT;
  const floats = (length: number) =>
    Float32Array.from({ length }, () => {
      at += 4;
      return file.readFloatLE(at - 4);
    });
  const [biases, signs, steps] = [floats(FLOATS[0]), floats(FLOATS[1]), floats(FLOATS[2])];
  // Copies the hashes. A Uint32Array must begin at a multiple of 4 bytes in its memory, but `file` may begin at any
  // byte. Lambda's processors read numbers in little-endian order, as the file has them.
  const hashes = new Uint8Array(file.subarray(FEATURES_AT, FEATURES_AT + 4 * count));
  const features = new Uint32Array(hashes.buffer);
  const trainedFrom = file.toString('hex', MAGIC.length, COUNT_AT);
  const table = new Int8Array(file.subarray(end - count * CLASSES, end));
  return { trainedFrom, biases, signs, steps, features, table };
}
