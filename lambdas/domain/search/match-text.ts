/** Matches texts with a query. The index only proposes texts; `matchesIn` decides. */
import type { MatchRanges } from '#contract/entities';
import { type Folded, fold } from './fold-text.ts';
import type { Query } from './parse-query-and-choose-lookups.ts';
import { GROUP_POINTS, type Piece, piecesOf } from './terms.ts';

/**
 * Returns the ranges in UTF-16 units where a query matches a text, sorted and not overlapping. Undefined if a piece of
 * the query is missing in the text, or the query has no piece. A word of GROUP_POINTS or more characters matches every
 * word that begins with it, a shorter word only the same word. A run (characters of a script without spaces between
 * words) matches anywhere inside a run of the text.
 */
export function matchesIn(query: Query, text: string): MatchRanges | undefined {
  if (query.pieces.length === 0) return undefined;
  const folded = fold(text);
  const pieces = piecesOf(folded);
  const found: [number, number][] = [];
  for (const wanted of query.pieces) {
    const spots = pieces.flatMap((piece) => spotsIn(query.folded, wanted, folded, piece));
    if (spots.length === 0) return undefined;
    found.push(...spots);
  }
  return united(found.map(([from, to]) => [folded.starts[from] ?? 0, folded.ends[to - 1] ?? 0]));
}

/** Returns positions in the folded text. */
function spotsIn(query: Folded, wanted: Piece, text: Folded, piece: Piece): [number, number][] {
  if (wanted.kind !== piece.kind) return [];
  const length = wanted.to - wanted.from;
  const last = piece.to - length;
  if (last < piece.from) return [];
  const isAt = (at: number) => {
    for (let i = 0; i < length; i++) if (text.points[at + i] !== query.points[wanted.from + i]) return false;
    return true;
  };
  if (wanted.kind !== 'run') {
    const isWhole = last === piece.from;
    if (!isWhole && length < GROUP_POINTS) return [];
    return isAt(piece.from) ? [[piece.from, piece.from + length]] : [];
  }
  const spots: [number, number][] = [];
  for (let at = piece.from; at <= last; at++) if (isAt(at)) spots.push([at, at + length]);
  return spots;
}

function united(ranges: readonly (readonly [number, number])[]): MatchRanges {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = result.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
