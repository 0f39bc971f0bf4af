import { CASUAL_ENGLISH } from './casual-english.ts';
import { CREATIVE_WRITING } from './creative-writing.ts';
import type { CueTable } from './cue-format.ts';
import { DUTCH_POLISH_TURKISH } from './dutch-polish-turkish.ts';
import { ENGLISH } from './english.ts';
import { FACTS_AND_GREETINGS } from './facts-and-greetings.ts';
import { GERMAN } from './german.ts';
import { LANGUAGES } from './languages.ts';
import { MATHS } from './maths.ts';
import { ARABIC_HINDI, EAST_ASIAN, RUSSIAN } from './other-scripts.ts';
import { PROGRAMMING, PROGRAMMING_TERMS } from './programming.ts';
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from './romance-languages.ts';

/**
 * Cue tables of all languages and subjects. All are used for every message, since users mix languages and a foreign cue
 * rarely misleads. If a phrase, or the beginning of a word, has the same target in several tables, the last table
 * counts.
 */
export const CUES: readonly CueTable[] = [
  ...[CASUAL_ENGLISH, DUTCH_POLISH_TURKISH],
  ...[PROGRAMMING, PROGRAMMING_TERMS, LANGUAGES, CREATIVE_WRITING, MATHS, FACTS_AND_GREETINGS],
  ...[ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, RUSSIAN, EAST_ASIAN, ARABIC_HINDI],
];
