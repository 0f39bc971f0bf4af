import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SetupError } from './setup-error.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Returns `path`. @throws SetupError with `remedy`, a sentence for the operator, if the path does not exist */
export function existing(path: string, remedy: string): string {
  if (!existsSync(path)) throw new SetupError(`${path} does not exist. ${remedy}`);
  return path;
}
