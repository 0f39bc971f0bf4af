import type { TurnItem } from '../../store/turns/turns.ts';

/** Messages that are returned, at most. */
const RECENT = 4;

/** Returns the user's latest messages, at most `RECENT`, oldest first. Routing reads them to understand a follow-up. */
export const recentTexts = (newestFirst: readonly TurnItem[]): string[] =>
  newestFirst
    .flatMap(({ userText }) => (userText === undefined ? [] : [userText]))
    .slice(0, RECENT)
    .toReversed();
