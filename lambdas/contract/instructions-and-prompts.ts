import * as z from 'zod/mini';
import { INSTRUCTIONS_MAX_LENGTH, SAVED_PROMPT } from './limits.ts';
import { wellFormed } from './request-fields.ts';

/** Instructions of a user for the replies in all chats. While `isOn` is false, they are kept but not used. */
export const instructions = z.object({ text: z.string(), isOn: z.boolean() });
export type Instructions = z.infer<typeof instructions>;

export const getInstructions = {
  method: 'GET',
  path: '/api/instructions',
  query: z.object({}),
  response: instructions,
} as const;

export const setInstructions = {
  method: 'PUT',
  path: '/api/instructions',
  body: z.object({
    text: z.string().check(wellFormed, z.trim(), z.maxLength(INSTRUCTIONS_MAX_LENGTH)),
    isOn: z.boolean(),
  }),
  response: instructions,
} as const;

/**
 * Prompt to insert into a message. `text` may have `{placeholders}`, which the user fills in. `isShared` marks a prompt
 * of the operator, which users cannot change.
 */
export const savedPrompt = z.object({
  promptId: z.string(),
  name: z.string(),
  text: z.string(),
  isShared: z.optional(z.boolean()),
});
export type SavedPrompt = z.infer<typeof savedPrompt>;

const promptId = z.uuid();

/** Lists the user's prompts by name, then the operator's in the order of the configuration. */
export const getPrompts = {
  method: 'GET',
  path: '/api/prompts',
  query: z.object({}),
  response: z.object({ prompts: z.array(savedPrompt) }),
} as const;

/** Saves or replaces a prompt. The client chooses the id. Safe to repeat. */
export const putPrompt = {
  method: 'PUT',
  path: '/api/prompts/{promptId}',
  params: z.object({ promptId }),
  body: z.object({
    name: z.string().check(wellFormed, z.trim(), z.minLength(1), z.maxLength(SAVED_PROMPT.nameMaxLength)),
    text: z.string().check(wellFormed, z.trim(), z.minLength(1), z.maxLength(SAVED_PROMPT.textMaxLength)),
  }),
  response: savedPrompt,
} as const;

/** Also succeeds if the prompt does not exist. */
export const deletePrompt = {
  method: 'DELETE',
  path: '/api/prompts/{promptId}',
  params: z.object({ promptId }),
  response: z.object({ promptId: z.string() }),
} as const;
