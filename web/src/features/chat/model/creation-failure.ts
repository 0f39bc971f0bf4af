import { AppError } from '#contract/errors';
import { chatCopy } from '../copy.ts';

/** Why a chat could not be created: the error's text as the server gave it, where it gave one (docs/spec.md 8.1). */
export function creationFailure(error: unknown): string {
  const told = error instanceof AppError ? error.words : undefined;
  return told ?? chatCopy.chats.creationFailed;
}
