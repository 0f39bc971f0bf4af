/**
 * Code points of a text that {@link fold} has folded. For each code point, `starts` and `ends` hold its range of
 * UTF-16 units in the original text. `ends` is exclusive.
 */
export interface Folded {
  readonly points: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Characters that folding removes: accents and vowel points of alphabets that are also written without them, the Arabic
 * tatweel, invisible characters, and the sound marks of kana (U+3099 and U+309A, script Inherited). The marks of other
 * scripts, such as the vowels of Devanagari or Thai, make a different word and stay.
 */
const DROPPED =
  /^(?:[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]|[\u0640\u00ad\u200c\u200d\u2060])$/v;

/** Letters that Unicode does not decompose, each with the letters that count as equal to it in a search. */
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
const CACHE_MAX = 20_000;

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

/** Folds a text for comparison: NFKD without `DROPPED`, in lower case, respelled by `SPELLED`. Idempotent. */
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
