import { Lexer, type Token } from 'marked';

/** Emphasis, code and links are looked for in so many characters of a paragraph, a heading or a cell. */
const MAX_LENGTH = 8_000;
/** Characters times marks, to which the time is proportional: a dense text is cut sooner than a plain one. */
const MAX_WORK = 1_000_000;
/** Where marked stops to look whether emphasis, code or a link begins. */
const MARKS = /[!*<@[\\_`~]|:\/\/|www\./g;

/**
 * marked's lexer with a bound on inline parsing, whose time grows with the square of a paragraph's length. What
 * lies beyond the bound is shown as plain text.
 */
export class BoundedLexer extends Lexer {
  #depth = 0;

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const end = boundOf(source);
    // A tag that is not closed says nothing about the blocks after it: each must mean the same wherever lexing begins.
    if (this.#depth === 0) this.state.inLink = this.state.inRawBlock = false;
    this.#depth += 1;
    super.inlineTokens(source.slice(0, end), tokens);
    this.#depth -= 1;
    const text = source.slice(end);
    if (text !== '') tokens.push({ type: 'text', raw: text, text });
    return tokens;
  }
}

/** Where inline parsing of a text ends: at a space, where one is near, so that no word is cut. */
function boundOf(source: string): number {
  let bound = Math.min(source.length, MAX_LENGTH);
  let marks = 0;
  for (const { index } of source.slice(0, bound).matchAll(MARKS)) {
    marks += 1;
    if (marks * index > MAX_WORK) {
      bound = index;
      break;
    }
  }
  if (bound === source.length) return bound;
  const space = Math.max(source.lastIndexOf(' ', bound), source.lastIndexOf('\n', bound));
  if (space > bound / 2) return space;
  // Not between the halves of an emoji.
  return /[\uDC00-\uDFFF]/.test(source.charAt(bound)) ? bound - 1 : bound;
}
