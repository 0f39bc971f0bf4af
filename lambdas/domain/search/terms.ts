/** Terms of a text, for the search. The same functions read messages, names and queries. */
import { type Folded, fold } from './fold-text.ts';

/**
 * A piece of a folded text, by the positions of its code points: a word; a run of a script that is written
 * without spaces between words; or a pictograph, which stands for itself.
 */
export interface Piece {
  readonly kind: 'word' | 'run' | 'pictograph';
  readonly from: number;
  readonly to: number;
}

/** Longest word that is told apart, in code points. */
export const TERM_MAX_POINTS = 32;
/** Terms of one message at most; no text that people write has more. */
export const TERMS_MAX = 20_000;
/** Code points that decide in which shard a term is; a query word with fewer means just that word. */
export const GROUP_POINTS = 3;

const WORD = /^[\p{L}\p{N}\p{M}]$/v;
const UNSEGMENTED =
  /^[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]&&[\p{L}\p{N}\p{M}]]$/v;
const PICTOGRAPH = /^\p{Extended_Pictographic}$/v;

type Kind = Piece['kind'] | undefined;

const kinds = new Map<string, Kind>();
const KINDS_MAX = 20_000;

function kindOf(point: string): Kind {
  if (kinds.has(point)) return kinds.get(point);
  const kind: Kind = UNSEGMENTED.test(point)
    ? 'run'
    : WORD.test(point)
      ? 'word'
      : PICTOGRAPH.test(point)
        ? 'pictograph'
        : undefined;
  if (kinds.size >= KINDS_MAX) kinds.clear();
  kinds.set(point, kind);
  return kind;
}

/** The pieces of a folded text, in order. */
export function piecesOf({ points }: Folded): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let open: Kind;
  for (let at = 0; at <= points.length; at++) {
    const kind = at < points.length ? kindOf(points[at] ?? '') : undefined;
    if (kind === open && kind !== 'pictograph') continue;
    if (open !== undefined) pieces.push({ kind: open, from, to: at });
    [open, from] = [kind, at];
  }
  return pieces;
}

/** The different terms of a text: its words, the pairs of neighbours in its runs, the last of each run alone. */
export function termsOf(text: string): Set<string> {
  const folded = fold(text);
  const terms = new Set<string>();
  for (const piece of piecesOf(folded)) {
    if (piece.kind === 'run') for (const pair of pairsOf(folded, piece)) terms.add(pair);
    else terms.add(wordOf(folded, piece));
    if (terms.size >= TERMS_MAX) break;
  }
  return terms;
}

/** Look-up that finds every text that may match: a term, or all terms that begin with it. */
export interface Lookup {
  readonly term: string;
  readonly isPrefix: boolean;
}

/** The look-ups of a query's piece. */
export function lookupsOf(folded: Folded, piece: Piece): Lookup[] {
  const length = piece.to - piece.from;
  if (piece.kind === 'word') return [{ term: wordOf(folded, piece), isPrefix: length >= GROUP_POINTS }];
  if (piece.kind === 'pictograph' || length > 1)
    return termsOfPiece(folded, piece).map((term) => ({ term, isPrefix: false }));
  return [{ term: wordOf(folded, piece), isPrefix: true }];
}

/** Without the last character of a run: the pair before it holds it. */
const termsOfPiece = (folded: Folded, piece: Piece): string[] =>
  piece.kind === 'run' ? pairsOf(folded, piece).slice(0, -1) : [wordOf(folded, piece)];

const wordOf = ({ points }: Folded, { from, to }: Piece): string =>
  points.slice(from, Math.min(to, from + TERM_MAX_POINTS)).join('');

function pairsOf({ points }: Folded, { from, to }: Piece): string[] {
  const pairs: string[] = [];
  for (let at = from; at < to; at++) pairs.push((points[at] ?? '') + (at + 1 < to ? points[at + 1] : ''));
  return pairs;
}

/** The beginning of a term that all terms share which a look-up of it may mean. */
export function groupOf(term: string): string {
  const points = [...term];
  return points.slice(0, kindOf(points[0] ?? '') === 'word' ? GROUP_POINTS : 1).join('');
}
