/** Classifies what a message needs, by cues (decision 0013): no model is asked, and nothing is remembered. */

import type { Target } from './cues/types.ts';
import { NEEDS, type Need, type Scores } from './needs.ts';
import { scoreCues } from './score-cues.ts';
import { codeSigns, lengthInWords, mathSigns, quotes, sampleOf } from './text-features.ts';

/** Context that the chat gives. */
export interface ChatContext {
  /** The user's latest messages before this one, oldest first. */
  readonly recent?: readonly string[];
  /** Need of the last of them, if it is known; else it is worked out from `recent`. */
  readonly last?: Need | undefined;
}

/** Bytes of UTF-8 from which a message is a long text, whatever its language. */
const LONG_BYTES = 5_500;
/** Score from which a message has a need of its own and does not lean on the one before. */
const SPEAKS_FOR_ITSELF = 4;
const FOLLOW_UP_WORDS = 12;
/** Longer messages quote what others said, rather than ask about words. */
const QUOTING_WORDS = 25;
const QUICK_WORDS = 14;
const GENERAL_BASE = 2;

/** How much a message speaks for each need. Pure. */
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
  if (last && leansOn(scores, cue, words)) scores[last] += 4 + cue('follow');
  return scores;
}

/** The need that a message speaks for most. Pure. */
export function needOf(text: string, context?: ChatContext): Need {
  return strongest(scoreNeeds(text, context));
}

/** The first of the strongest: the order of `NEEDS` decides between equals. */
export const strongest = (scores: Scores): Need =>
  NEEDS.reduce((best, need) => (scores[need] > scores[best] ? need : best));

function quickScore(facts: number, smallTalk: number, words: number): number {
  if (words > QUICK_WORDS) return facts / 2;
  return facts + (words <= 6 ? smallTalk : smallTalk / 2) + (words <= 8 && facts > 0 ? 1 : 0);
}

/** A short message without a need of its own has the need of the message before. */
function leansOn(scores: Scores, cue: (target: Target) => number, words: number): boolean {
  if (words > FOLLOW_UP_WORDS || cue('turn') > 0 || cue('small') >= SPEAKS_FOR_ITSELF) return false;
  return NEEDS.every((need) => need === 'general' || scores[need] < SPEAKS_FOR_ITSELF);
}

/**
 * The messages before are few and short follow-ups lean on each other, so each is taken in turn. Any sign of a subject
 * says more about a chat than that it began with a question.
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
