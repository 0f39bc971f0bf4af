/**
 * Needs of messages, and the sentences that tell a user why a model answered. A renamed need would break the worker's
 * pending jobs (`ReplyJob`) and the `strengths` of the configured models.
 */
import type { ModelSpec, Need } from '#contract/deployment-config';

export type { Need };

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
/** Reason when only one of the caller's models can answer. */
export const ONLY_ONE = 'Chosen automatically.';

/** Reason when only one of the caller's models can answer, and there are pictures. */
export const FOR_PICTURES = 'Chosen because it can see pictures.';

/** Names in a reason with two needs, such as `Chosen for code or languages, good at both`. */
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
 * Returns the reason for a model that was chosen by the needs of the message.
 * @param busy model that would have been better but has failed recently
 */
export function reasonForNeeds(needs: Needs, busy: ModelSpec | undefined): string {
  const chosen = chosenFor(needs);
  return busy ? `${chosen}; ${busy.displayName} is busy.` : `${chosen}.`;
}

/**
 * Reason for keeping the chat's model when another model is slightly better: the kept model has the chat in its prompt
 * cache.
 */
export const reasonForCached = (needs: Needs): string =>
  `${chosenFor(needs)}; keeping this chat’s model costs less.`;

const chosenFor = ({ need, second }: Needs): string =>
  second ? `Chosen for ${NAMES[need]} or ${NAMES[second]}, good at both` : FOR_NEED[need];

export const insteadOfRefusing = (refusing: ModelSpec): string =>
  `${refusing.displayName} cannot be used at the moment, so this model was chosen.`;

export const insteadOfUnfit = (
  { displayName, input = [] }: ModelSpec,
  { hasPictures }: { readonly hasPictures: boolean },
): string => {
  const cannot = hasPictures && !input.includes('image') ? 'cannot see pictures' : 'cannot take these files';
  return `${displayName} ${cannot}, so this model was chosen.`;
};

/** Kinds of files that the answering model does not get. */
export interface LeftOut {
  readonly hasPictures: boolean;
  readonly hasDocuments: boolean;
  readonly hasOfProject: boolean;
  /** Files whose content was removed before the worker read it. */
  readonly hasRemoved: boolean;
}

/** Follows the reason if the project has a file that the model cannot take or the user's plan does not allow. */
export const PROJECT_FILES_LEFT = 'It cannot read all files of the project.';

/** Returns the sentences that follow the reason. */
export const notesOf = ({ hasPictures, hasDocuments, hasOfProject, hasRemoved }: LeftOut): string[] => [
  ...(hasPictures ? ['It does not see the earlier pictures.'] : []),
  ...(hasDocuments ? ['It cannot read the earlier documents.'] : []),
  ...(hasOfProject ? [PROJECT_FILES_LEFT] : []),
  ...(hasRemoved ? ['A file was removed before it answered.'] : []),
];

/** Follows the reason when the model's context leaves out earlier turns with files. */
export const EARLIER_FILES_LEFT = 'Earlier files are left out.';

export const reasonForFallback = (failed: ModelSpec): string =>
  `${failed.displayName} did not answer, so this model did.`;
