import path from 'node:path';
import { defineConfig } from 'vite';

/** The script's name has no hash, because browsers look for a new version at the address of the old one. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: '../../dist/web',
    emptyOutDir: false,
    target: 'es2024',
    modulePreload: false,
    rolldownOptions: {
      input: path.join(import.meta.dirname, 'service-worker.ts'),
      output: { entryFileNames: '[name].js' },
    },
  },
});
