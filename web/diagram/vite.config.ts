import path from 'node:path';
import { defineConfig } from 'vite';

/**
 * Vite configuration of the frame for diagrams. Its scripts are in a folder of their own, because the frame has an
 * opaque origin: they need the headers of `lib/constructs/site/diagram-headers.ts`.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  build: {
    outDir: '../../dist/web',
    assetsDir: 'assets/diagram',
    emptyOutDir: false,
    target: 'es2024',
    modulePreload: false,
    // Mermaid's own chunks are larger than Vite's limit.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { input: path.join(import.meta.dirname, 'diagram.html') },
  },
});
