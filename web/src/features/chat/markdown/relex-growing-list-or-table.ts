/**
 * Makes it cheap to lex a growing list or table again (`incremental-markdown.ts`). Items and rows that can no longer
 * change are closed and kept. Only the open ones are lexed again, after a short prefix that makes the lexer see them as
 * part of the same list or table.
 */
import type { Token, Tokens } from 'marked';

export interface GrowingListOrTable {
  readonly token: Tokens.List | Tokens.Table;
  /** Number of closed items or rows. */
  readonly closed: number;
  /** Length of the block's text from its start to the end of the last closed item or row, in UTF-16 units. */
  readonly length: number;
  /**
   * Text put before the open part to lex it: the table's header, or an item that makes the list loose. A loose list has
   * empty lines in or between its items. A tight list has no such lines, and its prefix is empty.
   */
  readonly prefix: string;
}

/**
 * Number of items or rows at the end that stay open: a half-written line can still change the item or row before it.
 */
const OPEN = 2;
const MARKER = /^ {0,3}(?:\d{1,9}[.)]|[-*+])[ \t]+(?=\S)/;
const ENDS_BLANK = /\n[ \t]*\n[ \t]*$/;

/**
 * Closes those items or rows of a list or table that can no longer change. Returns undefined for another block, and
 * when nothing can be closed.
 * @param before result for the block's earlier, shorter text, if there was one
 */
export function closeParts(token: Token, before?: GrowingListOrTable): GrowingListOrTable | undefined {
  // `Token` includes tokens of extensions, with any `type`, so TypeScript does not narrow it. The casts are safe: the
  // only extension, `formula-syntax.ts`, makes no tables and no lists.
  if (token.type === 'table') return closeRows(token as Tokens.Table, before);
  return token.type === 'list' ? closeItems(token as Tokens.List, before) : undefined;
}

function closeRows(
  token: Tokens.Table,
  before: GrowingListOrTable | undefined,
): GrowingListOrTable | undefined {
  const { raw, rows } = token;
  const start = raw.indexOf('\n', raw.indexOf('\n') + 1) + 1;
  let { closed, length } = before ?? { closed: 0, length: start };
  for (; closed < rows.length - OPEN; closed += 1) length = raw.indexOf('\n', length) + 1;
  return closed === 0 ? undefined : { token, closed, length, prefix: raw.slice(0, start) };
}

function closeItems(
  token: Tokens.List,
  before: GrowingListOrTable | undefined,
): GrowingListOrTable | undefined {
  const closed = Math.max(before?.closed ?? 0, token.items.length - OPEN);
  const last = token.items[closed - 1];
  if (!last) return undefined;
  const added = token.items.slice(before?.closed ?? 0, closed);
  // When a list changes between tight and loose, the tokens of all its items change. An open item can still change, so
  // nothing is closed while the list is loose only because of open items.
  const isLoose = before ? before.prefix !== '' : added.some(makesLoose);
  const marker = MARKER.exec(last.raw)?.[0];
  if (token.loose !== isLoose || (isLoose && marker === undefined)) return undefined;
  const length = added.reduce((sum, { raw }) => sum + raw.length, before?.length ?? 0);
  return { token, closed, length, prefix: isLoose ? `${marker}x\n\n` : '' };
}

/** Returns true for an item that makes its list loose: an empty line is in the item or after it. */
const makesLoose = ({ raw, tokens }: Tokens.ListItem): boolean =>
  ENDS_BLANK.test(raw) || tokens.some((token) => token.type === 'space' && /\n.*\n/.test(token.raw));

/**
 * Returns the whole block: its closed part, followed by the open items or rows of `rest`. The caller has lexed `rest`
 * from the prefix and the open part. Returns undefined when `rest` is another kind of block, or when the list has
 * changed between tight and loose.
 */
export function replaceOpenPart(
  { token, closed, length, prefix }: GrowingListOrTable,
  rest: Token,
): Token | undefined {
  const raw = token.raw.slice(0, length) + rest.raw.slice(prefix.length);
  if (token.type === 'table')
    return rest.type === 'table'
      ? { ...token, raw, rows: [...token.rows.slice(0, closed), ...(rest as Tokens.Table).rows] }
      : undefined;
  if (rest.type !== 'list' || rest.loose !== (prefix !== '')) return undefined;
  const items = (rest as Tokens.List).items.slice(prefix === '' ? 0 : 1);
  return { ...token, raw, items: [...token.items.slice(0, closed), ...items] };
}
