import { clustersOf } from './grapheme-clusters.ts';
import type { Paragraph, Piece, TextMeasure, Word } from './split-paragraph-into-words.ts';

/** Line of text. Its pieces are in the order in which they are read. */
export interface Line {
  readonly pieces: readonly Piece[];
  /** Width in points, without the space at the line's end. */
  readonly width: number;
}

/**
 * Breaks a paragraph into lines of at most `width` points. Each line takes as many words as fit. Spaces at the end of a
 * line are left out.
 */
export function linesOf({ words }: Paragraph, width: number, measure: TextMeasure): Line[] {
  const lines: Line[] = [];
  let pieces: Piece[] = [];
  let used = 0;
  const end = () => {
    lines.push(trimmed(pieces));
    pieces = [];
    used = 0;
  };
  for (const word of words) {
    for (const part of fitting(word, width, measure)) {
      const partWidth = widthOf(part);
      if (used + partWidth > width + 0.01 && pieces.length > 0) end();
      pieces.push(...part);
      used += partWidth;
    }
    pieces.push(...word.spaces);
    used += widthOf(word.spaces);
    if (word.ends) end();
  }
  if (pieces.length > 0 || lines.length === 0) end();
  return lines;
}

export const widthOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + piece.width, 0);

/** Returns widths in points: of the widest word (`narrowest`), and of the longest line without wrapping (`natural`). */
export function extentOf({ words }: Paragraph): { readonly narrowest: number; readonly natural: number } {
  let narrowest = 0;
  let natural = 0;
  let line = 0;
  for (const word of words) {
    const partWidth = widthOf(word.pieces);
    narrowest = Math.max(narrowest, partWidth);
    natural = Math.max(natural, line + partWidth);
    line = word.ends ? 0 : line + partWidth + widthOf(word.spaces);
  }
  return { narrowest, natural };
}

function trimmed(pieces: readonly Piece[]): Line {
  const last = pieces.findLastIndex(({ kind }) => kind !== 'space');
  return { pieces: pieces.slice(0, last + 1), width: widthOf(pieces.slice(0, last + 1)) };
}

function fitting({ pieces }: Word, width: number, measure: TextMeasure): readonly (readonly Piece[])[] {
  if (widthOf(pieces) <= width) return [pieces];
  const parts: Piece[][] = [[]];
  let used = 0;
  for (const piece of pieces)
    for (const part of split(piece, width, width - used, measure)) {
      if (used + part.width > width && used > 0) {
        parts.push([]);
        used = 0;
      }
      parts.at(-1)?.push(part);
      used += part.width;
    }
  return parts;
}

/**
 * Splits a piece into parts of at most `width` points. The first part is at most `left` points wide, so that it fits on
 * the current line. If the first character is wider than `left`, the first part may be up to `width` points wide, and
 * the caller puts that part on a new line.
 */
function split(piece: Piece, width: number, left: number, measure: TextMeasure): Piece[] {
  const parts: Piece[] = [];
  let text = '';
  let used = 0;
  let room = left;
  const add = () => {
    if (text !== '') parts.push({ ...piece, text, width: used });
  };
  for (const cluster of clustersOf(piece.text)) {
    const partWidth =
      piece.kind === 'picture'
        ? measure.pictureWidthOf(cluster, piece.style)
        : measure.widthOf(cluster, piece.style);
    if (used + partWidth > room) {
      add();
      text = '';
      used = 0;
      room = width;
    }
    text += cluster;
    used += partWidth;
  }
  add();
  return parts;
}
