import type { Token } from 'marked';
import { BoundedLexer } from './bounded-lexer.ts';
import { formulaSyntax } from './formula-syntax.ts';
import { closeParts, type GrowingListOrTable, replaceOpenPart } from './relex-growing-list-or-table.ts';

/**
 * A top-level block of a document. It stays the same object while its content stays the same, except in a document with
 * link definitions.
 */
export interface Block {
  readonly key: number;
  readonly token: Token;
}

/**
 * Maximum number of characters lexed at once. Frozen blocks ({@link IncrementalMarkdown}) do not count. A longer text
 * is shown as plain text, because lexing it after every addition would be slow.
 */
const MAX_BLOCK_LENGTH = 50_000;
/**
 * Maximum number of characters added in one step. A longer addition is parsed in parts of this length. Finished blocks
 * are frozen after each part, so that the text to parse stays short.
 */
const PART_LENGTH = 20_000;
/**
 * Matches a line that may nest 12 quotes or lists: it begins with 12 markers, or has a marker after 100 spaces or tabs.
 * `lex` shows the rest of the paragraph as plain text. The lexer recurses once for each level: hundreds of levels are
 * slow, and thousands overflow the stack. The limit is much lower, because ordinary texts nest only a few levels.
 * `DEEP` does not match a horizontal rule such as `- - -`.
 */
const DEEP =
  /^(?![ \t]*([-*])(?:[ \t]*\1)+[ \t]*$)(?:[ \t]{0,3}(?:>[ \t]?|(?:[-*+]|\d{1,9}[.)])[ \t])){12}|^[ \t]{100,}(?:[-*+>]|\d{1,9}[.)])/m;

/**
 * Parses Markdown that grows at its end. Blocks that can no longer change are frozen and not parsed again. The last two
 * or three blocks stay open, because a half-written line can still join the block before it. For example, "2" after a
 * list may become "2. item". A document with link definitions is parsed as a whole, up to MAX_BLOCK_LENGTH.
 */
export class IncrementalMarkdown {
  #source = '';
  #frozen: Block[] = [];
  #frozenLength = 0;
  #blocks: readonly Block[] = [];
  /** True if the last update parsed the whole document because of link definitions, which can change any block. */
  #linked = false;
  /** List or table at the end, whose last items or rows alone are lexed again. The blocks before it are frozen. */
  #growing: GrowingListOrTable | undefined;

  /** Returns the blocks of `text`. A text that does not begin with the previous text is parsed from its start. */
  update(text: string): readonly Block[] {
    const source = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    if (source === this.#source) return this.#blocks;
    if (!source.startsWith(this.#source)) this.#reset();
    for (let end = this.#source.length + PART_LENGTH; end < source.length; end += PART_LENGTH)
      this.#grow(source.slice(0, end));
    return this.#grow(source);
  }

  #grow(source: string): readonly Block[] {
    // While a document with link definitions is shorter than MAX_BLOCK_LENGTH, `#keep` freezes none of its blocks. If
    // the document grew beyond MAX_BLOCK_LENGTH in one step, `lex` would turn the document into plain text. So the
    // document first grows to exactly MAX_BLOCK_LENGTH. At this length, `#keep` freezes the finished blocks.
    if (this.#source.length < MAX_BLOCK_LENGTH && source.length > MAX_BLOCK_LENGTH)
      this.#grow(source.slice(0, MAX_BLOCK_LENGTH));
    const isWhole = this.#frozenLength === 0 && !this.#growing;
    this.#source = source;
    let lexed = this.#lexEnd(source.slice(this.#frozenLength));
    if (!isWhole && source.length <= MAX_BLOCK_LENGTH && lexed.hasLinks) {
      this.#reset();
      this.#source = source;
      lexed = lex(source);
    }
    this.#blocks = this.#keep(lexed);
    return this.#blocks;
  }

  #lexEnd(text: string): Lexed {
    const growing = this.#growing;
    if (!growing) return lex(text);
    const { tokens, hasLinks } = lex(growing.prefix + text.slice(growing.length));
    const [first, ...others] = tokens;
    const block = first && replaceOpenPart(growing, first);
    if (block) return { tokens: [block, ...others], hasLinks };
    this.#growing = undefined;
    return lex(text);
  }

  #reset(): void {
    this.#source = '';
    this.#frozen = [];
    this.#frozenLength = 0;
    this.#blocks = [];
    this.#linked = false;
    this.#growing = undefined;
  }

  #keep({ tokens, hasLinks }: Lexed): readonly Block[] {
    const previous = this.#blocks;
    // Beyond MAX_BLOCK_LENGTH, a link definition applies only to the text that is lexed together with it.
    const linked = this.#source.length <= MAX_BLOCK_LENGTH && hasLinks;
    const reusable = !linked && !this.#linked;
    this.#linked = linked;
    const finished = linked && this.#source.length < MAX_BLOCK_LENGTH ? 0 : this.#finish(tokens);
    const blocks = [...this.#frozen];
    tokens.forEach((token, i) => {
      const key = blocks.length;
      const known = previous[key];
      const same = reusable && known !== undefined && isSame(known.token, token);
      // A `space` token shows nothing, but it keeps its position, so that the keys of later blocks do not change.
      blocks.push(same ? known : { key, token });
      if (i < finished) this.#frozenLength += token.raw.length;
    });
    this.#frozen = blocks.slice(0, this.#frozen.length + finished);
    return blocks;
  }

  /** Counts the tokens at the beginning that can no longer change, and updates `#growing`. */
  #finish(tokens: readonly Token[]): number {
    const last = tokens.findLastIndex(({ type }) => type !== 'space');
    const token = tokens[last];
    const growing = token && closeParts(token, last === 0 ? this.#growing : undefined);
    const finished = growing ? last : finishedCount(tokens);
    if (growing || finished > 0) this.#growing = growing;
    return finished;
  }
}

/**
 * Compares the text, too, because a later line can change a block's `text` while its `raw` stays the same. In the
 * paragraph `|--|\n    a\n`, marked removes the indentation of `a` if the next line is `-`.
 */
const isSame = (known: Token, token: Token): boolean =>
  known.type === token.type &&
  known.raw === token.raw &&
  Reflect.get(known, 'text') === Reflect.get(token, 'text');

interface Lexed {
  readonly tokens: readonly Token[];
  /** True when the source has link definitions, at any depth. */
  readonly hasLinks: boolean;
}

/**
 * Matches a block of only digits, spaces and punctuation, whose meaning is still open: `-` may become a list item, a
 * rule, or the line under a heading.
 */
const UNDECIDED = /^[\s\d.()*+_=~`>#|:-]*$/;

function finishedCount(tokens: readonly Token[]): number {
  const solid = tokens.flatMap(({ type }, i) => (type === 'space' ? [] : [i]));
  const last = tokens[solid.at(-1) ?? -1];
  return solid.at(last && UNDECIDED.test(last.raw) ? -3 : -2) ?? 0;
}

function lex(source: string): Lexed {
  if (source.length > MAX_BLOCK_LENGTH) return plain(source);
  const deep = DEEP.exec(source);
  if (!deep) return lexShallow(source);
  const paragraphEnd = source.indexOf('\n\n', deep.index);
  const end = paragraphEnd < 0 ? source.length : paragraphEnd;
  const parts = [
    lexShallow(source.slice(0, deep.index)),
    plain(source.slice(deep.index, end)),
    lex(source.slice(end)),
  ];
  return {
    tokens: parts.flatMap(({ tokens }) => tokens),
    hasLinks: parts.some(({ hasLinks }) => hasLinks),
  };
}

function lexShallow(source: string): Lexed {
  try {
    const tokens = new BoundedLexer({ gfm: true, extensions: formulaSyntax }).lex(source);
    return { tokens: [...tokens], hasLinks: Object.keys(tokens.links).length > 0 };
  } catch {
    return plain(source);
  }
}

const plain = (raw: string): Lexed => ({ tokens: [{ type: 'plain', raw, text: raw }], hasLinks: false });
