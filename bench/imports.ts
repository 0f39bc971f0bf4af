/**
 * Measures how much longer the import of each function's bundle takes than that of an empty bundle: our own part of a
 * cold start. Both imports alternate, because the machine's speed varies. `node bench/imports.ts`
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadAssembly } from '../local/assembly/assembly.ts';
import setup, { ASSEMBLY } from '../test/support/build-assembly.ts';
import { median, print, rounds } from './report.ts';

const RUNS = rounds(15);
/** Milliseconds over the import of an empty bundle (docs/architecture.md 8). */
const BUDGETS: Readonly<Record<string, number>> = { Chat: 35, Chats: 34 };

function importOnce(file: string): number {
  const code = `const t = performance.now(); import('${pathToFileURL(file)}').then(() => console.log(performance.now() - t))`;
  return Number(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }));
}

await setup();
const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
const empty = path.join(folder, 'empty.mjs');
writeFileSync(empty, 'export const handler = () => {};');
const assembly = loadAssembly(ASSEMBLY, { secretValue: () => '' });
const functions = assembly
  .all<{ Code: { S3Key: string }; Runtime: string }>('AWS::Lambda::Function')
  .filter(({ properties }) => properties.Runtime.startsWith('nodejs'))
  .map(({ logicalId, properties }) => ({
    logicalId,
    file: path.join(assembly.asset(properties.Code.S3Key), 'index.mjs'),
  }))
  // CDK's own functions are built in another way.
  .filter(({ file }) => existsSync(file));

const figures = functions.map(({ logicalId, file }) => {
  const name = logicalId.replace(/^(Functions|Replies|Users)/, '').replace(/[0-9A-F]{8}$/, '');
  const [full, floors]: [number[], number[]] = [[], []];
  for (let i = 0; i < RUNS; i++) {
    floors.push(importOnce(empty));
    full.push(importOnce(file));
  }
  const budget = BUDGETS[name];
  const over = median(full) - median(floors);
  return { what: name, value: over, unit: 'ms', ...(budget !== undefined && { budget }) };
});
rmSync(folder, { recursive: true });
print(`Import of a function's bundle over an empty one, median of ${RUNS} fresh processes`, figures);
