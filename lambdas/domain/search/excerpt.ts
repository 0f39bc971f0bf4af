/** The piece of a matched message that a result shows. */
import type { MatchedMessage, MatchRanges } from '#contract/entities';
import { SEARCH_EXCERPT_LENGTH, SEARCH_SNIPPET_LENGTH } from '#contract/limits';

/** How much text stands before the first match where the beginning is cut, at most. */
const LEAD = 30;

/** The excerpt as the contract's `matchedMessage` describes it. `ranges` are those of the whole text. */
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

/** A little before the match, at the beginning of a word where there is one. */
function beginningBefore(text: string, match: number): number {
  const earliest = Math.max(0, match - LEAD);
  const gap = /\s\S/u.exec(text.slice(earliest, match));
  const from = gap ? earliest + gap.index + 1 : earliest;
  return isInsidePair(text, from) ? from + 1 : from;
}

const wholeEnd = (text: string, end: number): number => (isInsidePair(text, end) ? end - 1 : end);

/** True when a cut here would halve a character. */
const isInsidePair = (text: string, at: number): boolean =>
  at > 0 &&
  at < text.length &&
  /[\udc00-\udfff]/.test(text.charAt(at)) &&
  /[\ud800-\udbff]/.test(text.charAt(at - 1));
