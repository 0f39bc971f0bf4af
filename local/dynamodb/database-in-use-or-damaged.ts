import path from 'node:path';
import { createEngine } from './dynalite-engine.ts';

/** Returns the database's folder within the data folder of a stack. */
export const databaseDirOf = (dataDir: string): string => path.join(dataDir, 'dynamodb');

/** Resolves with true if a stack uses the database in `dir`, and with false if the database is unused or damaged. */
export async function isDatabaseInUse(dir: string): Promise<boolean> {
  const engine = createEngine(dir);
  try {
    await engine.open();
  } catch (error) {
    return databaseErrorOf(error)?.isLocked === true;
  }
  await engine.close();
  return false;
}

export interface DatabaseError {
  /** True if another process, or another stack in this process, uses the database. */
  readonly isLocked: boolean;
  /** Message of LevelDB, the database behind dynalite. */
  readonly reason: string;
}

/** Finds LevelDB's error in `error` or its causes. Returns undefined for an error of something else. */
export function databaseErrorOf(error: unknown): DatabaseError | undefined {
  if (!(error instanceof Error)) return undefined;
  // When a database does not open, only the `cause` of the error gives the reason.
  const cause = databaseErrorOf(error.cause);
  if (cause) return cause;
  if (!('code' in error && String(error.code).startsWith('LEVEL_'))) return undefined;
  return { isLocked: error.code === 'LEVEL_LOCKED', reason: error.message };
}
