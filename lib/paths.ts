import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SetupError } from './setup-error.ts';

/** The repository's root, wherever the app is started from. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** `path` if it exists; throws with what to do about it otherwise. */
export function existing(path: string, remedy: string): string {
  if (!existsSync(path)) throw new SetupError(`${path} does not exist. ${remedy}`);
  return path;
}
