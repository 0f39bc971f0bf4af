/** Reads and writes the weights of the classifier, one binary file: a header, floats, a table of bytes, a checksum. */
import { crc32 } from 'node:zlib';
import type { Need } from '../needs-and-reasons.ts';
import { BUCKETS, SIGNS } from './features.ts';

/** Needs that are learned. `long` is told by the length of the text. */
export type LearnedNeed = Exclude<Need, 'long'>;
export const LEARNED: readonly LearnedNeed[] = [
  'code',
  'reasoning',
  'language',
  'creative',
  'quick',
  'general',
];
/** Classes of the classifier: the needs, and last the messages that inherit the need of the chat. */
export const CLASSES = LEARNED.length + 1;
export const INHERITS = LEARNED.length;

export interface NeedWeights {
  /** Digest of the training data and of the code that reads it (`npm run routing:train`). */
  readonly trainedFrom: string;
  readonly biases: Float32Array;
  /** Weights of the signs, `CLASSES` for each. */
  readonly signs: Float32Array;
  /** Value of one step of each class in `table`. */
  readonly steps: Float32Array;
  /** Weights of the buckets, `CLASSES` for each. */
  readonly table: Int8Array;
}

const MAGIC = 'NEEDS001';
const DIGEST_BYTES = 32;
const FLOATS = [CLASSES, SIGNS.length * CLASSES, CLASSES] as const;
const FLOATS_AT = MAGIC.length + DIGEST_BYTES;
const TABLE_AT = FLOATS_AT + 4 * FLOATS.reduce((sum, count) => sum + count, 0);
const CHECKSUM_AT = TABLE_AT + BUCKETS * CLASSES;

/** Serialises weights. The same weights give the same bytes. */
export function writeWeights({ trainedFrom, biases, signs, steps, table }: NeedWeights): Buffer {
  const file = Buffer.alloc(CHECKSUM_AT + 4);
  file.write(MAGIC, 'latin1');
  file.write(trainedFrom, MAGIC.length, 'hex');
  for (const [at, value] of [...biases, ...signs, ...steps].entries())
    file.writeFloatLE(value, FLOATS_AT + 4 * at);
  file.set(new Uint8Array(table.buffer, table.byteOffset, table.length), TABLE_AT);
  file.writeUInt32LE(crc32(file.subarray(0, CHECKSUM_AT)), CHECKSUM_AT);
  return file;
}

/**
 * Parses the file.
 * @throws Error when it is of another version or is damaged
 */
export function parseWeights(file: Buffer): NeedWeights {
  if (file.length !== CHECKSUM_AT + 4 || file.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new Error('The weights of routing are of another version');
  if (crc32(file.subarray(0, CHECKSUM_AT)) !== file.readUInt32LE(CHECKSUM_AT))
    throw new Error('The weights of routing are damaged');
  let at = FLOATS_AT;
  const floats = (count: number) =>
    Float32Array.from({ length: count }, () => {
      at += 4;
      return file.readFloatLE(at - 4);
    });
  const [biases, signs, steps] = [floats(FLOATS[0]), floats(FLOATS[1]), floats(FLOATS[2])];
  const trainedFrom = file.toString('hex', MAGIC.length, FLOATS_AT);
  const table = new Int8Array(file.subarray(TABLE_AT, CHECKSUM_AT));
  return { trainedFrom, biases, signs, steps, table };
}
