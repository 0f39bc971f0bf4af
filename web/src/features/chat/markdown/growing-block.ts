/**
 * A list or a table that grows at its end. Items and rows that can no longer change are closed; only the others, behind a
 * short prefix that makes them what they are, are lexed again.
 */
import type { Token, Tokens } from 'marked';

export interface GrowingBlock {
  readonly token: Tokens.List | Tokens.Table;
  /** How many of its items or rows are closed, and how many characters of the block they and what is before them take. */
  readonly closed: number;
  readonly length: number;
  /** Put before the rest of the block to lex it: a table's header, or an item that makes a list a loose one. */
  readonly prefix: string;
}

/** The last two stay open: a line that is only half there can still change what the line before it is. */
const OPEN = 2;
const MARKER = /^ {0,3}(?:\d{1,9}[.)]|[-*+])[ \t]+(?=\S)/;
const ENDS_BLANK = /\n[ \t]*\n[ \t]*$/;

/** Closes what can be closed of a block; `before` is what it was until now. Undefined where nothing is closed. */
export function closeParts(token: Token, before?: GrowingBlock): GrowingBlock | undefined {
  // marked's own type narrows by `type`; tokens of extensions, of which there are none here, are not in it.
  if (token.type === 'table') return closeRows(token as Tokens.Table, before);
  return token.type === 'list' ? closeItems(token as Tokens.List, before) : undefined;
}

function closeRows(token: Tokens.Table, before: GrowingBlock | undefined): GrowingBlock | undefined {
  const { raw, rows } = token;
  const start = raw.indexOf('\n', raw.indexOf('\n') + 1) + 1;
  let { closed, length } = before ?? { closed: 0, length: start };
  for (; closed < rows.length - OPEN; closed += 1) length = raw.indexOf('\n', length) + 1;
  return closed === 0 ? undefined : { token, closed, length, prefix: raw.slice(0, start) };
}

function closeItems(token: Tokens.List, before: GrowingBlock | undefined): GrowingBlock | undefined {
  const closed = Math.max(before?.closed ?? 0, token.items.length - OPEN);
  const last = token.items[closed - 1];
  if (!last) return undefined;
  const added = token.items.slice(before?.closed ?? 0, closed);
  // An open item may have made the list a loose one for now: all items change with that.
  const isLoose = before ? before.prefix !== '' : added.some(makesLoose);
  const marker = MARKER.exec(last.raw)?.[0];
  if (token.loose !== isLoose || (isLoose && marker === undefined)) return undefined;
  const length = added.reduce((sum, { raw }) => sum + raw.length, before?.length ?? 0);
  return { token, closed, length, prefix: isLoose ? `${marker}x\n\n` : '' };
}

/** An item with an empty line in it, or between it and the next one, makes its list a loose one. */
const makesLoose = ({ raw, tokens }: Tokens.ListItem): boolean =>
  ENDS_BLANK.test(raw) || tokens.some((token) => token.type === 'space' && /\n.*\n/.test(token.raw));

/** The block with `rest`, which was lexed of its prefix and what is not closed. Undefined where it is another block now. */
export function grown({ token, closed, length, prefix }: GrowingBlock, rest: Token): Token | undefined {
  const raw = token.raw.slice(0, length) + rest.raw.slice(prefix.length);
  if (token.type === 'table')
    return rest.type === 'table'
      ? { ...token, raw, rows: [...token.rows.slice(0, closed), ...(rest as Tokens.Table).rows] }
      : undefined;
  if (rest.type !== 'list' || rest.loose !== (prefix !== '')) return undefined;
  const items = (rest as Tokens.List).items.slice(prefix === '' ? 0 : 1);
  return { ...token, raw, items: [...token.items.slice(0, closed), ...items] };
}
