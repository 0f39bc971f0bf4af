/**
 * Finds formulas (TeX) in Markdown, as an extension of marked's lexer. A formula stands between `$$` and `$$`, `\[` and
 * `\]`, `\(` and `\)`, or two single `$` by Pandoc's rule: no space after the first `$` or before the second, and no
 * digit after the second. A formula that is not closed yet stays text.
 */
import type { MarkedOptions, Tokens } from 'marked';

export interface FormulaToken extends Tokens.Generic {
  readonly type: 'formula';
  readonly raw: string;
  /** TeX source without its delimiters. */
  readonly text: string;
  /** True for a formula in `$$` or `\[`, which is drawn large. */
  readonly display: boolean;
}

export const isFormula = (token: { readonly type: string }): token is FormulaToken =>
  token.type === 'formula';

const MAX_LENGTH = 5_000;
const DISPLAY = /^(?:\$\$((?:\\[\s\S]|[^\\$])+)\$\$|\\\[([\s\S]+?)\\\])/;
const INLINE = /^(?:\\\(([\s\S]+?)\\\)|\$(?![\s$])((?:\\[\s\S]|[^\\$`])+)(?<!\s)\$(?!\d))/;
const BLANK_LINE = /\n[ \t]*\n/;
/** Matches text between two `$` that is an amount and words, not a formula: `5 (about 4` in `$5 (about 4$)`. */
const PRICE = /^\d[\d.,]*\s[^\\]*\p{L}{3}/u;
const INDENT = /^ {0,3}/;
const LINE_END = /^[ \t]*(?:\n+|$)/;
const OPENING_LINE = /^ {0,3}(?:\$\$|\\\[)[ \t]*\n/;

function formula(match: RegExpExecArray | null, display: boolean): FormulaToken | undefined {
  const [raw = '', first, second] = match ?? [];
  const text = (first ?? second ?? '').trim();
  if (text === '' || raw.length > MAX_LENGTH || BLANK_LINE.test(raw)) return undefined;
  return { type: 'formula', raw, text, display };
}

function block(source: string): Tokens.Generic | undefined {
  const indent = INDENT.exec(source)?.[0].length ?? 0;
  const found = formula(DISPLAY.exec(source.slice(indent)), true);
  const end = found && LINE_END.exec(source.slice(indent + found.raw.length))?.[0];
  if (found && end !== undefined)
    return { ...found, raw: source.slice(0, indent + found.raw.length + end.length) };
  // Keeps an unclosed formula as plain text. Otherwise its lines could be shown as headings or lists while the reply is
  // streaming.
  if (!found && OPENING_LINE.test(source) && !BLANK_LINE.test(source))
    return { type: 'plain', raw: source, text: source };
  return undefined;
}

function inline(source: string, before: readonly { readonly raw: string }[]): FormulaToken | undefined {
  const display = formula(DISPLAY.exec(source), true);
  if (display) return display;
  const found = formula(INLINE.exec(source), false);
  if (!found || found.raw.startsWith('\\')) return found;
  const isAfterWord = /[A-Za-z\d]$/.test(before.at(-1)?.raw ?? '');
  return isAfterWord || PRICE.test(found.text) ? undefined : found;
}

const indexOf = (source: string, pattern: RegExp): number | undefined => {
  const index = source.search(pattern);
  return index < 0 ? undefined : index;
};

/** Extensions of marked's lexer, in the form in which `marked.use` keeps them. */
export const formulaSyntax: NonNullable<MarkedOptions['extensions']> = {
  renderers: {},
  childTokens: {},
  block: [(source) => block(source)],
  inline: [(source, tokens) => inline(source, tokens)],
  startBlock: [(source) => indexOf(source, /\n {0,3}(?:\$\$|\\\[)/)],
  startInline: [(source) => indexOf(source, /\$|\\[[(]/)],
};
