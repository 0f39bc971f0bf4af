const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Splits text into grapheme clusters: a letter with its marks, a flag, or a family of emoji is one cluster. */
export function clustersOf(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [...text];
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Characters beside which a line may end without a space. */
const IDEOGRAPHIC =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303f\uff00-\uffef]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters that must not begin a line (the usual ones of JIS X 4051). */
const CLOSING =
  /^[、。，．・：；？！）］｝〕〉》」』】〙〗〟’”ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…‥,.!?:;)\]}]/u;
/** Characters that must not end a line (the usual ones of JIS X 4051). */
const OPENING = /[（［｛〔〈《「『【〘〖〝‘“([{]$/u;

/** Returns true when a line may end between two neighbouring texts that no space separates. */
export function mayBreakBetween(before: string, after: string): boolean {
  if (CLOSING.test(after) || OPENING.test(before)) return false;
  return IDEOGRAPHIC.test(before) || IDEOGRAPHIC.test(after);
}

/** Splits text without spaces into parts that each stay on one line, such as the words of a Thai sentence. */
export function partsOf(text: string): readonly string[] {
  if (!UNSPACED.test(text)) return [text];
  return Array.from(words.segment(text), ({ segment }) => segment);
}

/** Characters that an embedded font shows correctly with a single glyph, if it has that glyph. */
const PLAIN =
  /^(?![\p{M}\p{C}\p{Emoji_Presentation}])[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]$/u;

export const isPlain = (cluster: string): boolean => PLAIN.test(cluster);

/**
 * Returns a text without control characters. Half a surrogate pair becomes U+FFFD, every line end `\n`, and a tab four
 * spaces.
 */
export function cleaned(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/\t/g, '    ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
  );
}
