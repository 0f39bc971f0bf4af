import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface StateFile {
  load(): unknown;
  save(state: unknown): void;
}

/**
 * Opens the file `<name>.json` of the data folder. Without a data folder, keeps the state in memory. A state that was
 * never saved loads as undefined.
 */
export function stateFile(dataDir: string | undefined, name: string): StateFile {
  if (dataDir === undefined) {
    let kept: unknown;
    return {
      load: () => kept,
      save: (state) => {
        kept = state;
      },
    };
  }
  const file = path.join(dataDir, `${name}.json`);
  return {
    load() {
      try {
        return JSON.parse(readFileSync(file, 'utf8'));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    save(state) {
      mkdirSync(dataDir, { recursive: true });
      // A crash during the write leaves the old file intact.
      writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
