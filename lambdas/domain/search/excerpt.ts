import type { MatchedMessage, MatchRanges } from '#contract/entities';
import { SEARCH_EXCERPT_LENGTH, SEARCH_SNIPPET_LENGTH } from '#contract/limits';

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
