import { CODE } from './code.ts';
import { CREATIVE } from './creative.ts';
import { LANGUAGE } from './language.ts';
import { QUICK } from './quick.ts';
import { REASONING } from './reasoning.ts';
import { SMALL_TALK } from './small-talk.ts';

/** Targets of cues: the needs at which a cue may hint, and small talk. The needs `long` and `general` have no cues. */
export const TARGETS = ['code', 'reasoning', 'language', 'creative', 'quick', 'small talk'] as const;
export type Target = (typeof TARGETS)[number];

/**
 * Cues by target, separated by `|` and line breaks. The lists mix languages, and every message is compared with all
 * cues, since users mix languages too. A cue is a word or a phrase. With `*` at the end, its last word is the beginning
 * of a word (`translat*`). A cue with a character of Han, kana, Hangul, Arabic or Devanagari may be any part of the
 * text, also inside a word. Cues let the classifier use words that no training prompt has.
 */
export const CUES: Readonly<Record<Target, string>> = {
  code: CODE,
  reasoning: REASONING,
  language: LANGUAGE,
  creative: CREATIVE,
  quick: QUICK,
  'small talk': SMALL_TALK,
};
