/**
 * Reads and writes the file of the classifier's weights. In little-endian order, it has a header, floats, the hashes of
 * the features that have weights, a table of bytes, and a checksum.
 */
import { crc32 } from 'node:zlib';
import type { Need } from '../needs-and-reasons.ts';
import { SIGNS } from './features.ts';

/** Needs that the classifier learns. The need `long` is recognised by the length of the text. */
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
 * Number of classes: one for each learned need, and the last one, `INHERITS`, for follow-ups such as "more formal",
 * which have the need of the user's previous message.
 */
export const CLASSES = LEARNED.length + 1;
export const INHERITS = LEARNED.length;

export interface NeedWeights {
  /**
   * Digest, in hexadecimal, of what the weights were trained from (`digestOf` in `training/routing/train.ts`). A test
   * compares it to find outdated weights.
   */
  readonly trainedFrom: string;
  readonly biases: Float32Array;
  /** Weights of the measured features, the `SIGNS`: `CLASSES` for each. */
  readonly signs: Float32Array;
  /** Factor of each class: a weight is the byte in `table` times this factor. */
  readonly steps: Float32Array;
  /** Hashes of the hashed features (words and character sequences) that have weights, ascending. */
  readonly features: Uint32Array;
  /** Weights of the hashed features, `CLASSES` for each. */
  readonly table: Int8Array;
}

const MAGIC = 'NEEDS002';
const DIGEST_BYTES = 32;
const FLOATS = [CLASSES, SIGNS.length * CLASSES, CLASSES] as const;
const COUNT_AT = MAGIC.length + DIGEST_BYTES;
const FLOATS_AT = COUNT_AT + 4;
const FEATURES_AT = FLOATS_AT + 4 * FLOATS.reduce((sum, count) => sum + count, 0);
const checksumAt = (features: number): number => FEATURES_AT + features * (4 + CLASSES);

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

/** @throws Error when the file is of another version or is damaged */
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
  // Copies the hashes: a Uint32Array must begin at a multiple of 4 bytes, and `file` may begin at any byte. A
  // Uint32Array reads numbers in the byte order of the processor. Lambda's processors are little-endian, as the file
  // is.
  const hashes = new Uint8Array(file.subarray(FEATURES_AT, FEATURES_AT + 4 * count));
  const features = new Uint32Array(hashes.buffer);
  const trainedFrom = file.toString('hex', MAGIC.length, COUNT_AT);
  const table = new Int8Array(file.subarray(end - count * CLASSES, end));
  return { trainedFrom, biases, signs, steps, features, table };
}
