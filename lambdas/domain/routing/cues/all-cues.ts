import { CODE } from './code.ts';
import { CREATIVE } from './creative.ts';
import { LANGUAGE } from './language.ts';
import { QUICK } from './quick.ts';
import { REASONING } from './reasoning.ts';
import { SMALL_TALK } from './small-talk.ts';

/** Need that a cue hints at, or small talk. */
export const TARGETS = ['code', 'reasoning', 'language', 'creative', 'quick', 'small talk'] as const;
export type Target = (typeof TARGETS)[number];

/**
 * Cues of all languages, separated by `|` and line breaks. All are used for every message, since users mix languages. A
 * cue is a word, a phrase of up to four words, or the beginning of a word (`translat*`). A cue in Han, kana, Hangul,
 * Arabic or Devanagari may be any part of the text. Cues include words that no training prompt has.
 */
export const CUES: Readonly<Record<Target, string>> = {
  code: CODE,
  reasoning: REASONING,
  language: LANGUAGE,
  creative: CREATIVE,
  quick: QUICK,
  'small talk': SMALL_TALK,
};
