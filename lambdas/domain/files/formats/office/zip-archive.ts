import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { fileError } from '../../file-error.ts';
import { ZIP_ENTRIES_MAX, ZIP_INFLATED_MAX_BYTES } from '../file-reading-limits.ts';

interface Entry {
  readonly flags: number;
  readonly method: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * Reads entries of an in-memory ZIP archive (PKWARE's APPNOTE.TXT, section 4.3), piece by piece. Counts the unpacked
 * bytes of all reads up to `ZIP_INFLATED_MAX_BYTES`, because the sizes that an archive states cannot be trusted.
 */
export class ZipArchive {
  readonly #view: DataView;
  readonly #entries = new Map<string, Entry>();
  #inflated = 0;

  /**
   * @throws AppError `file_damaged` if the central directory is missing or damaged, or names an entry twice;
   * `file_too_complex` with more than `ZIP_ENTRIES_MAX` entries
   */
  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#guarded(() => this.#readDirectory());
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name));
  }

  /**
   * Unpacks an entry. Names are compared without case, as the Open Packaging Conventions of Office files demand.
   * @throws AppError `file_damaged` for an entry that is missing, damaged, or neither stored nor packed by DEFLATE;
   * `file_encrypted`; `file_too_complex` beyond `ZIP_INFLATED_MAX_BYTES`
   */
  async *read(name: string): AsyncGenerator<Uint8Array, void> {
    const entry = this.#entries.get(keyOf(name));
    if (!entry) throw fileError('file_damaged');
    if (entry.flags & 1) throw fileError('file_encrypted');
    const packed = this.#guarded(() => this.#dataOf(entry));
    for await (const chunk of unpacked(entry.method, packed)) {
      this.#inflated += chunk.length;
      if (this.#inflated > ZIP_INFLATED_MAX_BYTES) throw fileError('file_too_complex');
      yield chunk;
    }
  }

  #readDirectory(): void {
    const end = this.#endOfDirectory();
    const count = this.#view.getUint16(end + 10, true);
    if (count > ZIP_ENTRIES_MAX) throw fileError('file_too_complex');
    let at = this.#view.getUint32(end + 16, true);
    for (let i = 0; i < count; i += 1) {
      const { name, next, entry } = this.#directoryEntry(at);
      // Refuses two entries of one name, because programs differ in which of the two they read.
      if (this.#entries.has(name)) throw fileError('file_damaged');
      this.#entries.set(name, entry);
      at = next;
    }
  }

  #directoryEntry(at: number): { name: string; next: number; entry: Entry } {
    if (this.#view.getUint32(at, true) !== 0x02014b50) throw fileError('file_damaged');
    const u16 = (offset: number) => this.#view.getUint16(at + offset, true);
    const u32 = (offset: number) => this.#view.getUint32(at + offset, true);
    const nameEnd = 46 + u16(28);
    return {
      name: keyOf(new TextDecoder().decode(this.#slice(at + 46, at + nameEnd))),
      next: at + nameEnd + u16(30) + u16(32),
      entry: { flags: u16(8), method: u16(10), size: u32(20), offset: u32(42) },
    };
  }

  /** Finds the record that ends the central directory. Only the archive's comment may follow this record. */
  #endOfDirectory(): number {
    const last = this.#view.byteLength - 22;
    for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1)
      if (this.#view.getUint32(at, true) === 0x06054b50) return at;
    throw fileError('file_damaged');
  }

  #dataOf({ offset, size }: Entry): Uint8Array {
    if (this.#view.getUint32(offset, true) !== 0x04034b50) throw fileError('file_damaged');
    const start =
      offset + 30 + this.#view.getUint16(offset + 26, true) + this.#view.getUint16(offset + 28, true);
    return this.#slice(start, start + size);
  }

  #slice(start: number, end: number): Uint8Array {
    if (end > this.#view.byteLength) throw fileError('file_damaged');
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + start, end - start);
  }

  /** Turns the RangeError of a DataView, for an offset beyond the archive's end, into `file_damaged`. */
  #guarded<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw error instanceof RangeError ? fileError('file_damaged', error) : error;
    }
  }
}

/** Normalises an entry's name. Some programs write it with backslashes or a leading slash. */
const keyOf = (name: string): string => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

async function* unpacked(method: number, packed: Uint8Array): AsyncGenerator<Uint8Array, void> {
  if (method === 0) return yield packed;
  if (method !== 8) throw fileError('file_damaged');
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  Readable.from([packed]).pipe(inflate);
  try {
    for await (const chunk of inflate) yield chunk;
  } catch (error) {
    throw fileError('file_damaged', error);
  }
}
