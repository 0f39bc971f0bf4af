/** Number of bytes before and after the name `/Image` in which the rest of the picture's dictionary is looked for. */
const DICTIONARY_REACH = 600;
const TYPE = Buffer.from('/Image');

export interface PdfPictures {
  readonly count: number;
  readonly pixels: number;
}

/**
 * Counts the image XObjects of a PDF and their pixels, from their dictionaries alone. The dictionary of a stream is
 * never compressed (ISO 32000-2, 7.5.7: a stream is in no object stream), so nothing is decoded. Pictures inside the
 * content of a page (inline images) are not counted. PDF.js is not asked, because it drops large pictures.
 */
export function countPdfPictures(bytes: Uint8Array): PdfPictures {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  let pixels = 0;
  for (let at = file.indexOf(TYPE); at >= 0; at = file.indexOf(TYPE, at + TYPE.length)) {
    const area = areaOf(
      file.toString('latin1', Math.max(0, at - DICTIONARY_REACH), at + DICTIONARY_REACH),
      at,
    );
    if (area === undefined) continue;
    count += 1;
    pixels += area;
  }
  return { count, pixels };
}

/**
 * Returns the number of pixels of a picture; undefined if the `/Image` that was found belongs to no picture.
 * @param around text from DICTIONARY_REACH bytes before that `/Image` to DICTIONARY_REACH bytes after its beginning
 * @param at offset of that `/Image` in the file
 */
function areaOf(around: string, at: number): number | undefined {
  const middle = Math.min(at, DICTIONARY_REACH);
  const from = Math.max(around.lastIndexOf(' obj', middle), around.lastIndexOf('endobj', middle), 0);
  const end = around.indexOf('stream', middle);
  const dictionary = around.slice(from, end < 0 ? undefined : end);
  if (!/\/Subtype\s*\/Image\b/.test(dictionary)) return undefined;
  const sideOf = (name: string) => Number(new RegExp(`/${name}\\s+(\\d{1,6})\\b`).exec(dictionary)?.[1] ?? 0);
  return sideOf('Width') * sideOf('Height');
}
