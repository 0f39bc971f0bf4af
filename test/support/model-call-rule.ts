import type { StepRule } from '../../local/faults/fault-types.ts';

/** Rule for every call to a model on Bedrock, by Converse or by `bedrock-mantle`, but not for the pieces of its stream. */
export const MODEL_CALLS = {
  service: 'bedrock',
  about: (_, { action }) => action !== 'chunk',
} as const satisfies Partial<StepRule>;
