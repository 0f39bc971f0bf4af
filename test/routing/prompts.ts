import { CODE } from './code.ts';
import { CREATIVE } from './creative.ts';
import { FOLLOW_UPS } from './follow-ups.ts';
import { FOURTH } from './fourth.ts';
import { GENERAL } from './general.ts';
import type { Labelled } from './labelled.ts';
import { LANGUAGE } from './language.ts';
import { LONG } from './long.ts';
import { QUICK } from './quick.ts';
import { REASONING } from './reasoning.ts';
import { SECOND } from './second.ts';
import { THIRD } from './third.ts';
import { TRICKY } from './tricky.ts';

/** Written before the cues of the router. */
const FIRST: readonly Labelled[] = [
  ...[...CODE, ...REASONING, ...LANGUAGE, ...CREATIVE, ...QUICK, ...GENERAL, ...LONG],
  ...FOLLOW_UPS,
  ...TRICKY,
];

/** Everything labelled. Cues are tuned on the half that `halfOf` calls `tune`; the other one measures. */
export const BATCHES: Readonly<Record<'first' | 'second' | 'third' | 'fourth', readonly Labelled[]>> = {
  first: FIRST,
  second: SECOND,
  third: THIRD,
  fourth: FOURTH,
};
export const PROMPTS: readonly Labelled[] = Object.values(BATCHES).flat();
