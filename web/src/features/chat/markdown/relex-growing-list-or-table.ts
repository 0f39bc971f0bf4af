/**
 * Makes it cheap to lex a growing list or table again (`incremental-markdown.ts`). Items and rows that can no longer
 * change are closed and kept. Only the open ones are lexed again, after a short prefix that makes the lexer see them as
 * part of the same list or table.
 */
import type { Token, Tokens } from 'marked';

export interface GrowingListOrTable {
  readonly token: Tokens.List | Tokens.Table;
  readonly closed: number;
  /** UTF-16 units from the block's start to the end of the last closed item or row. */
  readonly length: number;
  /**
   * Text that is put before the open part when the open part is lexed. In a table, the prefix is the table's header. In
   * a loose list (with empty lines in or between items), the prefix is an item that makes the list loose. In a tight
   * list, the prefix is empty.
   */
  readonly prefix: string;
}

/** Items or rows at the end that stay open: a half-written line can still change the item or row before it. */
const OPEN = 2;
const MARKER = /^ {0,3}(?:\d{1,9}[.)]|[-*+])[ \t]+(?=\S)/;
const ENDS_BLANK = /\n[ \t]*\n[ \t]*$/;

/**
 * Closes the items or rows that can no longer change. Returns undefined if there are none.
 * @param before result for the block's earlier, shorter text, if there was one
 */
export function closeParts(token: Token, before?: GrowingListOrTable): GrowingListOrTable | undefined {
  // The casts are safe: `Token` includes tokens of extensions with any `type`, but the only extension,
  // `formula-syntax.ts`, makes no tables and no lists.
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
  // A change between tight and loose changes the tokens of all items. If only open items make the list loose, the list
  // may become tight again, because open items can still change. So nothing is closed yet.
  const isLoose = before ? before.prefix !== '' : added.some(makesLoose);
  const marker = MARKER.exec(last.raw)?.[0];
  if (token.loose !== isLoose || (isLoose && marker === undefined)) return undefined;
  const length = added.reduce((sum, { raw }) => sum + raw.length, before?.length ?? 0);
  return { token, closed, length, prefix: isLoose ? `${marker}x\n\n` : '' };
}

const makesLoose = ({ raw, tokens }: Tokens.ListItem): boolean =>
  ENDS_BLANK.test(raw) || tokens.some((token) => token.type === 'space' && /\n.*\n/.test(token.raw));

/**
 * Returns the whole list or table: its closed items or rows, then the open ones from `rest`. The caller has lexed
 * `rest` from the prefix and the text of the open part. Returns undefined if `rest` is another kind of block, or if the
 * list has changed between tight and loose.
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
