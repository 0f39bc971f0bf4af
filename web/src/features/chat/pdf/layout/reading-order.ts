/** How a line's text is written so that a reader gets it back. */
import { type Unit, unitsOf } from '../fonts/invisible-font.ts';
import { widthOf } from '../text/lines.ts';
import { asRead, readableOrder } from '../text/pdf-reader-bidi.ts';
import type { Piece } from '../text/words.ts';

/** As a share of the size; a wider space would part a line in two for a reader. */
const WIDEST_SPACE = 0.45;

export const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

/** Neighbours that are written as one: of one style, one direction and one way to show them. */
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

/** How many of the codes take up room. */
export const roomOf = (units: readonly Unit[]): number => units.filter(({ isMark }) => !isMark).length;

/** The line's text in an order that reads rightly, spread evenly over the line. */
function spread(text: string, pieces: readonly Piece[]): Piece[] | undefined {
  const [first] = pieces;
  const share = Math.min(widthOf(pieces) / Math.max(1, text.length), (first?.style.size ?? 0) * WIDEST_SPACE);
  return (
    first &&
    readableOrder(text)?.map((run) => ({
      ...first,
      ...run,
      kind: 'picture',
      width: roomOf(unitsOf(run.text, false)) * share,
    }))
  );
}

/** A piece's text from left to right. */
function textAsItLies({ text, level }: Piece): string {
  return unitsOf(text, level % 2 === 1)
    .map((unit) => unit.text)
    .join('');
}

/**
 * The pieces to lay over a line from left to right for its text to be read: as they are drawn, or, where a reader
 * would make something else of these, in an order of its own. Undefined if there is none.
 */
export function readingOrder(
  visual: readonly Piece[],
  pieces: readonly Piece[],
): readonly Piece[] | undefined {
  const text = textOf(pieces);
  return asRead(visual.map(textAsItLies).join('')) === text ? visual : spread(text, pieces);
}
