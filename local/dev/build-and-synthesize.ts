/** Builds the site and synthesizes the templates, if their sources have changed since the last time. */
import { spawn } from 'node:child_process';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { errorSummary } from './summarise-build-error.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

export class BuildError extends Error {
  /** Error in the sources, without the name of the failed step. */
  readonly summary: string;

  constructor(message: string, summary = message) {
    super(message);
    this.summary = summary;
  }
}

export function buildError(failure: string, output: string, details = ''): BuildError {
  const summary = errorSummary(output);
  return new BuildError(`${failure}: ${summary}${details}`, summary);
}

const WEB_SOURCES = ['web', 'lambdas/contract', 'package-lock.json'];
/** One file of each of the site's three builds (`web/vite.config.ts`). */
const BUILT_FILES = ['dist/web/index.html', 'dist/web/diagram.html', 'dist/web/service-worker.js'];
/** CDK context that an operator would set in cdk.json. */
const CONTEXT = { mail: JSON.stringify({ from: 'hello@example.com', confirmWaitlist: true }) };
const APP = 'bin/app.ts';

/** Milliseconds at which the sources of the built site were read; 0 if a part of the site is missing. */
const siteBuiltAt = (): number => Math.min(...BUILT_FILES.map((file) => newest(file)));

export async function buildSite(say: (line: string) => void): Promise<boolean> {
  if (siteBuiltAt() > newest(...WEB_SOURCES)) return false;
  const startedAt = new Date();
  say('Building the site ...');
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'web'];
  await run('The site does not build', 'npm run build', args);
  for (const file of BUILT_FILES) setTime(file, startedAt);
  return true;
}

/** True when the built site is complete. Every synthesis needs it. */
export const hasSite = (): boolean => siteBuiltAt() > 0;

export interface Synthesis {
  readonly outDir: string;
  readonly context: Readonly<Record<string, string>>;
  /** True to synthesize again after each build of the site, because the templates contain its files. */
  readonly withSite: boolean;
}

const manifestOf = ({ outDir }: Synthesis): string => path.join(outDir, 'manifest.json');

/** Milliseconds at which the sources of the templates were read; 0 without templates. */
export const synthesizedAt = (synthesis: Synthesis): number => newest(manifestOf(synthesis));

/**
 * Synthesizes the templates if a source is newer, and returns whether it did. A change of a function's code starts a
 * synthesis only if `lib` imports the changed file: `replace-changed-functions.ts` rebuilds functions.
 */
export async function synthesize(synthesis: Synthesis, say: (line: string) => void): Promise<boolean> {
  if (synthesizedAt(synthesis) > newest(...(await sourcesOf(synthesis)))) return false;
  const startedAt = new Date();
  say('Synthesizing the templates and bundling the functions ...');
  await run(NO_TEMPLATES, 'npm run synth', [APP], {
    CDK_OUTDIR: synthesis.outDir,
    CDK_CONTEXT_JSON: JSON.stringify({ ...CONTEXT, ...synthesis.context }),
  });
  setTime(manifestOf(synthesis), startedAt);
  return true;
}

const NO_TEMPLATES = 'The templates do not synthesize';

async function sourcesOf({ withSite }: Synthesis): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [APP],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true,
    logLevel: 'silent',
  }).catch((error: Error) => {
    throw buildError(NO_TEMPLATES, error.message);
  });
  const imported = Object.keys(metafile.inputs);
  return ['bin', 'lib', 'cdk.json', 'package-lock.json', ...imported, ...(withSite ? ['dist/web'] : [])];
}

/** Sets a built file's time to the start of the build, so that a source that changes during the build is newer. */
function setTime(file: string, at: Date): void {
  utimesSync(path.resolve(ROOT, file), at, at);
}

/**
 * Returns the newest modification time in milliseconds; 0 without files. Folders count, because a deleted file changes
 * only its folder's time.
 */
export function newest(...paths: string[]): number {
  return Math.max(0, ...paths.map((relative) => newestIn(path.resolve(ROOT, relative))));
}

function newestIn(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  const entries = readdirSync(file, { recursive: true, withFileTypes: true });
  const times = entries.map(
    (entry) => statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return times.reduce((latest, time) => Math.max(latest, time), stats.mtimeMs);
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
  if (code !== 0) throw buildError(failure, output, ` (details: ${command})`);
}
