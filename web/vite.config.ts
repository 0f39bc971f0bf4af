import { createHash } from 'node:crypto';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Packages whose modules have no effect when they are loaded, which their package.json does not say. */
const WITHOUT_SIDE_EFFECTS = /[/]node_modules[/]@(?:aws-crypto|smithy)[/]/;

const namedClasses = new Map<string, string>();

/**
 * Class of a CSS Module in a build: short, and the same in every build, as it depends on its file and its name alone.
 * @throws if two classes get the same
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

/** The site: built to `dist/web`, which CDK deploys as it is. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  worker: { format: 'es' },
  css: { modules: { generateScopedName: command === 'build' ? shortName : '[name]__[local]' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    // The CSP allows neither inline scripts nor data: styles; every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The entry and all that it imports are one script. By default they are four, which weigh 1 KB more together.
      output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } },
      treeshake: {
        moduleSideEffects: [{ test: WITHOUT_SIDE_EFFECTS, sideEffects: false }],
        // Making a schema has no effect: those that the client does not use stay out.
        manualPureFunctions: ['z'],
      },
    },
  },
}));
