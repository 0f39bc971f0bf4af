/** Manages `.local`, the folder with the data of `npm start` and the addresses of the running stack. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { databaseDirOf, databaseErrorOf, isDatabaseInUse } from '../dynamodb/dynamodb.ts';
import type { Stack } from '../stack.ts';
import { ROOT } from './build-and-synthesize.ts';

export const LOCAL = path.join(ROOT, '.local');
/** Folders that `--fresh` keeps: builds, and certificates that a browser may trust already. */
const KEPT = ['cdk.out', 'cdk.out-stripe', 'vite', 'certificates'];
const STACK_FILE = path.join(LOCAL, 'stack.json');
const SHELL_FILE = path.join(LOCAL, 'operator.sh');

export const IN_USE = 'The data in .local is in use: is the stack already running?';

/** Says what is wrong with the database and what to do. Returns undefined for an error of something else. */
export function explainDatabaseError(error: unknown): string | undefined {
  const found = databaseErrorOf(error);
  if (!found) return undefined;
  if (found.isLocked) return IN_USE;
  return `The database in .local cannot be read: ${found.reason}. If it is damaged, start over without chats, accounts and mails: npm start -- --fresh`;
}

/** Returns the folder of the stack's data within `dir`. */
export const dataDirOf = (dir: string): string => path.join(dir, 'data');

/**
 * Removes everything in the folder but `KEPT`, for `--fresh`. Resolves with false if `dir` does not exist. Rejects, and
 * removes nothing, while a stack runs on the data.
 */
export async function startOver(dir: string): Promise<boolean> {
  if (!existsSync(dir)) return false;
  // Without this check, LevelDB's lock file would be removed while a stack uses the database. A second stack could then
  // start, and both stacks would write to the same database.
  if (await isDatabaseInUse(databaseDirOf(dataDirOf(dir)))) throw new Error(IN_USE);
  for (const name of readdirSync(dir))
    if (!KEPT.includes(name)) rmSync(path.join(dir, name), { recursive: true, force: true });
  return true;
}

/** Writes `stack.json` for programs, and `operator.sh`, which a shell sources before `npm run ops` or the AWS CLI. */
export function writeAddresses(stack: Stack): void {
  const { urls, caFile, accounts, inviteCode, operator, outputs } = stack;
  const about = { urls, caFile, accounts, inviteCode, operator, outputs };
  writeFileSync(STACK_FILE, `${JSON.stringify(about, undefined, 2)}\n`, { mode: 0o600 });
  writeFileSync(SHELL_FILE, shellVariables({ ...operator, ...outputs }), { mode: 0o600 });
}

export function removeAddresses(): void {
  for (const file of [STACK_FILE, SHELL_FILE]) rmSync(file, { force: true });
}

/**
 * Returns shell lines that export the variables. The first line unsets AWS variables of the shell: the SDK would prefer
 * a profile to the exported key, and the shell's session token belongs to another key.
 */
export const shellVariables = (variables: Readonly<Record<string, string>>): string =>
  [
    'unset AWS_PROFILE AWS_DEFAULT_PROFILE AWS_SESSION_TOKEN\n',
    ...Object.entries(variables).map(
      ([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`,
    ),
  ].join('');
