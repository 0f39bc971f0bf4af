import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { buildSync } from 'esbuild';
import { ROOT } from '../paths.ts';

let root: string | undefined;

/** A folder for this process's bundles, gone when it ends: CDK has copied them by then. */
function temporary(): string {
  if (root === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'bundles-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    root = made;
  }
  return root;
}

const bundles = new Map<string, string>();

/**
 * Bundles one entry file of a function and returns the folder that holds `index.mjs`, its chunks and their
 * source maps. What the entry imports lazily becomes a chunk of its own, loaded at the first use, which is why
 * this is not NodejsFunction: that writes one file, and one file cannot split.
 *
 * The same sources give the same bytes on every machine, hence the same asset hash. An entry is bundled once
 * a process, however many stacks use it.
 * @throws Error naming the entry when it does not exist or does not compile.
 */
export function bundle(entry: string): string {
  const known = bundles.get(entry);
  if (known !== undefined) return known;
  const folder = write(entry, compile(entry));
  bundles.set(entry, folder);
  return folder;
}

function compile(entry: string) {
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: { index: entry },
    // Nothing is written here; source maps name the sources relative to it, the same on every machine.
    outdir: join(ROOT, 'dist/lambdas', basename(entry, '.ts')),
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    // Maps are there for whoever sets NODE_OPTIONS=--enable-source-maps; loading them always would cost 12 ms.
    sourcemap: 'linked',
    sourcesContent: false,
    // Dependencies in CommonJS call `require` for Node's own modules.
    banner: { js: "import{createRequire as $cr}from'node:module';const require=$cr(import.meta.url);" },
    logLevel: 'silent',
  });
  return outputFiles;
}

function write(entry: string, files: readonly { readonly path: string; readonly contents: Uint8Array }[]) {
  const folder = mkdtempSync(join(temporary(), `${basename(entry, '.ts')}-`));
  const base = join(ROOT, 'dist/lambdas', basename(entry, '.ts'));
  for (const { path, contents } of files) {
    const target = join(folder, relative(base, path));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, contents);
  }
  return folder;
}
