import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Changes with every file below these paths that is added, removed or written. */
export function fingerprintOf(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((relative) => filesIn(path.join(root, relative)))) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${path.relative(root, file)} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

function filesIn(file: string): string[] {
  if (!statSync(file).isDirectory()) return [file];
  return readdirSync(file, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}
