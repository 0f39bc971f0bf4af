import { basename, join, relative } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { ROOT } from '../../paths.ts';
import { type Compiled, cachedBundle } from './bundle-cache.ts';

const bundles = new Map<string, string>();

/**
 * Bundles the entry file of a function and returns the folder that holds `index.mjs`, its chunks and their source
 * maps. A module that is imported dynamically becomes a separate chunk, loaded at its first use. The CDK's
 * NodejsFunction cannot do this, as it writes one file.
 *
 * The same sources give the same bytes on every machine, hence the same asset hash. An entry is bundled at most once
 * per process.
 * @throws the error of esbuild when the entry does not exist or does not compile
 */
export function bundle(entry: string): string {
  const known = bundles.get(entry);
  if (known !== undefined) return known;
  const folder = cachedBundle(entry, JSON.stringify(BUNDLING), () => compile(entry));
  bundles.set(entry, folder);
  return folder;
}

/** Options of esbuild for a function. The local stack rebuilds functions with the same options. */
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
  // Writes source maps as separate files, which Node loads only if NODE_OPTIONS has --enable-source-maps. No function
  // sets this option, because loading takes 12 ms. To read a stack trace, an operator sets the option on a function.
  sourcemap: 'linked',
  sourcesContent: false,
  // Dependencies in CommonJS call `require` for Node's own modules. ES modules have no `require`, so the banner defines
  // it.
  banner: { js: "import{createRequire as $cr}from'node:module';const require=$cr(import.meta.url);" },
  loader: { '.bin': 'binary' },
  logLevel: 'silent',
} satisfies BuildOptions;

function compile(entry: string): Compiled {
  // Nothing is written to this folder. Source maps name their sources relative to it, which makes the source maps the
  // same on every machine.
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
