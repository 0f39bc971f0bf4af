/** Binary encoding of the search index, in which a small number takes fewer bytes than a large one. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;

  /**
   * Appends a whole number from 0 to 2^53 - 1, seven bits in a byte, the lowest first. The highest bit of a byte says
   * that another byte follows.
   */
  number(value: number): this {
    let rest = value;
    while (rest >= 0x80) {
      this.#byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.#byte(rest);
    return this;
  }

  bytes(value: Uint8Array): this {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  number(): number {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError('Unexpected end of bytes');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  bytes(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('Unexpected end of bytes');
    const value = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return value;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  rest(): Uint8Array {
    return this.bytes(this.#bytes.length - this.#at);
  }
}

/** Writes the first number, then the difference of each number from the one before it. */
export function writeGaps(writer: ByteWriter, ascending: readonly number[]): void {
  let last = 0;
  for (const value of ascending) {
    writer.number(value - last);
    last = value;
  }
}

export function readGaps(reader: ByteReader, count: number): number[] {
  const values: number[] = [];
  let last = 0;
  for (let i = 0; i < count; i++) {
    last += reader.number();
    values.push(last);
  }
  return values;
}

export const deflate = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes, { level: 9 });
export const inflate = (bytes: Uint8Array): Uint8Array => inflateRawSync(bytes);
