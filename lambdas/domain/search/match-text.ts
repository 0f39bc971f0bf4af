/** Parses queries, matches texts, and cuts excerpts. The index only proposes texts; `matchesIn` decides. */
import type { MatchedMessage, MatchRanges } from '#contract/entities';
import { SEARCH_EXCERPT_LENGTH, SEARCH_SNIPPET_LENGTH } from '#contract/limits';
import { type Folded, fold } from './fold-text.ts';
import { GROUP_POINTS, type Lookup, lookupsOf, type Piece, piecesOf } from './terms.ts';

export interface Query {
  readonly folded: Folded;
  readonly pieces: readonly Piece[];
}

export function readQuery(text: string): Query {
  const folded = fold(text);
  return { folded, pieces: piecesOf(folded) };
}

/** Maximum look-ups of a search. Each look-up costs reads, and a few look-ups narrow the candidates enough. */
const LOOKUPS_MAX = 3;

/**
 * Returns at most LOOKUPS_MAX look-ups. Each finds every text that matches the query. The longest terms come first,
 * since they are usually the rarest.
 */
export function lookupsFor({ folded, pieces }: Query): Lookup[] {
  const all = new Map(
    pieces.flatMap((piece) => lookupsOf(folded, piece)).map((lookup) => [lookup.term, lookup]),
  );
  const isImplied = ({ term, isPrefix }: Lookup) =>
    isPrefix && [...all.keys()].some((other) => other !== term && other.startsWith(term));
  const needed = [...all.values()].filter((lookup) => !isImplied(lookup));
  return needed.toSorted((a, b) => b.term.length - a.term.length).slice(0, LOOKUPS_MAX);
}

/** True when the look-up finds the term `other`. */
export const covers = ({ term, isPrefix }: Lookup, other: string): boolean =>
  isPrefix ? other.startsWith(term) : other === term;

/**
 * Returns the ranges in UTF-16 units where a query matches a text, sorted and not overlapping. Undefined if a piece of
 * the query is missing in the text, or the query has no piece. A word of GROUP_POINTS or more characters matches every
 * word that begins with it, a shorter word only the same word. A run (see `Piece`) matches anywhere inside a run.
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

/** Maximum UTF-16 units before the first match, in an excerpt that is cut at its beginning. */
const LEAD = 30;

/** Cuts the excerpt that `matchedMessage` (`contract/entities.ts`) describes. */
export function excerptOf(
  text: string,
  ranges: MatchRanges,
): Pick<MatchedMessage, 'content' | 'matches' | 'cutBefore' | 'cutAfter'> {
  const [firstFrom, firstTo] = ranges[0] ?? [0, 0];
  const from = firstTo <= SEARCH_SNIPPET_LENGTH ? 0 : beginningBefore(text, firstFrom);
  const to = wholeEnd(text, Math.min(text.length, from + SEARCH_EXCERPT_LENGTH));
  const matches = ranges
    .filter(([start]) => start >= from && start < to)
    .map(([start, end]): [number, number] => [start - from, Math.min(end, to) - from]);
  return {
    content: text.slice(from, to),
    matches,
    ...(from > 0 && { cutBefore: true }),
    ...(to < text.length && { cutAfter: true }),
  };
}

/**
 * Returns the index where an excerpt begins: at the first word that begins in the LEAD units before the match, or LEAD
 * units before the match if no word begins there.
 */
function beginningBefore(text: string, match: number): number {
  const earliest = Math.max(0, match - LEAD);
  const gap = /\s\S/u.exec(text.slice(earliest, match));
  const from = gap ? earliest + gap.index + 1 : earliest;
  return isInsidePair(text, from) ? from + 1 : from;
}

const wholeEnd = (text: string, end: number): number => (isInsidePair(text, end) ? end - 1 : end);

/** True when a cut at `at` would halve a surrogate pair. */
const isInsidePair = (text: string, at: number): boolean =>
  at > 0 &&
  at < text.length &&
  /[\udc00-\udfff]/.test(text.charAt(at)) &&
  /[\ud800-\udbff]/.test(text.charAt(at - 1));
