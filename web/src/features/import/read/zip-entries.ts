/**
 * Reads the list of entries at the end of a ZIP archive, and single entries. Never reads the whole archive, because an
 * export may hold gigabytes of pictures beside its chats. The format:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
import { ImportFailure } from './import-failure.ts';

export interface ZipEntry {
  readonly name: string;
  /** Number of the compression method, as in the archive; -1 for an encrypted entry. */
  readonly method: number;
  readonly packedBytes: number;
  /** Position of the entry's header in the archive, in bytes. The content follows the header. */
  readonly offset: number;
}

const [END, END_64, LOCATOR_64, CENTRAL, LOCAL] = [
  0x06054b50, 0x06064b50, 0x07064b50, 0x02014b50, 0x04034b50,
];
/** Largest size of an archive's last record in bytes: 22 for its fixed fields, and 64 KB for the archive's comment. */
const TAIL_BYTES = 22 + 0xffff;
/** A list of a hundred thousand entries has about 10 MB. */
const LIST_MAX_BYTES = 64 * 1024 * 1024;
const [STORED, DEFLATED] = [0, 8];
const FULL_32 = 0xffffffff;

const bytesAt = async (file: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await file.slice(from, to).arrayBuffer());

export async function isZip(file: Blob): Promise<boolean> {
  const start = await bytesAt(file, 0, 4);
  return start.byteLength === 4 && [LOCAL, END].includes(start.getUint32(0, true));
}

/** @throws ImportFailure `zipBroken` when the list cannot be read, `zipTooLarge` when it exceeds `LIST_MAX_BYTES` */
export async function zipEntries(file: Blob): Promise<ZipEntry[]> {
  try {
    const { offset, bytes } = await findList(file);
    if (bytes > LIST_MAX_BYTES) throw new ImportFailure('zipTooLarge');
    return readList(await bytesAt(file, offset, offset + bytes));
  } catch (error) {
    // Reading beyond the end of a DataView throws a RangeError.
    throw error instanceof ImportFailure ? error : new ImportFailure('zipBroken', { cause: error });
  }
}

/** Returns the list's position and size. The last record has them, or the ZIP64 record if 32 bits are too few. */
async function findList(file: Blob): Promise<{ offset: number; bytes: number }> {
  const start = Math.max(0, file.size - TAIL_BYTES);
  const tail = await bytesAt(file, start, file.size);
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw new ImportFailure('zipBroken');
  const [bytes, offset] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  const isLong = at >= 20 && tail.getUint32(at - 20, true) === LOCATOR_64;
  if (!isLong || (offset !== FULL_32 && bytes !== FULL_32)) return { offset, bytes };
  const place = Number(tail.getBigUint64(at - 12, true));
  const end = await bytesAt(file, place, place + 56);
  if (end.getUint32(0, true) !== END_64) throw new ImportFailure('zipBroken');
  return { bytes: Number(end.getBigUint64(40, true)), offset: Number(end.getBigUint64(48, true)) };
}

function readList(list: DataView): ZipEntry[] {
  const entries: ZipEntry[] = [];
  const decoder = new TextDecoder();
  for (let at = 0; at + 46 <= list.byteLength; ) {
    if (list.getUint32(at, true) !== CENTRAL) throw new ImportFailure('zipBroken');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((from) => list.getUint16(at + from, true));
    const extraAt = at + 46 + (nameBytes ?? 0);
    const next = extraAt + (extraBytes ?? 0) + (commentBytes ?? 0);
    const name = decoder.decode(new Uint8Array(list.buffer, at + 46, nameBytes));
    const isEncrypted = (list.getUint16(at + 8, true) & 1) === 1;
    const sizes = sizesOf(list, at, { extraAt, extraBytes: extraBytes ?? 0 });
    entries.push({ name, method: isEncrypted ? -1 : list.getUint16(at + 10, true), ...sizes });
    at = next;
  }
  return entries;
}

/** Reads an entry's row in the list at `at`. Values of 4 GB or more are in the row's ZIP64 field. */
function sizesOf(
  list: DataView,
  at: number,
  { extraAt, extraBytes }: { extraAt: number; extraBytes: number },
) {
  const [unpacked, packed, offset] = [24, 20, 42].map((from) => list.getUint32(at + from, true));
  const sizes = { packedBytes: packed ?? 0, offset: offset ?? 0 };
  for (let field = extraAt; field + 4 <= extraAt + extraBytes; field += 4 + list.getUint16(field + 2, true)) {
    if (list.getUint16(field, true) !== 1) continue;
    let value = field + 4;
    const long = () => {
      value += 8;
      return Number(list.getBigUint64(value - 8, true));
    };
    if (unpacked === FULL_32) long();
    if (packed === FULL_32) sizes.packedBytes = long();
    if (offset === FULL_32) sizes.offset = long();
  }
  return sizes;
}

/**
 * Returns an entry's decompressed content as a stream.
 * @throws ImportFailure `zipEncrypted`, or `zipBroken` when the entry's header is damaged or its compression method is
 * unknown. The stream fails when the content cannot be decompressed. The content's checksum is not compared.
 */
export async function openEntry(
  file: Blob,
  entry: ZipEntry,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { method, offset, packedBytes } = entry;
  if (method === -1) throw new ImportFailure('zipEncrypted');
  if (method !== STORED && method !== DEFLATED) throw new ImportFailure('zipBroken');
  const header = await bytesAt(file, offset, offset + 30);
  if (header.byteLength < 30 || header.getUint32(0, true) !== LOCAL) throw new ImportFailure('zipBroken');
  const from = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = file.slice(from, from + packedBytes).stream();
  return method === STORED ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'));
}
