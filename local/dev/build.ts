/** Makes what the stack runs: the site's bundle and the synthesized templates. Only what has changed. */
import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorSummary } from './error-summary.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** A step that failed; the message is one line for people. */
export class BuildError extends Error {}

const WEB_SOURCES = ['web', 'lambdas/contract', 'package-lock.json'];
/** Context as an operator would set it in cdk.json: with a sender, mails go out, here to the outbox. */
const CONTEXT = { mail: JSON.stringify({ from: 'hello@example.com', confirmWaitlist: true }) };
const CLOUD_SOURCES = ['bin', 'lib', 'lambdas', 'cdk.json', 'package-lock.json', 'dist/web'];

/** Builds the site unless it is newer than its sources; says whether it did. */
export async function buildSite(say: (line: string) => void): Promise<boolean> {
  if (newest('dist/web/index.html') > newest(...WEB_SOURCES)) return false;
  say('Building the site ...');
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'web'];
  await run('The site does not build', 'npm run build', args);
  return true;
}

/** Where the templates are, and the context that they are made with besides an operator's. */
export interface Synthesis {
  readonly outDir: string;
  readonly context: Readonly<Record<string, string>>;
}

/** Synthesizes the templates and bundles the functions, unless they are newer than their sources. */
export async function synthesize(
  { outDir, context }: Synthesis,
  say: (line: string) => void,
): Promise<boolean> {
  if (newest(path.join(outDir, 'manifest.json')) > newest(...CLOUD_SOURCES)) return false;
  say('Synthesizing the templates and bundling the functions ...');
  await run('The templates do not synthesize', 'npm run synth', ['bin/app.ts'], {
    CDK_OUTDIR: outDir,
    CDK_CONTEXT_JSON: JSON.stringify({ ...CONTEXT, ...context }),
  });
  return true;
}

/** Modification time of the newest file, in milliseconds; 0 when there is none. */
function newest(...paths: string[]): number {
  return Math.max(0, ...paths.map((relative) => newestIn(path.resolve(ROOT, relative))));
}

function newestIn(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const entries = readdirSync(file, { recursive: true, withFileTypes: true });
  const times = entries
    .filter((entry) => entry.isFile())
    .map(
      (entry) => statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    );
  return times.reduce((latest, time) => Math.max(latest, time), 0);
}

async function run(
  failure: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      output += String(bytes);
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new BuildError(`${failure}: ${errorSummary(output)} (details: ${command})`);
}
