import type { MarkedToken, Token, Tokens } from 'marked';
import { isRightToLeft } from '../text/bidi.ts';
import { GROUND, INK, RULE, SOFT, type TextStyle } from '../text/style.ts';
import { runsOf } from './inline.ts';
import type { Column, Paper } from './paper.ts';
import { setTable } from './table.ts';

/** Nesting depth beyond which a block is shown as its Markdown source. */
const MAX_DEPTH = 10;
export const BODY: TextStyle = { size: 10.5, color: INK };
const CODE: TextStyle = { size: 8.75, color: INK, mono: true };
const HEADINGS = [17, 14.5, 12.5, 11.5, 11, 10.5] as const;
/** Points between blocks, and between the items of a loose list (one with empty lines between its items). */
const PARAGRAPH_GAP = 7;
/** Points between the items of a tight list. */
const ITEM_GAP = 3;
const INDENT = 18;
const QUOTE_INDENT = 14;
const PADDING = 8;
/** Points that must be free below a heading, so that it does not stand alone at the end of a page. */
const AFTER_HEADING = 40;

/** Lays out marked's block tokens. `markdown/markdown.tsx` shows the same tokens on the screen. */
export function setBlocks(paper: Paper, tokens: readonly Token[], column: Column, depth = 0): void {
  let isFirst = true;
  for (const token of tokens) {
    if (token.type === 'space' || token.type === 'def') continue;
    if (!isFirst) paper.gap(PARAGRAPH_GAP);
    isFirst = false;
    if (depth > MAX_DEPTH) setPlain(paper, token.raw.trimEnd(), column);
    else setBlock(paper, token, column, depth);
  }
}

function setBlock(paper: Paper, token: Token, column: Column, depth: number): void {
  // `MarkedToken` narrows by `type`. It leaves out the tokens of marked's extensions, and none is in use here.
  const known = token as MarkedToken;
  switch (known.type) {
    case 'paragraph':
      paper.text(runsOf(known.tokens, BODY), column);
      break;
    case 'text':
      paper.text(known.tokens ? runsOf(known.tokens, BODY) : [{ text: known.text, style: BODY }], column);
      break;
    case 'heading':
      setHeading(paper, known, column);
      break;
    case 'code':
      setCode(paper, known.text, column);
      break;
    case 'blockquote':
      setQuote(paper, known, column, depth);
      break;
    case 'list':
      setList(paper, known, column, depth);
      break;
    case 'table':
      setTable(paper, known, column);
      break;
    case 'hr':
      paper.gap(4);
      paper.need(12);
      paper.rule(column, RULE);
      paper.gap(4);
      break;
    default:
      setPlain(paper, token.raw.trimEnd(), column);
  }
}

/** Lays out text as it was written, with its line breaks and spaces. */
export function setPlain(paper: Paper, text: string, column: Column): void {
  paper.text([{ text, style: BODY }], column);
}

function setHeading(paper: Paper, { depth, tokens }: Tokens.Heading, column: Column): void {
  const size = HEADINGS[depth - 1] ?? BODY.size;
  const runs = runsOf(tokens, { ...BODY, size, bold: true });
  const { lines } = paper.lines(runs, column.width);
  paper.gap(size * 0.5);
  paper.need(lines.length * size * 1.45 + AFTER_HEADING);
  paper.text(runs, column);
}

/** Lays out code on a background. A line that is too long wraps. */
export function setCode(paper: Paper, text: string, { x, width }: Column): void {
  // The backgrounds of two lines overlap by 0.4 points, which hides the seam between them.
  const ground = (top: number, height: number) => paper.setter.box(x, top, width, height + 0.4, GROUND);
  paper.need(PADDING * 2 + CODE.size * 3);
  paper.withBackdrop(ground, () => {
    paper.take(PADDING);
    for (const line of text.split('\n'))
      paper.text([{ text: line, style: CODE }], {
        x: x + PADDING,
        width: width - 2 * PADDING,
        align: 'left',
      });
    paper.take(Math.min(PADDING, Math.max(0, paper.room)));
  });
}

function setQuote(paper: Paper, quote: Tokens.Blockquote, { x, width }: Column, depth: number): void {
  const rightToLeft = isRightToLeft(quote.text);
  const bar = (top: number, height: number) =>
    paper.setter.box(rightToLeft ? x + width - 3 : x, top, 3, height, RULE);
  const column = { x: rightToLeft ? x : x + QUOTE_INDENT, width: width - QUOTE_INDENT };
  paper.withBackdrop(bar, () => setBlocks(paper, quote.tokens, column, depth + 1));
}

function setList(paper: Paper, list: Tokens.List, column: Column, depth: number): void {
  const first = Number(list.start === '' ? 1 : list.start);
  list.items.forEach((item, i) => {
    if (i > 0) paper.gap(list.loose ? PARAGRAPH_GAP : ITEM_GAP);
    setItem(paper, item, list.ordered ? `${first + i}.` : '•', column, depth);
  });
}

function setItem(
  paper: Paper,
  item: Tokens.ListItem,
  sign: string,
  { x, width }: Column,
  depth: number,
): void {
  const rightToLeft = isRightToLeft(item.text);
  const tokens = item.tokens.filter(({ type }) => type !== 'checkbox');
  const { lines } = paper.lines([{ text: sign, style: { ...BODY, color: SOFT } }], width);
  const [mark] = lines;
  const indent = Math.max(INDENT, (mark?.width ?? 0) + 6);
  const column = { x: rightToLeft ? x : x + indent, width: width - indent };
  paper.need(BODY.size * 1.45 * 2);
  const top = paper.y;
  if (item.task) box(paper, rightToLeft ? x + width - 12 : x + 3, top + 3.5, item.checked === true);
  else if (mark) paper.place(mark, { x, width, align: rightToLeft ? 'right' : 'left' }, top);
  if (tokens.length > 0) setBlocks(paper, tokens, column, depth + 1);
  else paper.take(BODY.size * 1.45);
}

/** Draws the checkbox of a task, with a tick when the task is done. */
function box({ setter }: Paper, x: number, y: number, isDone: boolean): void {
  const size = 8.5;
  setter.box(x, y, size, size, SOFT);
  setter.box(x + 0.8, y + 0.8, size - 1.6, size - 1.6, isDone ? SOFT : [1, 1, 1]);
  if (isDone) setter.tick(x, y, size);
}
