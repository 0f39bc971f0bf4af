/** Splits indexed texts and queries into the terms of the search index. */
import { type Folded, fold } from './fold-text.ts';

/**
 * Piece of a folded text: a word, a run of characters in a script without spaces between words (such as Chinese or
 * Thai), or a single pictograph. `from` and `to` (exclusive) are indexes of code points.
 */
export interface Piece {
  readonly kind: 'word' | 'run' | 'pictograph';
  readonly from: number;
  readonly to: number;
}

/** Largest number of code points of a term. A longer word is cut. */
const TERM_MAX_POINTS = 32;
/** Number of different terms after which the rest of a text is not indexed. */
export const TERMS_MAX = 20_000;
/**
 * Number of leading code points that determine the shard of a word (`groupOf`). A query word with fewer code points
 * matches only the whole word, because the words that begin with it are spread over several shards.
 */
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

/** Returns a text's terms: words, pictographs, pairs of neighbours in runs, and the last character of each run. */
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

/** Look-up of one term in the index, or of all terms that begin with it. */
export interface Lookup {
  readonly term: string;
  readonly isPrefix: boolean;
}

export function lookupsOf(folded: Folded, piece: Piece): Lookup[] {
  const length = piece.to - piece.from;
  if (piece.kind === 'word') return [{ term: wordOf(folded, piece), isPrefix: length >= GROUP_POINTS }];
  if (piece.kind === 'pictograph' || length > 1)
    return queryTermsOf(folded, piece).map((term) => ({ term, isPrefix: false }));
  return [{ term: wordOf(folded, piece), isPrefix: true }];
}

/** Leaves out the last character of a run, which is in the index only for queries of one character. */
const queryTermsOf = (folded: Folded, piece: Piece): string[] =>
  piece.kind === 'run' ? pairsOf(folded, piece).slice(0, -1) : [wordOf(folded, piece)];

const wordOf = ({ points }: Folded, { from, to }: Piece): string =>
  points.slice(from, Math.min(to, from + TERM_MAX_POINTS)).join('');

function pairsOf({ points }: Folded, { from, to }: Piece): string[] {
  const pairs: string[] = [];
  for (let at = from; at < to; at++) pairs.push((points[at] ?? '') + (at + 1 < to ? points[at + 1] : ''));
  return pairs;
}

/** Returns the beginning that determines a term's shard. All terms that one look-up finds have the same beginning. */
export function groupOf(term: string): string {
  const points = [...term];
  return points.slice(0, kindOf(points[0] ?? '') === 'word' ? GROUP_POINTS : 1).join('');
}
