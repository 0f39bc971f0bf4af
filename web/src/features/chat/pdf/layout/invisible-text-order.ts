/**
 * Orders the invisible text that lies over text drawn as pictures. PDF readers extract this text as it was written only
 * if its parts are in the right order.
 */
import { type FontCode, fontCodesOf } from '../fonts/invisible-font.ts';
import { extractableOrder, extractedText } from '../text/imitate-pdf-reader-order.ts';
import { widthOf } from '../text/line-breaking.ts';
import type { Piece } from '../text/split-paragraph-into-words.ts';

/** Maximum width of an invisible character, as a share of the font size. PDF readers split a line at a wider space. */
const WIDEST_SPACE = 0.45;

export const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

/**
 * Groups neighbours of the same style, embedding level (UAX #9) and kind. A space may be in a group of text or in a
 * group of pictures.
 */
export function groupsOf(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  for (const piece of pieces) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isSame = last?.style === piece.style && last.level === piece.level;
    const kind = group?.find(({ kind: found }) => found !== 'space')?.kind;
    if (group && isSame && (piece.kind === 'space' || kind === undefined || kind === piece.kind))
      group.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

export const countWithWidth = (codes: readonly FontCode[]): number =>
  codes.filter(({ isMark }) => !isMark).length;

/**
 * Returns a line's text in an order from which a PDF reader extracts it correctly. Gives each character the same width.
 * Undefined when no order works, or without pieces.
 */
function spread(text: string, pieces: readonly Piece[]): Piece[] | undefined {
  const [first] = pieces;
  const share = Math.min(widthOf(pieces) / Math.max(1, text.length), (first?.style.size ?? 0) * WIDEST_SPACE);
  return (
    first &&
    extractableOrder(text)?.map((run) => ({
      ...first,
      ...run,
      kind: 'picture',
      width: countWithWidth(fontCodesOf(run.text, false)) * share,
    }))
  );
}

function visualTextOf({ text, level }: Piece): string {
  return fontCodesOf(text, level % 2 === 1)
    .map((code) => code.text)
    .join('');
}

/**
 * Returns the pieces of the invisible text over a line, from left to right: `visual` (the drawn pieces) if a PDF reader
 * extracts the right text from them, else the text of `pieces` in another order. Undefined if no order works.
 */
export function extractablePieces(
  visual: readonly Piece[],
  pieces: readonly Piece[],
): readonly Piece[] | undefined {
  const text = textOf(pieces);
  return extractedText(visual.map(visualTextOf).join('')) === text ? visual : spread(text, pieces);
}
