/** `--fresh`: forgets what people did, and keeps what only takes time to make. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Folders that stay: what is built, and what a browser may trust already. */
const KEPT = ['cdk.out', 'cdk.out-stripe', 'vite', 'certificates'];

/** Removes everything else of the folder; says whether there was one. */
export function startOver(dir: string): boolean {
  if (!existsSync(dir)) return false;
  for (const name of readdirSync(dir))
    if (!KEPT.includes(name)) rmSync(path.join(dir, name), { recursive: true, force: true });
  return true;
}
