/** Needs that a message has of a model. The names are stored in jobs; a model's `strengths` are rated by them. */
import type { Need } from '#contract/config';

export type { Need };
export type Scores = Readonly<Record<Need, number>>;

export const NEEDS: readonly Need[] = [
  'code',
  'reasoning',
  'language',
  'creative',
  'quick',
  'long',
  'general',
];
