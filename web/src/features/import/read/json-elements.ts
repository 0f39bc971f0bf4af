/**
 * Splits the array of chats in a JSON file into its elements. Works while the file is read, so that no more than one
 * element and one chunk of the file are in memory. The file is that array, or an object that has the array under a name
 * in `ARRAYS`. Works on bytes, which is safe in UTF-8: the byte of a bracket or quote is part of no other character.
 */
import { ImportFailure } from './import-failure.ts';

const ARRAYS = ['chats', 'conversations'];
const ELEMENT_MAX_BYTES = 64 * 1024 * 1024;
/**
 * Largest number of open brackets. A deeper element is yielded as the problem `tooDeep`. A deeper value outside the
 * array of chats makes the file `notAnExport`.
 */
const DEPTH_MAX = 500;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN, CLOSE] = [
  [0x5b, 0x7b],
  [0x5d, 0x7d],
];
const isSpace = (byte: number): boolean => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);

type Problem = 'tooLarge' | 'tooDeep';
/** Text of an element, which may be invalid JSON, or the reason why the text is missing. */
export type Element = { readonly text: string } | { readonly problem: Problem };

/**
 * Yields each object and array in the file's array of chats, and skips strings, numbers and the like.
 * @throws ImportFailure `notAnExport` when the file has no such array, a closing bracket too many, or a bracket after
 * the end of its JSON value; `cutShort` when the file ends within the array
 */
export async function* jsonElements(
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  maxBytes = ELEMENT_MAX_BYTES,
): AsyncGenerator<Element> {
  const splitter = new Splitter(maxBytes);
  for await (const chunk of chunks) yield* splitter.push(chunk);
  splitter.end();
}

class Splitter {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder();
  #depth = 0;
  /** Value of `#depth` between two elements of the array of chats. Undefined until that array opens. */
  #arrayDepth: number | undefined;
  #isDone = false;
  #isInString = false;
  #isEscaped = false;
  /**
   * Last string directly within the file's object, cut to 64 bytes. If an array opens next, this string is the array's
   * name.
   */
  #name = '';
  #isName = false;
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #problem: Problem | undefined;
  #bytes = 0;
  /** True inside an element. */
  #isIn = false;
  /** True after the file's first bracket. */
  #isSeen = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *push(chunk: Uint8Array<ArrayBuffer>): Generator<Element> {
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0;
      if (this.#isInString) this.#inString(byte);
      else if (byte === QUOTE) this.#openString(byte);
      else if (OPEN?.includes(byte)) {
        if (this.#open(byte)) from = i;
      } else if (CLOSE?.includes(byte)) {
        const element = this.#close(chunk, from, i + 1);
        if (element) yield element;
      } else if (!this.#isIn) this.#between(byte);
    }
    if (this.#isIn) this.#keep(chunk.subarray(from));
  }

  end(): void {
    if (this.#isDone) return;
    const isExport = this.#arrayDepth !== undefined && this.#problem !== 'tooDeep';
    throw new ImportFailure(isExport ? 'cutShort' : 'notAnExport');
  }

  #inString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
    if (this.#isName && this.#isInString && this.#name.length < 64) this.#name += String.fromCharCode(byte);
  }

  #openString(byte: number): void {
    this.#between(byte);
    this.#isInString = true;
    this.#isName = this.#depth === 1 && this.#arrayDepth === undefined;
    if (this.#isName) this.#name = '';
  }

  /** Opens a bracket. Returns true when an element begins with it. */
  #open(byte: number): boolean {
    this.#isSeen = true;
    if (this.#depth === 0 && this.#isDone) throw new ImportFailure('notAnExport');
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) {
      if (!this.#isIn) throw new ImportFailure('notAnExport');
      this.#problem ??= 'tooDeep';
    }
    if (this.#arrayDepth !== undefined && !this.#isDone && this.#depth === this.#arrayDepth + 1) {
      this.#isIn = true;
      this.#bytes = 0;
      return true;
    }
    const isArray = byte === OPEN?.[0];
    const isNamed = this.#depth === 2 && ARRAYS.includes(this.#name);
    if (isArray && this.#arrayDepth === undefined && (this.#depth === 1 || isNamed))
      this.#arrayDepth = this.#depth;
    return false;
  }

  #close(chunk: Uint8Array<ArrayBuffer>, from: number, to: number): Element | undefined {
    if (this.#depth === 0) throw new ImportFailure('notAnExport');
    this.#depth -= 1;
    if (this.#depth + 1 === this.#arrayDepth) this.#isDone = true;
    if (!this.#isIn || this.#depth !== this.#arrayDepth) return undefined;
    this.#keep(chunk.subarray(from, to));
    this.#isIn = false;
    const [parts, problem] = [this.#parts, this.#problem];
    this.#parts = [];
    this.#problem = undefined;
    if (problem) return { problem };
    const text = parts.map((part) => this.#decoder.decode(part, { stream: true })).join('');
    return { text: text + this.#decoder.decode() };
  }

  /** Copies the piece, because the stream of the file may use the chunk's buffer again. */
  #keep(piece: Uint8Array<ArrayBuffer>): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes) this.#problem ??= 'tooLarge';
    if (this.#problem) this.#parts = [];
    else this.#parts.push(piece.slice());
  }

  /**
   * Allows only spaces and the byte order mark before the first bracket. A large file that is not JSON would otherwise
   * be read to its end.
   */
  #between(byte: number): void {
    const isMark = byte === 0xef || byte === 0xbb || byte === 0xbf;
    if (!this.#isSeen && !isSpace(byte) && !isMark) throw new ImportFailure('notAnExport');
  }
}
