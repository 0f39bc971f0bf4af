import { basename, join, relative } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { ROOT } from '../../paths.ts';
import { type Compiled, cachedBundle } from './bundle-cache.ts';

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
  const folder = cachedBundle(entry, JSON.stringify(BUNDLING), () => compile(entry));
  bundles.set(entry, folder);
  return folder;
}

/** How esbuild bundles a function. The local stack's edit loop builds with the same. */
export const BUNDLING = {
  write: false,
  metafile: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  // Maps are there for those who set NODE_OPTIONS=--enable-source-maps; loading them always would cost 12 ms.
  sourcemap: 'linked',
  sourcesContent: false,
  // Dependencies in CommonJS call `require` for Node's own modules.
  banner: { js: "import{createRequire as $cr}from'node:module';const require=$cr(import.meta.url);" },
  logLevel: 'silent',
} satisfies BuildOptions;

function compile(entry: string): Compiled {
  // Nothing is written here; source maps name the sources relative to it, the same on every machine.
  const outdir = join(ROOT, 'dist/lambdas', basename(entry, '.ts'));
  const { outputFiles, metafile } = buildSync({
    ...BUNDLING,
    absWorkingDir: ROOT,
    entryPoints: { index: entry },
    outdir,
  });
  return {
    files: outputFiles.map(({ path, contents }) => ({ path: relative(outdir, path), contents })),
    sources: Object.keys(metafile.inputs).filter((file) => !file.includes('node_modules/')),
  };
}
