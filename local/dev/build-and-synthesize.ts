/** Builds the site and synthesizes the templates, if their sources have changed since the last time. */
import { spawn } from 'node:child_process';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { errorSummary } from './find-error-in-output.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Failed build step. The message is one line for people. */
export class BuildError extends Error {
  /** Error in the sources, without the name of the failed step. */
  readonly summary: string;

  constructor(message: string, summary = message) {
    super(message);
    this.summary = summary;
  }
}

/**
 * Creates the error of a failed step from its output.
 * @param output text that the step wrote
 */
export function buildError(failure: string, output: string, details = ''): BuildError {
  const summary = errorSummary(output);
  return new BuildError(`${failure}: ${summary}${details}`, summary);
}

const WEB_SOURCES = ['web', 'lambdas/contract', 'package-lock.json'];
/** Files of the site, one of each of its three builds (`web/vite.config.ts`). */
const BUILT_FILES = ['dist/web/index.html', 'dist/web/diagram.html', 'dist/web/service-worker.js'];
/**
 * CDK context that an operator would set in cdk.json. `mail` makes the product send mails. The local stack puts them
 * into its outbox.
 */
const CONTEXT = { mail: JSON.stringify({ from: 'hello@example.com', confirmWaitlist: true }) };
const APP = 'bin/app.ts';

/** Returns the time in milliseconds at which the sources of the built site were read; 0 if a part of it is missing. */
const siteBuiltAt = (): number => Math.min(...BUILT_FILES.map((file) => newest(file)));

/** Builds the site unless it is complete and newer than its sources. Returns whether it was built. */
export async function buildSite(say: (line: string) => void): Promise<boolean> {
  if (siteBuiltAt() > newest(...WEB_SOURCES)) return false;
  const startedAt = new Date();
  say('Building the site ...');
  const args = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', 'web'];
  await run('The site does not build', 'npm run build', args);
  for (const file of BUILT_FILES) setTime(file, startedAt);
  return true;
}

/**
 * True when the built site is complete. It is needed even while the sources are served: synthesis reads its folder, and
 * `diagram.html` (the iframe that draws diagrams) is always served as built.
 */
export const hasSite = (): boolean => siteBuiltAt() > 0;

/** Output folder and options of a synthesis. */
export interface Synthesis {
  readonly outDir: string;
  /** CDK context in addition to the operator's. */
  readonly context: Readonly<Record<string, string>>;
  /** True to synthesize again after each build of the site, because the templates contain its files. */
  readonly withSite: boolean;
}

const manifestOf = ({ outDir }: Synthesis): string => path.join(outDir, 'manifest.json');

/** Returns the time in milliseconds at which the sources of the templates were read; 0 without templates. */
export const synthesizedAt = (synthesis: Synthesis): number => newest(manifestOf(synthesis));

/**
 * Synthesizes the templates and bundles the functions, unless the templates are newer than their sources. Returns true
 * if it has synthesized. A change of a function's code alone starts no synthesis, because `live-functions.ts` rebuilds
 * functions.
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

/**
 * Lists the CDK app's sources: its folders, its configuration, the product's files that it imports, and with `withSite`
 * the built site.
 */
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

/**
 * Sets the file's time to the start of its build, so that a source that changes during the build is newer than the
 * file.
 */
function setTime(file: string, at: Date): void {
  utimesSync(path.resolve(ROOT, file), at, at);
}

/**
 * Returns the modification time of the newest file or folder in milliseconds; 0 when there is none. Folders count,
 * because a deleted file leaves no other trace than the new time of its folder.
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
