/** Finds words by dictionary. In spite of the locale `th`, it also finds Lao, Khmer and Burmese words. */
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Characters before and after which a line may end without a space. */
const IDEOGRAPHIC =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303f\uff00-\uffef]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/**
 * Characters that must not begin a line: the usual ones of JIS X 4051, and Latin, Myanmar, Khmer and Thai ones. ASCII
 * quotation marks are also in `OPENING`, because the closing ones look the same as the opening ones.
 */
const CLOSING =
  /^[、。，．・：；？！）］｝〕〉》」』】〙〗〟’”ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…‥,.!?:;"')\]}။၊។៕ๆฯ»]/u;
/**
 * Characters that must not end a line: the usual ones of JIS X 4051, ASCII brackets and quotation marks, and the opening
 * guillemet.
 */
const OPENING = /[（［｛〔〈《「『【〘〖〝‘“"'([{«]$/u;

export function mayBreakBetween(before: string, after: string): boolean {
  if (mustNotBreakBetween(before, after)) return false;
  return IDEOGRAPHIC.test(before) || IDEOGRAPHIC.test(after);
}

export const mustNotBreakBetween = (before: string, after: string): boolean =>
  CLOSING.test(after) || OPENING.test(before);

/** Splits a token with Thai, Lao, Khmer or Myanmar letters into words. Punctuation stays with its word. */
export function splitUnspacedText(text: string): readonly string[] {
  if (!UNSPACED.test(text)) return [text];
  const parts: string[] = [];
  for (const { segment } of words.segment(text)) {
    const before = parts.at(-1);
    if (before !== undefined && mustNotBreakBetween(before, segment))
      parts[parts.length - 1] = before + segment;
    else parts.push(segment);
  }
  return parts;
}
