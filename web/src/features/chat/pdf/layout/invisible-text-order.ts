/**
 * Orders the invisible text that lies over text drawn as pictures. PDF readers extract this text as it was written only
 * if its parts are in the right order.
 */
import { type FontCode, fontCodesOf } from '../fonts/invisible-font.ts';
import { widthOf } from '../text/line-breaking.ts';
import { extractableOrder, extractedText } from '../text/order-text-for-pdf-readers.ts';
import type { Piece } from '../text/split-paragraph-into-words.ts';
import { textOf } from './group-pieces-of-same-style.ts';

/**
 * Maximum width of an invisible character, as a share of the font size. If a space character is wider, PDF readers
 * split the line at this space.
 */
const WIDEST_SPACE = 0.45;

export const countWithWidth = (codes: readonly FontCode[]): number =>
  codes.filter(({ isMark }) => !isMark).length;

/**
 * Returns a line's text in an order from which a PDF reader extracts it correctly. Gives all characters the same width,
 * but none to marks, such as accents. Undefined when no order works, or without pieces.
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
