import { fileError } from '../file-error.ts';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Reads width and height from a picture's headers. Refuses a file that ends before its pixels begin, so that no model
 * has to refuse the file.
 * @throws AppError `file_damaged`
 */
export function imageSizeOf(type: 'png' | 'jpeg' | 'gif' | 'webp', bytes: Uint8Array): ImageSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: ImageSize | undefined;
  try {
    size = READERS[type](view);
  } catch (error) {
    // A DataView throws where a header points behind the end of the file.
    if (!(error instanceof RangeError)) throw error;
  }
  if (!size || size.width === 0 || size.height === 0) throw fileError('file_damaged');
  return size;
}

const READERS = { png, jpeg, gif, webp } as const;

/** Walks the chunks to the end (PNG 5.3). Requires an IHDR first, at least one IDAT, and an IEND. */
function png(view: DataView): ImageSize | undefined {
  if (tagAt(view, 12) !== 'IHDR' || view.getUint32(8) !== 13) return undefined;
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  let hasPixels = false;
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    const tag = tagAt(view, at + 4);
    if (tag === 'IDAT') hasPixels = true;
    if (tag === 'IEND') return hasPixels ? size : undefined;
  }
}

/** Walks the segments to the first scan (ITU T.81, B.1). The frame header among them has the size. */
function jpeg(view: DataView): ImageSize | undefined {
  let size: ImageSize | undefined;
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xda) return size;
    if (isFrameHeader(marker) && !size)
      size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // TEM and restart markers stand alone: no segment follows them.
    at += marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7) ? 2 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Returns true for the markers SOF0 to SOF15. DHT, JPG and DAC lie in the same range, but begin no frame. */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * Walks the blocks to the first frame (GIF89a 17 to 20). The frame may reach beyond the picture's logical screen.
 * Browsers then enlarge the screen, so the size includes the frame.
 */
function gif(view: DataView): ImageSize | undefined {
  const flags = view.getUint8(10);
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (view.getUint8(at) === 0x21) {
    at += 2;
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  if (view.getUint8(at) !== 0x2c) return undefined;
  const extent = (screen: number, offset: number, length: number) =>
    Math.max(
      view.getUint16(screen, true),
      view.getUint16(at + offset, true) + view.getUint16(at + length, true),
    );
  return { width: extent(6, 1, 5), height: extent(8, 3, 7) };
}

/**
 * Reads the first chunk (RFC 9649): a lossy or a lossless picture, or an extended header. Does not look for the pixels
 * after an extended header. Requires that the file is at least as long as its RIFF header states.
 */
function webp(view: DataView): ImageSize | undefined {
  if (view.getUint32(4, true) + 8 > view.byteLength) return undefined;
  const tag = tagAt(view, 12);
  if (tag === 'VP8X') return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
  if (tag === 'VP8L' && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (tag !== 'VP8 ' || view.getUint8(23) !== 0x9d || view.getUint16(24) !== 0x012a) return undefined;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

const uint24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

const tagAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
