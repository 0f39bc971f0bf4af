/**
 * Matches control and format characters, such as overrides of the writing direction, and separators of lines and
 * paragraphs. Does not match the two joiners (U+200C, U+200D), because Persian words and emoji contain them. Does not
 * match tag characters after a black flag, because they make the flags of England, Scotland and Wales.
 */
export const INVISIBLE =
  /(?![\u200c\u200d])(?!(?<=\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
