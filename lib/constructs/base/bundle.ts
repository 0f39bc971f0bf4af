import { basename, join, relative } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { ROOT } from '../../root-and-existing-path.ts';
import { type Compiled, cachedBundle } from './bundle-cache.ts';

const bundles = new Map<string, string>();

/**
 * Bundles the entry file of a function and returns the folder with `index.mjs`, its chunks and source maps. A module
 * that is imported dynamically becomes a chunk, which CDK's NodejsFunction cannot write.
 * @throws the error of esbuild when the entry does not exist or does not compile
 */
export function bundle(entry: string): string {
  const known = bundles.get(entry);
  if (known !== undefined) return known;
  const folder = cachedBundle(entry, JSON.stringify(BUNDLING), () => compile(entry));
  bundles.set(entry, folder);
  return folder;
}

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
  // Source maps become separate files. Node loads these files only if NODE_OPTIONS has --enable-source-maps. Functions
  // lack this option, because loading takes 12 ms. To read a stack trace, an operator sets the option on a function.
  sourcemap: 'linked',
  sourcesContent: false,
  // Dependencies in CommonJS call `require`, which ES modules lack.
  banner: { js: "import{createRequire as $cr}from'node:module';const require=$cr(import.meta.url);" },
  loader: { '.bin': 'binary' },
  logLevel: 'silent',
} satisfies BuildOptions;

function compile(entry: string): Compiled {
  // esbuild writes nothing into this folder (`write: false`). Source maps name their sources relative to this folder,
  // so that the maps are the same on every machine.
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
