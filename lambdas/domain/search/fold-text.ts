/** Texts as search compares them: without case, accents and other differences that users do not type. */

/** Code points of a folded text; `starts` and `ends` tell where each came from, in UTF-16 units of the original. */
export interface Folded {
  readonly points: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Characters that are left out: the accents and points of alphabets that are written without them as well, the Arabic
 * tatweel, and characters that show nothing. The marks of other scripts (the vowels of Devanagari or Thai) make
 * a different word and stay.
 */
const DROPPED =
  /^(?:[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]|[\u0640\u00ad\u200c\u200d\u2060])$/v;

/** Letters that do not decompose and are typed without their stroke or as two. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};

const remembered = new Map<string, string>();
/** A text has few different characters that are not ASCII; Chinese has the most. */
const REMEMBERED_MAX = 20_000;

/** The folded form of one code point: none, one or several. */
function foldPoint(point: string): string {
  const known = remembered.get(point);
  if (known !== undefined) return known;
  let folded = '';
  for (const part of point.normalize('NFKD')) {
    if (DROPPED.test(part)) continue;
    for (const lower of part.toLowerCase()) folded += SPELLED[lower] ?? lower;
  }
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(point, folded);
  return folded;
}

const isAscii = (unit: number) => unit < 0x80;
const isUpper = (unit: number) => unit >= 0x41 && unit <= 0x5a;

/** Folds a text: NFKD, without accents, lower case. Folding what is folded changes nothing. */
export function fold(text: string): Folded {
  const points: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    const point = isAscii(unit) ? text.charAt(at) : String.fromCodePoint(text.codePointAt(at) ?? 0);
    const end = at + point.length;
    const folded = isAscii(unit) ? (isUpper(unit) ? point.toLowerCase() : point) : foldPoint(point);
    // What an accent stood on reaches to the accent's end.
    if (folded === '' && ends.length > 0) ends[ends.length - 1] = end;
    for (const part of folded) {
      points.push(part);
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return { points, starts, ends };
}
