import type { Piece } from '../text/split-paragraph-into-words.ts';

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
