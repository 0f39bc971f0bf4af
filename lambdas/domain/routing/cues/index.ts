import { ARABIC_HINDI } from './arabic-hindi.ts';
import { DUTCH_POLISH_TURKISH } from './dutch-polish-turkish.ts';
import { EAST_ASIAN } from './east-asian.ts';
import { ENGLISH } from './english.ts';
import { EVERYDAY } from './everyday.ts';
import { FACTS } from './facts.ts';
import { FORMS } from './forms.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import { JARGON } from './jargon.ts';
import { MATHS } from './maths.ts';
import { PORTUGUESE } from './portuguese.ts';
import { PROGRAMMING } from './programming.ts';
import { RUSSIAN } from './russian.ts';
import { SPANISH } from './spanish.ts';
import { TONGUES } from './tongues.ts';
import type { CueTable } from './types.ts';

/** All at once: people mix languages, and a cue of another language rarely misleads. Later ones win. */
export const CUES: readonly CueTable[] = [
  ...[EVERYDAY, DUTCH_POLISH_TURKISH],
  ...[PROGRAMMING, JARGON, TONGUES, FORMS, MATHS, FACTS],
  ...[ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, RUSSIAN, EAST_ASIAN, ARABIC_HINDI],
];
