/**
 * Needs of messages, such as code or a quick answer, and the sentences that tell a user why a model answered. The
 * names of the needs are stored in jobs, and are the keys of a model's `strengths`.
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
/** Reason when the caller may use one model only. */
export const ONLY_ONE = 'Chosen automatically.';

/** Names of needs in the reason for a model that is good at two. */
const NAMES: Readonly<Record<Need, string>> = {
  code: 'code',
  reasoning: 'reasoning',
  language: 'languages',
  creative: 'creative writing',
  quick: 'quick answers',
  long: 'long texts',
  general: 'general questions',
};

interface Needs {
  readonly need: Need;
  readonly second?: Need;
}

/**
 * Returns the reason for a model that was chosen by the need. `second`: the message may as well have this need.
 * @param busy model that would have been better but has failed recently
 */
export function reasonForNeeds(needs: Needs, busy: ModelSpec | undefined): string {
  const chosen = chosenFor(needs);
  return busy ? `${chosen}; ${busy.displayName} is busy.` : `${chosen}.`;
}

/** Reason for a model that was chosen over a slightly better one, because it has the chat in its prompt cache. */
export const reasonForCached = (needs: Needs): string =>
  `${chosenFor(needs)}; keeping this chat’s model costs less.`;

const chosenFor = ({ need, second }: Needs): string =>
  second ? `Chosen for ${NAMES[need]} or ${NAMES[second]}, good at both` : FOR_NEED[need];

/** Reason when the user chose the model `refusing`, which an operator must mend first. */
export const insteadOfRefusing = (refusing: ModelSpec): string =>
  `${refusing.displayName} cannot be used at the moment, so this model was chosen.`;

/** Reason when the model `failed` was called first and did not answer. */
export const reasonForFallback = (failed: ModelSpec): string =>
  `${failed.displayName} did not answer, so this model did.`;
