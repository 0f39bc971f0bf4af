import { CODE } from './code.ts';
import { CREATIVE } from './creative.ts';
import { LANGUAGE } from './language.ts';
import { QUICK } from './quick.ts';
import { REASONING } from './reasoning.ts';
import { SMALL_TALK } from './small-talk.ts';

/** Needs at which a cue may hint, and small talk. The needs `long` and `general` have no cues. */
export const TARGETS = ['code', 'reasoning', 'language', 'creative', 'quick', 'small talk'] as const;
export type Target = (typeof TARGETS)[number];

/**
 * Cues by target, separated by `|` and line breaks, in all languages together. A cue is a word or a phrase. If a cue
 * ends with `*`, its last word matches every word that begins with it (`translat*`). A cue with a character of Han,
 * kana, Hangul, Arabic or Devanagari also matches inside a word.
 */
export const CUES: Readonly<Record<Target, string>> = {
  code: CODE,
  reasoning: REASONING,
  language: LANGUAGE,
  creative: CREATIVE,
  quick: QUICK,
  'small talk': SMALL_TALK,
};
