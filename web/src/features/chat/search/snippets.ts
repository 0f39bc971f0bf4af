import type { MatchedMessage, MatchRanges } from '#contract/entities';
import { SEARCH_SNIPPET_LENGTH } from '#contract/limits';

export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

export function splitAtMatches(text: string, matches: MatchRanges): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (from: number, to: number, isMatch: boolean) => {
    if (from < to) pieces.push({ text: text.slice(from, to), isMatch });
  };
  let at = 0;
  for (const [start, end] of matches) {
    const from = Math.max(at, Math.min(start, text.length));
    const to = Math.max(from, Math.min(end, text.length));
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, text.length, false);
  return pieces;
}

const CUT = '...';

/** Returns up to 80 grapheme clusters of a message, with '...' where text is left out (docs/spec.md 2.6). */
export function snippetOf({ content, matches, cutBefore, cutAfter }: MatchedMessage): readonly Piece[] {
  const end = endOf(content, SEARCH_SNIPPET_LENGTH);
  const pieces = splitAtMatches(content.slice(0, end), matches);
  return [
    ...(cutBefore ? [{ text: CUT, isMatch: false }] : []),
    ...pieces,
    ...(cutAfter || end < content.length ? [{ text: CUT, isMatch: false }] : []),
  ];
}

/** Returns the position after the first `count` grapheme clusters of a text, in UTF-16 units. */
function endOf(text: string, count: number): number {
  let seen = 0;
  for (const { index } of new Intl.Segmenter().segment(text)) {
    if (seen === count) return index;
    seen += 1;
  }
  return text.length;
}
