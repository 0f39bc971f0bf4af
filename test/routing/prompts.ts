import { CODE } from './code.ts';
import { CREATIVE } from './creative.ts';
import { FOLLOW_UPS } from './follow-ups.ts';
import { GENERAL } from './general.ts';
import type { Labelled } from './labelled.ts';
import { LANGUAGE } from './language.ts';
import { LONG } from './long.ts';
import { QUICK } from './quick.ts';
import { REASONING } from './reasoning.ts';
import { TRICKY } from './tricky.ts';

/**
 * Everything labelled. The prompts were written before the cues of the router; cues are tuned on the half that
 * `halfOf` calls `tune`, and the other one measures.
 */
export const PROMPTS: readonly Labelled[] = [
  ...[...CODE, ...REASONING, ...LANGUAGE, ...CREATIVE, ...QUICK, ...GENERAL, ...LONG],
  ...FOLLOW_UPS,
  ...TRICKY,
];
