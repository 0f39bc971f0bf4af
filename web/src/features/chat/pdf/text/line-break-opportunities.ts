/** Finds words by dictionary in all scripts of UNSPACED, not only in Thai. */
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Characters before and after which a line may end without a space. */
const IDEOGRAPHIC =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303f\uff00-\uffef]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
/** Letters of scripts without spaces between words, in which a line may end only between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters that must not begin a line: the usual ones of JIS X 4051, dots of ellipses, and ASCII punctuation. */
const CLOSING =
  /^[、。，．・：；？！）］｝〕〉》」』】〙〗〟’”ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…‥,.!?:;)\]}]/u;
/** Characters that must not end a line: the usual ones of JIS X 4051, and ASCII brackets. */
const OPENING = /[（［｛〔〈《「『【〘〖〝‘“([{]$/u;

/** Returns true when a line may end between two neighbouring texts that no space separates. */
export function mayBreakBetween(before: string, after: string): boolean {
  if (CLOSING.test(after) || OPENING.test(before)) return false;
  return IDEOGRAPHIC.test(before) || IDEOGRAPHIC.test(after);
}

/**
 * Splits a token with Thai, Lao, Khmer or Myanmar letters into words, between which a line may break. Returns any other
 * token as one part.
 */
export function splitUnspacedText(text: string): readonly string[] {
  if (!UNSPACED.test(text)) return [text];
  return Array.from(words.segment(text), ({ segment }) => segment);
}
