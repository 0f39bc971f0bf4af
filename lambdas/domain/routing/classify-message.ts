/** Classifies the need of a message by cue words (decision 0013). Calls no model and stores nothing. */

import type { Target } from './cues/cue-format.ts';
import { NEEDS, type Need, type Scores } from './needs-and-reasons.ts';
import { scoreCues } from './score-cues.ts';
import { codeSigns, lengthInWords, mathSigns, quotes, sampleOf } from './text-features.ts';

/** Context of a message in its chat. */
export interface ChatContext {
  /** The user's latest messages before this one, oldest first. */
  readonly recent?: readonly string[];
  /** Need of the newest of those messages, if it is known. Otherwise it is computed from `recent`. */
  readonly last?: Need | undefined;
}

/** Bytes of UTF-8 from which a message is a long text, whatever its language. */
const LONG_BYTES = 5_500;
/** Score from which a message has a need of its own and does not inherit the need of the message before. */
const OWN_NEED = 4;
/** Words of a follow-up at most. */
const FOLLOW_UP_WORDS = 12;
/**
 * Most words of a message in which a quotation hints at a question about language. Longer messages quote what others
 * said.
 */
const QUOTING_WORDS = 25;
/** Words up to which cues of a quick answer count in full. */
const QUICK_WORDS = 14;
/** Score of `general` without any cue. */
const GENERAL_BASE = 2;

/** Scores a message for each need. Pure. */
export function scoreNeeds(text: string, { recent = [], last = lastNeed(recent) }: ChatContext = {}): Scores {
  const sample = sampleOf(text);
  const cues = scoreCues(sample);
  const cue = (target: Target): number => cues.get(target) ?? 0;
  const words = lengthInWords(sample);
  const isLong = Buffer.byteLength(text) >= LONG_BYTES;
  const scores: Record<Need, number> = {
    code: cue('code') + codeSigns(sample),
    reasoning: cue('reasoning') + (isLong ? 0 : mathSigns(sample)),
    language: cue('language') + (words <= QUOTING_WORDS ? quotes(sample) : 0),
    creative: cue('creative'),
    quick: quickScore(cue('quick'), cue('small'), words),
    long: isLong ? cue('long') + 6 : 0,
    general: cue('general') + GENERAL_BASE,
  };
  if (last && inheritsNeed(scores, cue, words)) scores[last] += 4 + cue('follow');
  return scores;
}

/** Returns the need with the highest score. Pure. */
export function needOf(text: string, context?: ChatContext): Need {
  return strongest(scoreNeeds(text, context));
}

/** Returns the need with the highest score; of equals, the first in `NEEDS`. */
export const strongest = (scores: Scores): Need =>
  NEEDS.reduce((best, need) => (scores[need] > scores[best] ? need : best));

function quickScore(facts: number, smallTalk: number, words: number): number {
  if (words > QUICK_WORDS) return facts / 2;
  return facts + (words <= 6 ? smallTalk : smallTalk / 2) + (words <= 8 && facts > 0 ? 1 : 0);
}

/** True for a short message without a need of its own, which inherits the need of the message before. */
function inheritsNeed(scores: Scores, cue: (target: Target) => number, words: number): boolean {
  if (words > FOLLOW_UP_WORDS || cue('turn') > 0 || cue('small') >= OWN_NEED) return false;
  return NEEDS.every((need) => need === 'general' || scores[need] < OWN_NEED);
}

/**
 * Computes the need of the newest of `recent`. The messages are classified one after the other, since a follow-up
 * inherits from the one before. Any sign of a subject outweighs `general` and `quick`.
 */
function lastNeed(recent: readonly string[]): Need | undefined {
  let last: Need | undefined;
  for (const text of recent.slice(-4)) {
    const scores = scoreNeeds(text, { last });
    const subject = strongest({ ...scores, general: 0, quick: 0 });
    last = scores[subject] > 0 ? subject : strongest(scores);
  }
  return last;
}
