/** Measures a message for the classifier (`classifier/features.ts`). */

/**
 * A message of more than `WHOLE` characters is sampled by its first `HEAD` and last `TAIL` characters, because a long
 * message is usually pasted text with the question at its beginning or end.
 */
const WHOLE = 3_000;
const HEAD = 500;
const TAIL = 300;

/**
 * Returns the sample of a text, in lower case and in the normal form NFKC. Writes `²` as `^2` first, because NFKC would
 * turn `x²` into `x2`. Writes `İ` as `i`, because its lower case is an `i` and a dot above it (U+0307), which would
 * split the word.
 */
export function sampleOf(text: string): string {
  const sample = text.length <= WHOLE ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`;
  return sample
    .replace(/[²³]/g, (power) => (power === '²' ? '^2' : '^3'))
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('i\u0307', 'i');
}

/**
 * Splits a text into words. A word is a run of Latin letters and digits with up to two `+` or `#` at its end (`c++`),
 * or a run of letters of other scripts. So `python` is a word of `用python写代码`. An apostrophe separates words.
 */
export const wordsOf = (lowerCase: string): readonly string[] =>
  lowerCase.match(/[\p{Script=Latin}\p{N}]+[+#]{0,2}|(?:(?!\p{Script=Latin})[\p{L}\p{M}])+/gu) ?? [];

/**
 * Estimates the number of words. Adds a word for every two Chinese characters or kana, which are written without
 * spaces.
 */
export function lengthInWords(text: string): number {
  const joined = text.match(/[\u3040-\u30ff\u3400-\u9fff]/g)?.length ?? 0;
  return joined / 2 + wordsOf(text).length;
}

type Pattern = readonly [weight: number, pattern: RegExp];

const CODE: readonly Pattern[] = [
  [5, /```/],
  [3, /=>|\(\)|\);|\{\s|;\s*\}|===?\s|!==?|&&|\|\||::|<\/|\/>/],
  [3, /#include|\bdef \w{1,40}\(|\bimport \w|\bconst \w{1,40} =|\bselect .{1,80} from\b|\breturn \w/],
  [3, /\b(?:print|printf|console\.log|println)\b|\bfor ?\(|\brange\(|\bclass \w{1,40} ?[{(:]/],
  [3, /\b\w{1,40}(?:error|exception)\b:?|\.(?:py|js|ts|tsx|java|cpp|rs|go|sh|css|html)\b/],
  [3, /\b[a-z]\w{0,40}\.[a-z]\w{0,40}\(|[a-z]_[a-z]/],
  [1, /error:|\[[\w, ]{0,60}\]|\{"/],
];

const MATHS: readonly Pattern[] = [
  [4, /[∫∑√∂∞≤≥≠π∈∀∃]/],
  [4, /(?<![\p{L}\p{N}_])[xyznسص]\s?(?:\^|\*\*)\s?\d|[a-z]\^[a-z\d]|\d\s?[xyzn]\b/u],
  [4, /[\d\p{L})]\s?[-+*/×÷−]\s?[\d\p{L}(]{1,9}\s?=|=\s?-?\d/u],
  [3, /\b[fgh]'?\(\w\)|\b(?:sin|cos|tan|ln|log|sen)(?:\^2|\()/],
  [2, /\d\s?[-+*/×÷^]\s?\d/],
];

/** Words for small numbers in seven languages, as mathematical word problems use them. */
const NUMBER_WORDS =
  /(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|twelve|zwei|drei|vier|fünf|sechs|acht|neun|deux|trois|quatre|cinq|dos|tres|cuatro|cinco|dois|três|due|tre|quattro|два|три|четыре|пять)(?!\p{L})/gu;
const QUOTED = /(?:^|\s|\p{Script=Hiragana}|\p{Script=Han})['"‘“„«「『][^'"’”»」』\n]{1,40}['"’”“»」』]/u;

/** English question about the meaning of a single word. */
const MEANING = /\bwhat(?: does|s| do) \p{L}{1,30} mean\b/u;

/** Scores signs of a question about words. */
export const quoteSigns = (text: string): number =>
  (QUOTED.test(text) ? 2 : 0) + (MEANING.test(text) ? 4 : 0);

const total = (text: string, patterns: readonly Pattern[]): number =>
  patterns.reduce((sum, [weight, pattern]) => sum + (pattern.test(text) ? weight : 0), 0);

export const codeSigns = (text: string): number => total(text, CODE);

/**
 * Scores signs of mathematics. If the text has a question mark, two or more different numbers add to the score, because
 * the question probably asks to calculate with them.
 */
export function mathSigns(text: string): number {
  const numbers = new Set(text.match(/\d+(?:[.,]\d+)?/g)).size;
  const isAsked = /[?？؟]/.test(text);
  const words = new Set(text.match(NUMBER_WORDS)).size;
  return total(text, MATHS) + (isAsked && numbers + words >= 2 ? Math.min(4, numbers + words) : 0);
}
