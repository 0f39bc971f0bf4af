import type { MarkedToken, Token, Tokens } from 'marked';
import { isFormula } from '../../markdown/formula-syntax.ts';
import { isRightToLeft } from '../text/bidi.ts';
import { formulaText } from '../text/formula-text.ts';
import { BACKGROUND, INK, RULE, SOFT, type TextStyle } from '../text/text-style-and-colors.ts';
import { runsOf } from './markdown-inline-runs.ts';
import { addTable } from './markdown-table.ts';
import { type Column, LEADING, type PageFlow } from './page-flow.ts';

const MAX_DEPTH = 10;
export const BODY: TextStyle = { size: 10.5, color: INK };
const CODE: TextStyle = { size: 8.75, color: INK, mono: true };
/** Font sizes of headings, by level. These and all lengths below are in points. */
const HEADINGS = [17, 14.5, 12.5, 11.5, 11, 10.5] as const;
const PARAGRAPH_GAP = 7;
const ITEM_GAP = 3;
const INDENT = 18;
const QUOTE_INDENT = 14;
const PADDING = 8;
/** Room that must be free below a heading, so that it does not stand alone at the end of a page. */
const AFTER_HEADING = 40;

/** Lays out marked's block tokens. `markdown/markdown.tsx` shows the same tokens on the screen. */
export function addBlocks(flow: PageFlow, tokens: readonly Token[], column: Column, depth = 0): void {
  let isFirst = true;
  for (const token of tokens) {
    if (token.type === 'space' || token.type === 'def') continue;
    if (!isFirst) flow.gap(PARAGRAPH_GAP);
    isFirst = false;
    if (depth > MAX_DEPTH) addPlain(flow, token.raw.trimEnd(), column);
    else addBlock(flow, token, column, depth);
  }
}

function addBlock(flow: PageFlow, token: Token, column: Column, depth: number): void {
  if (isFormula(token)) {
    addPlain(flow, formulaText(token.text), { x: column.x + INDENT, width: column.width - INDENT });
    return;
  }
  // Every other block token is a `MarkedToken`, or a `plain` token (unparsed text), which the default case lays out.
  const known = token as MarkedToken;
  switch (known.type) {
    case 'paragraph':
      flow.text(runsOf(known.tokens, BODY), column);
      break;
    case 'text':
      flow.text(known.tokens ? runsOf(known.tokens, BODY) : [{ text: known.text, style: BODY }], column);
      break;
    case 'heading':
      addHeading(flow, known, column);
      break;
    case 'code':
      addCode(flow, known.text, column);
      break;
    case 'blockquote':
      addQuote(flow, known, column, depth);
      break;
    case 'list':
      addList(flow, known, column, depth);
      break;
    case 'table':
      addTable(flow, known, column);
      break;
    case 'hr':
      flow.ensureRoom(16);
      flow.gap(4);
      flow.rule(column, RULE);
      flow.gap(4);
      break;
    default:
      addPlain(flow, token.raw.trimEnd(), column);
  }
}

export function addPlain(flow: PageFlow, text: string, column: Column): void {
  flow.text([{ text, style: BODY }], column);
}

function addHeading(flow: PageFlow, { depth, tokens }: Tokens.Heading, column: Column): void {
  const size = HEADINGS[depth - 1] ?? BODY.size;
  const runs = runsOf(tokens, { ...BODY, size, bold: true });
  const { lines } = flow.lines(runs, column.width);
  flow.ensureRoom(size * 0.5 + lines.length * size * LEADING + AFTER_HEADING);
  flow.gap(size * 0.5);
  flow.text(runs, column);
}

export function addCode(flow: PageFlow, text: string, { x, width }: Column): void {
  // The backgrounds of two lines overlap by 0.4 points, which hides the seam between them.
  const background = (top: number, height: number) =>
    flow.renderer.box(x, top, width, height + 0.4, BACKGROUND);
  flow.ensureRoom(PADDING * 2 + CODE.size * 3);
  flow.withBackdrop(background, () => {
    flow.reserve(PADDING);
    for (const line of text.split('\n'))
      flow.text([{ text: line, style: CODE }], {
        x: x + PADDING,
        width: width - 2 * PADDING,
        align: 'left',
      });
    flow.reserve(Math.min(PADDING, Math.max(0, flow.room)));
  });
}

function addQuote(flow: PageFlow, quote: Tokens.Blockquote, { x, width }: Column, depth: number): void {
  const rightToLeft = isRightToLeft(quote.text);
  const bar = (top: number, height: number) =>
    flow.renderer.box(rightToLeft ? x + width - 3 : x, top, 3, height, RULE);
  const column = { x: rightToLeft ? x : x + QUOTE_INDENT, width: width - QUOTE_INDENT };
  flow.withBackdrop(bar, () => addBlocks(flow, quote.tokens, column, depth + 1));
}

function addList(flow: PageFlow, list: Tokens.List, column: Column, depth: number): void {
  const first = Number(list.start === '' ? 1 : list.start);
  list.items.forEach((item, i) => {
    if (i > 0) flow.gap(list.loose ? PARAGRAPH_GAP : ITEM_GAP);
    addItem(flow, item, list.ordered ? `${first + i}.` : '•', column, depth);
  });
}

function addItem(
  flow: PageFlow,
  item: Tokens.ListItem,
  sign: string,
  { x, width }: Column,
  depth: number,
): void {
  const rightToLeft = isRightToLeft(item.text);
  const tokens = item.tokens.filter(({ type }) => type !== 'checkbox');
  const { lines } = flow.lines([{ text: sign, style: { ...BODY, color: SOFT } }], width);
  const [mark] = lines;
  const indent = Math.max(INDENT, (mark?.width ?? 0) + 6);
  const column = { x: rightToLeft ? x : x + indent, width: width - indent };
  flow.ensureRoom(BODY.size * LEADING * 2);
  const drawMark = (top: number) => {
    if (item.task) checkbox(flow, rightToLeft ? x + width - 12 : x + 3, top + 3.5, item.checked === true);
    else if (mark) flow.place(mark, { x, width, align: rightToLeft ? 'right' : 'left' }, top);
  };
  let isMarked = false;
  // Draws the mark when the content reserves its first area, so that both are on the same page. The content may begin
  // on the next page.
  const markOnce = (top: number) => {
    if (!isMarked) drawMark(top);
    isMarked = true;
  };
  flow.withBackdrop(markOnce, () => {
    if (tokens.length > 0) addBlocks(flow, tokens, column, depth + 1);
    else flow.reserve(BODY.size * LEADING);
  });
}

function checkbox({ renderer }: PageFlow, x: number, y: number, isDone: boolean): void {
  const size = 8.5;
  renderer.box(x, y, size, size, SOFT);
  renderer.box(x + 0.8, y + 0.8, size - 1.6, size - 1.6, isDone ? SOFT : [1, 1, 1]);
  if (isDone) renderer.tick(x, y, size);
}
