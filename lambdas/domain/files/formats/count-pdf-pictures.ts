/** Number of bytes before and after the name `/Image` in which the rest of the picture's dictionary is looked for. */
const DICTIONARY_REACH = 600;
const TYPE = Buffer.from('/Image');

export interface PdfPictures {
  readonly count: number;
  readonly pixels: number;
}

/**
 * Counts the image XObjects of a PDF and their pixels. Decodes nothing, because the dictionary of a stream is never
 * compressed (ISO 32000-2, 7.5.7). PDF.js cannot count the pictures, because it drops large ones.
 */
export function countPdfPictures(bytes: Uint8Array): PdfPictures {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  let pixels = 0;
  for (let at = file.indexOf(TYPE); at >= 0; at = file.indexOf(TYPE, at + TYPE.length)) {
    const area = areaOf(file, at);
    if (area === undefined) continue;
    count += 1;
    pixels += area;
  }
  return { count, pixels };
}

/**
 * Returns the pixels of the picture with `/Image` at `at`; undefined if `/Image` is not the value of `/Subtype`, or
 * begins a longer name such as `/Image7`.
 */
function areaOf(file: Buffer, at: number): number | undefined {
  const start = Math.max(0, at - DICTIONARY_REACH);
  const around = file.toString('latin1', start, at + DICTIONARY_REACH);
  const middle = at - start;
  const from = Math.max(around.lastIndexOf(' obj', middle), around.lastIndexOf('endobj', middle), 0);
  const end = /stream|endobj/.exec(around.slice(middle));
  const dictionary = around.slice(from, end ? middle + end.index : undefined);
  if (!/\/Subtype\s*$/.test(dictionary.slice(0, middle - from))) return undefined;
  if (!/^\/Image\b/.test(dictionary.slice(middle - from))) return undefined;
  return sideOf(file, dictionary, 'Width') * sideOf(file, dictionary, 'Height');
}

function sideOf(file: Buffer, dictionary: string, name: 'Width' | 'Height'): number {
  const [, number = '0', generation] =
    new RegExp(`/${name}\\s+(\\d{1,6})\\b(?:\\s+(\\d{1,5})\\s+R\\b)?`).exec(dictionary) ?? [];
  if (generation === undefined) return Number(number);
  const header = `${number} ${generation} obj`;
  const afterLf = file.indexOf(`\n${header}`);
  // Lines may end with CR alone (ISO 32000-2, 7.2.3).
  const object = afterLf < 0 ? file.indexOf(`\r${header}`) : afterLf;
  const text = object < 0 ? '' : file.toString('latin1', object + 1, object + 40);
  return Number(/obj\s+(\d{1,6})\b/.exec(text)?.[1] ?? 0);
}
