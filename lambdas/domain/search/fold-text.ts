/**
 * Folds texts into the form that search compares: without case, accents and other differences that users do not
 * type.
 */

/**
 * Code points of a folded text. `starts` and `ends` hold the range in the original from which each code point comes, in
 * UTF-16 units. The end is exclusive.
 */
export interface Folded {
  readonly points: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Characters that folding removes: accents and vowel points of alphabets that are also written without them, the
 * Arabic tatweel, invisible characters, and the sound marks of Japanese kana (U+3099 and U+309A have the script
 * Inherited). The marks of other scripts, such as the vowels of Devanagari or Thai, make a different word and stay.
 */
const DROPPED =
  /^(?:[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]|[\u0640\u00ad\u200c\u200d\u2060])$/v;

/** Letters that Unicode does not decompose, with the plain letters that users type for them. */
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

const cache = new Map<string, string>();
/**
 * Largest number of characters in the cache. A full cache is cleared. Texts have few different characters outside of
 * ASCII; Chinese texts have the most.
 */
const CACHE_MAX = 20_000;

/** Folds one code point to none, one or several. */
function foldPoint(point: string): string {
  const known = cache.get(point);
  if (known !== undefined) return known;
  let folded = '';
  for (const part of point.normalize('NFKD')) {
    if (DROPPED.test(part)) continue;
    for (const lower of part.toLowerCase()) folded += SPELLED[lower] ?? lower;
  }
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(point, folded);
  return folded;
}

const isAscii = (unit: number) => unit < 0x80;
const isUpper = (unit: number) => unit >= 0x41 && unit <= 0x5a;

/** Folds a text: NFKD, without the characters of `DROPPED`, in lower case, and respelled by `SPELLED`. Idempotent. */
export function fold(text: string): Folded {
  const points: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    const point = isAscii(unit) ? text.charAt(at) : String.fromCodePoint(text.codePointAt(at) ?? 0);
    const end = at + point.length;
    const folded = isAscii(unit) ? (isUpper(unit) ? point.toLowerCase() : point) : foldPoint(point);
    // The range of a letter includes its removed accent.
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
