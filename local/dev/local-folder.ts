/** `.local`: where `npm start` keeps what outlives it, and tells programs and shells where everything is. */
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Stack } from '../stack.ts';
import { ROOT } from './build.ts';

export const LOCAL = path.join(ROOT, '.local');
/** Folders that `--fresh` leaves: what is built, and what a browser may trust already. */
const KEPT = ['cdk.out', 'cdk.out-stripe', 'vite', 'certificates'];
const STACK_FILE = path.join(LOCAL, 'stack.json');
const SHELL_FILE = path.join(LOCAL, 'operator.sh');

/** `--fresh`: removes what people did; says whether there was a folder. */
export function startOver(dir: string): boolean {
  if (!existsSync(dir)) return false;
  for (const name of readdirSync(dir))
    if (!KEPT.includes(name)) rmSync(path.join(dir, name), { recursive: true, force: true });
  return true;
}

/** For programs, and for a shell that runs the AWS CLI. */
export function writeAddresses(stack: Stack): void {
  const { urls, caFile, accounts, inviteCode, operator, outputs } = stack;
  const about = { urls, caFile, accounts, inviteCode, operator, outputs };
  writeFileSync(STACK_FILE, `${JSON.stringify(about, undefined, 2)}\n`, { mode: 0o600 });
  writeFileSync(SHELL_FILE, shellVariables({ ...operator, ...outputs }), { mode: 0o600 });
}

export function removeAddresses(): void {
  for (const file of [STACK_FILE, SHELL_FILE]) rmSync(file, { force: true });
}

/** Lines for `. file`: each variable exported, its value quoted. */
export const shellVariables = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'\n`)
    .join('');
