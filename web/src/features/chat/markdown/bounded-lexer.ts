import { Lexer, type Token } from 'marked';

/** Number of characters of a paragraph, heading or cell after which inline Markdown, such as a link, is not parsed. */
const MAX_LENGTH = 8_000;
/**
 * Maximum of `marks * index` in `boundOf`: the number of matches of `MARKS`, multiplied by the position of the last
 * match. Parsing time is roughly proportional to this product.
 */
const MAX_WORK = 1_000_000;
/** Matches roughly the characters at which the library `marked` checks if inline Markdown begins. */
const MARKS = /[!*<@[\\_`~$]|:\/\/|www\./g;

/**
 * marked's lexer with a bound on inline parsing, whose time grows with the square of a paragraph's length. Text
 * beyond the bound is shown as plain text.
 */
export class BoundedLexer extends Lexer {
  #depth = 0;

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const end = boundOf(source);
    // Forgets an HTML tag that an earlier block has left open. `IncrementalMarkdown` parses only the last blocks again.
    // So the tokens of a block must not depend on the blocks before it.
    if (this.#depth === 0) this.state.inLink = this.state.inRawBlock = false;
    this.#depth += 1;
    super.inlineTokens(source.slice(0, end), tokens);
    this.#depth -= 1;
    const text = source.slice(end);
    if (text !== '') tokens.push({ type: 'text', raw: text, text });
    return tokens;
  }
}

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
  // The bound must not split a surrogate pair, such as an emoji.
  return /[\uDC00-\uDFFF]/.test(source.charAt(bound)) ? bound - 1 : bound;
}
