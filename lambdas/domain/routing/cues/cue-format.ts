import type { Need } from '../needs-and-reasons.ts';

/**
 * Target of a cue: a need, or `small` (small talk, which needs a quick answer), `follow` (the message depends on the
 * one before) or `turn` (the message changes the subject).
 */
export type Target = Need | 'small' | 'follow' | 'turn';

/**
 * Weight, and the cues that have it, separated by `|`. For each target, the weights of the cues found in a text are
 * added. 1 is a hint, 5 a clear sign, and a negative weight speaks against the target. A cue is a word, a phrase of up
 * to four words, or the beginning of a word (`translat*`). In Han, kana, Hangul, Arabic and Devanagari it is any part
 * of the text.
 */
export type CueList = readonly [weight: number, cues: string];
export type CueTable = Readonly<Partial<Record<Target, readonly CueList[]>>>;
