/** Parses queries, and chooses the look-ups that find their candidates in the index. */
import { type Folded, fold } from './fold-text.ts';
import { type Lookup, lookupsOf, type Piece, piecesOf } from './terms.ts';

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
