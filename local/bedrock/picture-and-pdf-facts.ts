interface Picture {
  readonly format: 'png' | 'jpeg' | 'gif' | 'webp';
  readonly width: number;
  readonly height: number;
}

/** Returns a picture's format and its size in pixels; undefined for other bytes, or for fewer than 30 bytes. */
export function pictureIn(bytes: Buffer): Picture | undefined {
  if (bytes.length < 30) return undefined;
  if (bytes.toString('latin1', 1, 4) === 'PNG')
    return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.toString('latin1', 0, 4) === 'GIF8')
    return { format: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return { format: 'webp', ...webpSize(bytes) };
  return bytes.readUInt16BE(0) === 0xffd8 ? { format: 'jpeg', ...jpegSize(bytes) } : undefined;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(bytes: Buffer) {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    default:
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
}

/**
 * Reads the size from the frame header: the segment with a marker from C0 to CF, except C4, C8 and CC.
 * https://www.w3.org/Graphics/JPEG/itu-t81.pdf
 */
function jpegSize(bytes: Buffer) {
  let at = 2;
  while (at + 9 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return { width: 0, height: 0 };
}

export const isPdf = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 5) === '%PDF-';

/** Counts the page objects of a PDF, but cannot see compressed page objects. Returns 1 if it sees none. */
export const pagesIn = (bytes: Buffer): number =>
  Math.max(1, bytes.toString('latin1').match(/\/Type\s*\/Page(?![\w])/g)?.length ?? 0);
