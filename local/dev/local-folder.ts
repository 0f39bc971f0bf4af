/** Manages `.local`, the folder with the data of `npm start` and the addresses of the running stack. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Stack } from '../stack.ts';
import { ROOT } from './build-and-synthesize.ts';

export const LOCAL = path.join(ROOT, '.local');
/** Folders that `--fresh` keeps: builds, and certificates that a browser may trust already. */
const KEPT = ['cdk.out', 'cdk.out-stripe', 'vite', 'certificates'];
const STACK_FILE = path.join(LOCAL, 'stack.json');
const SHELL_FILE = path.join(LOCAL, 'operator.sh');

/** Removes everything in the folder but `KEPT`, for `--fresh`. Returns false if `dir` does not exist. */
export function startOver(dir: string): boolean {
  if (!existsSync(dir)) return false;
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
