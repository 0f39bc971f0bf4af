import { DUTCH_POLISH_TURKISH } from './dutch-polish-turkish.ts';
import { ENGLISH } from './english.ts';
import { EVERYDAY } from './everyday.ts';
import { FACTS } from './facts.ts';
import { FORMS } from './forms.ts';
import { GERMAN } from './german.ts';
import { MATHS } from './maths.ts';
import { ARABIC_HINDI, EAST_ASIAN, RUSSIAN } from './other-scripts.ts';
import { JARGON, PROGRAMMING } from './programming.ts';
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from './romance.ts';
import { TONGUES } from './tongues.ts';
import type { CueTable } from './types.ts';

/** All at once: people mix languages, and a cue of another language rarely misleads. Later ones win. */
export const CUES: readonly CueTable[] = [
  ...[EVERYDAY, DUTCH_POLISH_TURKISH],
  ...[PROGRAMMING, JARGON, TONGUES, FORMS, MATHS, FACTS],
  ...[ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, RUSSIAN, EAST_ASIAN, ARABIC_HINDI],
];
