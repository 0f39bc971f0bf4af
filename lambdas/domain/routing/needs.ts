/**
 * Needs that a message has of a model, and the line that tells a user why a model answered. The names are stored in jobs; a
 * model's `strengths` are rated by them.
 */
import type { ModelSpec, Need } from '#contract/config';

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

const FOR_NEED: Readonly<Record<Need, string>> = {
  code: 'Chosen for code',
  reasoning: 'Chosen for mathematics and reasoning',
  language: 'Chosen for languages and translation',
  creative: 'Chosen for creative writing',
  quick: 'Chosen for a quick answer',
  long: 'Chosen for a long text',
  general: 'Chosen for general questions',
};

export const REQUESTED = 'You chose this model.';
/** There was nothing to choose from. */
export const ONLY_ONE = 'Chosen automatically.';

export const forNeed = (need: Need): string => `${FOR_NEED[need]}.`;

/** `busy` would have been better, but has failed lately. */
export const forNeedInstead = (need: Need, busy: ModelSpec): string =>
  `${FOR_NEED[need]}; ${busy.displayName} is busy.`;

/** `failed` was called and did not answer. */
export const steppedIn = (failed: ModelSpec): string =>
  `${failed.displayName} did not answer, so this model did.`;
