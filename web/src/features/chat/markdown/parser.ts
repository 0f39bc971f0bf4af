import type { Token } from 'marked';
import { BoundedLexer } from './bounded-lexer.ts';

/** A top-level piece of a document. The same object for as long as nothing in it changes. */
export interface Block {
  /** Its position in the document. */
  readonly key: number;
  readonly token: Token;
}

/** A block larger than this is shown as plain text: lexing it anew at each piece would cost too much. */
const MAX_BLOCK_LENGTH = 50_000;
/** A text that comes whole is taken in by parts of this length, as if it had grown. */
const PART_LENGTH = 20_000;
/** Containers within containers, more than any document needs: parsing them would recurse as deeply. */
const DEEP = /^(?:[ \t]{0,3}(?:>|[-*+]|\d{1,9}[.)])[ \t]?){12}|^[ \t]{100,}(?:[-*+>]|\d{1,9}[.)])/m;

/**
 * Parses Markdown that grows at its end. Blocks that can no longer change are kept and never parsed again: all
 * but the last two, since a line that is only half there ("2" before it becomes "2. item") can still make the
 * last block part of the one before.
 */
export class IncrementalMarkdown {
  #source = '';
  #frozen: Block[] = [];
  #frozenLength = 0;
  #blocks: readonly Block[] = [];
  /** True when the document defines links: the same text may then mean something else at each update. */
  #linked = false;

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
    const isNew = this.#frozenLength === 0;
    this.#source = source;
    const tokens = lex(source.slice(this.#frozenLength));
    // A link's definition may stand anywhere and serve links anywhere: such a document is parsed as a whole.
    if (!isNew && source.length <= MAX_BLOCK_LENGTH && tokens.some(({ type }) => type === 'def')) {
      this.#reset();
      this.#source = source;
      tokens.splice(0, tokens.length, ...lex(source));
    }
    this.#blocks = this.#keep(tokens);
    return this.#blocks;
  }

  #reset(): void {
    this.#source = '';
    this.#frozen = [];
    this.#frozenLength = 0;
    this.#blocks = [];
    this.#linked = false;
  }

  #keep(tokens: readonly Token[]): readonly Block[] {
    const previous = this.#blocks;
    // One too long to be parsed as a whole again and again has links where they are defined.
    const linked = this.#source.length <= MAX_BLOCK_LENGTH && tokens.some(({ type }) => type === 'def');
    const reusable = !linked && !this.#linked;
    this.#linked = linked;
    const finished = linked ? 0 : finishedCount(tokens);
    const blocks = [...this.#frozen];
    tokens.forEach((token, i) => {
      const key = blocks.length;
      const known = previous[key];
      const same = reusable && known?.token.type === token.type && known.token.raw === token.raw;
      // Space is nothing to show, but its place is kept: keys must not move.
      blocks.push(same ? known : { key, token });
      if (i < finished) this.#frozenLength += token.raw.length;
    });
    this.#frozen = blocks.slice(0, this.#frozen.length + finished);
    return blocks;
  }
}

/** How many tokens lie before the last two blocks (and the space around them). */
function finishedCount(tokens: readonly Token[]): number {
  const solid = tokens.flatMap(({ type }, i) => (type === 'space' ? [] : [i]));
  return solid.at(-2) ?? 0;
}

/** The tokens of a piece of Markdown; what would cost too much to parse comes back as plain text. */
function lex(source: string): Token[] {
  if (source.length > MAX_BLOCK_LENGTH) return [plain(source)];
  const deep = DEEP.exec(source);
  if (!deep) return lexShallow(source);
  const paragraphEnd = source.indexOf('\n\n', deep.index);
  const end = paragraphEnd < 0 ? source.length : paragraphEnd;
  const rest = lex(source.slice(end));
  return [...lexShallow(source.slice(0, deep.index)), plain(source.slice(deep.index, end)), ...rest];
}

function lexShallow(source: string): Token[] {
  try {
    return [...new BoundedLexer({ gfm: true }).lex(source)];
  } catch {
    return [plain(source)];
  }
}

const plain = (raw: string): Token => ({ type: 'plain', raw, text: raw });
