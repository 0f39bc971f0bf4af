import type { Token } from 'marked';
import { BoundedLexer } from './bounded-lexer.ts';
import { closeParts, type GrowingBlock, grown } from './growing-block.ts';

/** A top-level piece of a document. The same object for as long as nothing in it changes. */
export interface Block {
  /** Its position in the document. */
  readonly key: number;
  readonly token: Token;
}

/** A block larger than this is shown as plain text: lexing it again at each piece would cost too much. */
const MAX_BLOCK_LENGTH = 50_000;
/** A text that comes whole is taken in by parts of this length, as if it had grown. */
const PART_LENGTH = 20_000;
/** Containers within containers, more than any document needs: parsing them would recurse as deeply. */
const DEEP = /^(?:[ \t]{0,3}(?:>|[-*+]|\d{1,9}[.)])[ \t]?){12}|^[ \t]{100,}(?:[-*+>]|\d{1,9}[.)])/m;

/**
 * Parses Markdown that grows at its end. Blocks that can no longer change are kept and never parsed again: all
 * but the last two, since a line that is only half there ("2" before it becomes "2. item") can still make the
 * last block part of the one before. In a list or a table that grows, closed items and rows are kept as well.
 */
export class IncrementalMarkdown {
  #source = '';
  #frozen: Block[] = [];
  #frozenLength = 0;
  #blocks: readonly Block[] = [];
  /** True when the document defines links: the same text may then mean something else at each update. */
  #linked = false;
  /** The list or table at the end, once a part of it is closed: the first block that is not frozen. */
  #growing: GrowingBlock | undefined;

  /** The blocks of `text`, which is usually the previous text with something added. */
  update(text: string): readonly Block[] {
    const source = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    if (source === this.#source) return this.#blocks;
    if (!source.startsWith(this.#source)) this.#reset();
    for (let end = this.#source.length + PART_LENGTH; end < source.length; end += PART_LENGTH)
      this.#grow(source.slice(0, end));
    return this.#grow(source);
  }

  #grow(source: string): readonly Block[] {
    const isNew = this.#frozenLength === 0 && !this.#growing;
    this.#source = source;
    let lexed = this.#lexEnd(source.slice(this.#frozenLength));
    // A link's definition may stand anywhere and serve links anywhere: such a document is parsed as a whole.
    if (!isNew && source.length <= MAX_BLOCK_LENGTH && lexed.hasLinks) {
      this.#reset();
      this.#source = source;
      lexed = lex(source);
    }
    this.#blocks = this.#keep(lexed);
    return this.#blocks;
  }

  /** The tokens of what is not frozen. */
  #lexEnd(text: string): Lexed {
    const growing = this.#growing;
    if (!growing) return lex(text);
    const { tokens, hasLinks } = lex(growing.prefix + text.slice(growing.length));
    const [first, ...others] = tokens;
    const block = first && grown(growing, first);
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
    // One too long to be parsed as a whole again and again has links where they are defined.
    const linked = this.#source.length <= MAX_BLOCK_LENGTH && hasLinks;
    const reusable = !linked && !this.#linked;
    this.#linked = linked;
    const finished = linked ? 0 : this.#finish(tokens);
    const blocks = [...this.#frozen];
    tokens.forEach((token, i) => {
      const key = blocks.length;
      const known = previous[key];
      const same = reusable && known !== undefined && isSame(known.token, token);
      // Space is nothing to show, but its place is kept: keys must not move.
      blocks.push(same ? known : { key, token });
      if (i < finished) this.#frozenLength += token.raw.length;
    });
    this.#frozen = blocks.slice(0, this.#frozen.length + finished);
    return blocks;
  }

  /** Returns how many of the tokens can no longer change: all before the last two blocks, or before one that grows. */
  #finish(tokens: readonly Token[]): number {
    const last = tokens.findLastIndex(({ type }) => type !== 'space');
    const token = tokens[last];
    const growing = token && closeParts(token, last === 0 ? this.#growing : undefined);
    const finished = growing ? last : finishedCount(tokens);
    if (growing || finished > 0) this.#growing = growing;
    return finished;
  }
}

/** Compares the text as well: lines after a block can change its text without changing its source. */
const isSame = (known: Token, token: Token): boolean =>
  known.type === token.type &&
  known.raw === token.raw &&
  Reflect.get(known, 'text') === Reflect.get(token, 'text');

interface Lexed {
  readonly tokens: readonly Token[];
  /** Links are defined in it, at any depth. */
  readonly hasLinks: boolean;
}

/** Signs alone, which mean nothing yet: `-` may become an item, a rule, or the line under a heading or a table's header. */
const UNDECIDED = /^[\s\d.()*+_=~`>#|:-]*$/;

/** How many tokens lie before the last two blocks that are more than signs (and the space around them). */
function finishedCount(tokens: readonly Token[]): number {
  const solid = tokens.flatMap(({ type }, i) => (type === 'space' ? [] : [i]));
  const last = tokens[solid.at(-1) ?? -1];
  return solid.at(last && UNDECIDED.test(last.raw) ? -3 : -2) ?? 0;
}

/** The tokens of a piece of Markdown; what would cost too much to parse comes back as plain text. */
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
    const tokens = new BoundedLexer({ gfm: true }).lex(source);
    return { tokens: [...tokens], hasLinks: Object.keys(tokens.links).length > 0 };
  } catch {
    return plain(source);
  }
}

const plain = (raw: string): Lexed => ({ tokens: [{ type: 'plain', raw, text: raw }], hasLinks: false });
