import { createHash } from 'node:crypto';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { earlyScripts } from './preload-chat-plugin.ts';

/** Packages whose modules have no side effects when they are loaded. Not all of them say so in their package.json. */
const WITHOUT_SIDE_EFFECTS = /[/]node_modules[/]@(?:aws-crypto|smithy)[/]/;

const CONTRACT = /[/]lambdas[/]contract[/]/;
/**
 * Small modules that the chat page shares with other pages. The build puts them into one script. A separate script for
 * each module would add 0.1 KB per module.
 */
const WITH_CHAT =
  /[/](?:announcement|api-client|branches|device-id|feedback(?:-fields)?|format-date|icon|kept-chats-storage|load-on-demand-or-when-idle)[.]tsx?$/;
/** Modules that the chat page does not need at first. Its dialogs and the other pages share them. */
const PAGE_PARTS =
  /[/]components[/](?:badge|card|column-page|dialog|text-fields-and-switch|item-list|keep-focus-when-control-disappears|use-is-mounted)[.]/;

const namedClasses = new Map<string, string>();

/**
 * Returns a short class name that depends only on the file and the class, so every build gives the same name.
 * @throws if two classes get the same short name
 */
function shortName(name: string, file: string): string {
  const full = `${path.relative(import.meta.dirname, file)} ${name}`;
  const short = `_${createHash('sha256').update(full).digest('base64url').slice(0, 5)}`;
  const other = namedClasses.get(short) ?? full;
  if (other !== full)
    throw new Error(`Rename one of these classes, whose short names are the same: ${full}, ${other}`);
  namedClasses.set(short, full);
  return short;
}

/** The service worker and the iframe for diagrams must not share a script with the pages. */
const separateBuilds: Plugin = {
  name: 'separate-builds',
  apply: 'build',
  async writeBundle() {
    for (const folder of ['diagram', 'service-worker'])
      await build({ configFile: path.join(import.meta.dirname, folder, 'vite.config.ts'), logLevel: 'warn' });
  },
};

/**
 * Rolldown refuses shorter hashes for so many scripts. Longer hashes would make the entry larger: it names all files
 * that are loaded later, and a hash cannot be compressed.
 */
const shortNames = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[name]-[hash:7][extname]',
};

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react(), separateBuilds, earlyScripts],
  worker: { format: 'es', rolldownOptions: { output: shortNames } },
  css: { modules: { generateScopedName: command === 'build' ? shortName : '[name]__[local]' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    // For older browsers, the build would replace `:dir(rtl)` by `:lang()` for a list of languages. No message would
    // match, because messages have `dir="auto"` and no `lang`.
    cssTarget: ['chrome120', 'edge120', 'firefox121', 'safari17.4'],
    // The CSP allows neither inline scripts nor `data:` styles, so every asset is a separate file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        ...shortNames,
        codeSplitting: {
          groups: [
            // Bundles the entry and its static imports into one script. Separate scripts would be 1 KB larger in all.
            { name: 'index', tags: ['$initial'] },
            // Without this group, the build would split the contract into many scripts: one for each set of pages that
            // share a module. Many of these scripts would be smaller than 1 KB.
            { name: 'contract', test: CONTRACT, minShareCount: 8 },
            { name: 'shared', test: WITH_CHAT, minShareCount: 2 },
            { name: 'page-parts', test: PAGE_PARTS, minShareCount: 2 },
          ],
        },
      },
      treeshake: {
        moduleSideEffects: [{ test: WITHOUT_SIDE_EFFECTS, sideEffects: false }],
        // Creating a zod schema has no side effect, so schemas that the client does not use are removed.
        manualPureFunctions: ['z'],
      },
    },
  },
}));
