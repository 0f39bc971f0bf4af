/** The scripts of the built site that a page needs before it can be used. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from './build-assembly.ts';

const ASSETS = path.join(ROOT, 'dist/web/assets');
const STATIC_IMPORT = /\b(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g;

/** For each page: its scripts by name, and the bound for them and their imports in brotli KB (1,000 bytes). */
export const PAGES = {
  landing: { scripts: ['index', 'early-scripts'], budgetKb: 72 },
  chat: {
    scripts: ['index', 'early-scripts', 'amplify-configuration-and-tokens', 'chat-page'],
    budgetKb: 125,
  },
} as const;

/** Returns the names of the scripts that contain a text, directly in `assets` or in the given folder of it. */
export function scriptsWith(text: string, folder = ''): string[] {
  const dir = path.join(ASSETS, folder);
  return readdirSync(dir)
    .filter((file) => file.endsWith('.js') && readFileSync(path.join(dir, file), 'utf8').includes(text))
    .map(scriptName);
}

/** `chat-page` of `chat-page-1a2b3c4.js`. */
export const scriptName = (fileName: string): string => path.basename(fileName).replace(/-[\w-]{7}\.js$/, '');

/**
 * Returns the files of these scripts and of all their static imports. Dynamic imports do not count.
 * @throws if the site is not built, or has no such script
 */
export function scriptsOf(names: readonly string[]): string[] {
  if (!existsSync(ASSETS)) throw new Error('The site is not built: npm run build');
  const files = readdirSync(ASSETS).filter((file) => file.endsWith('.js'));
  const needed = new Set(
    names.map((name) => {
      const file = files.find((candidate) => scriptName(candidate) === name);
      if (!file) throw new Error(`The site has no script ${name}`);
      return file;
    }),
  );
  // The loop also reaches elements that it adds to the set.
  for (const file of needed)
    for (const [, imported] of codeOf(file).matchAll(STATIC_IMPORT)) if (imported) needed.add(imported);
  return [...needed];
}

const codeOf = (file: string): string => readFileSync(path.join(ASSETS, file), 'utf8');

/** Brotli KB of these scripts and all that they import. */
export const builtKb = (names: readonly string[]): number =>
  scriptsOf(names).reduce((bytes, file) => bytes + brotliCompressSync(codeOf(file)).length, 0) / 1_000;
