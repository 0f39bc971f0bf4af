/** Splits text into what a reader takes for one character: a letter with its marks, a flag, a family of emoji. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });

export function clustersOf(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [...text];
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Scripts whose letters stand alone, so that a line may end after any. */
const IDEOGRAPHIC =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303f\uff00-\uffef]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters that must not begin a line, and those that must not end one (of the rules of JIS X 4051, the usual ones). */
const CLOSING =
  /^[、。，．・：；？！）］｝〕〉》」』】〙〗〟’”ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…‥,.!?:;)\]}]/u;
const OPENING = /[（［｛〔〈《「『【〘〖〝‘“([{]$/u;

/** True when a line may end between two neighbouring pieces of text without a space between them. */
export function mayBreakBetween(before: string, after: string): boolean {
  if (CLOSING.test(after) || OPENING.test(before)) return false;
  return IDEOGRAPHIC.test(before) || IDEOGRAPHIC.test(after);
}

/** Text without spaces, parted into what is to stay on one line. */
export function partsOf(text: string): readonly string[] {
  if (!UNSPACED.test(text)) return [text];
  return Array.from(words.segment(text), ({ segment }) => segment);
}

/** Characters that the embedded fonts show rightly with one glyph each, if they have it. */
const PLAIN =
  /^(?![\p{M}\p{C}\p{Emoji_Presentation}])[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]$/u;

export const isPlain = (cluster: string): boolean => PLAIN.test(cluster);

/** Without what cannot be shown nor be meant: control characters, and halves of characters. */
export function cleaned(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/\t/g, '    ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
  );
}
