import type { Need } from '../needs.ts';

/**
 * Target of a cue: a need; `small` talk, which needs no more than a quick answer; `follow`: the message
 * leans on the one before; `turn`: it turns away from it.
 */
export type Target = Need | 'small' | 'follow' | 'turn';

/**
 * A weight and the cues that have it, separated by `|`. The weights of the cues found in a text add up for the target: 1
 * hints at it, 5 is a clear sign, less than 0 speaks against it. A cue is a word, a phrase of up to four words, or
 * (`translat*`) the beginning of a word. In scripts that write words together it is any part of the text.
 */
export type CueList = readonly [weight: number, cues: string];
export type CueTable = Readonly<Partial<Record<Target, readonly CueList[]>>>;
