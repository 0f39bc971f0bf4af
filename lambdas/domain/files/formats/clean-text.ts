/** Control characters except tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/**
 * Invisible characters that can make a user see a different text than the model gets: embeddings, overrides and
 * isolates of the writing direction, Unicode's tag characters, the byte order mark, the marks of interlinear
 * annotations, and the noncharacters U+FFFE and U+FFFF.
 */
const DECEIVING = /[\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu;
const LINE_BREAKS = /\r\n?|[\u0085\u2028\u2029\f\v]/g;

/**
 * Normalises extracted text, and removes deceiving characters. Every step takes time in proportion to the text's
 * length.
 */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(LINE_BREAKS, '\n')
    .replace(CONTROLS, '')
    .replace(DECEIVING, '')
    .normalize('NFC')
    .replace(/^\n+/, '')
    .trimEnd();
