import path from 'node:path';
import { defineConfig } from 'vite';

/**
 * Vite configuration of the frame for diagrams. The frame has an opaque origin, so the browser loads its scripts only
 * with CORS headers (`lib/constructs/site/diagram-headers.ts`). CloudFront adds these headers to all files of
 * `assets/diagram`, so the build puts the scripts in that folder.
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
    // In kB. Chunks of Mermaid are larger than Vite's default limit of 500 kB.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { input: path.join(import.meta.dirname, 'diagram.html') },
  },
});
