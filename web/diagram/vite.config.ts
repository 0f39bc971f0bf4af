import path from 'node:path';
import { defineConfig } from 'vite';

/**
 * Builds the iframe that draws diagrams. It has an opaque origin, so the browser loads its scripts only with CORS
 * headers. CloudFront adds these headers to all files of `assets/diagram` (`lib/constructs/site/diagram-headers.ts`).
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
    // In kB. Chunks of Mermaid are larger than Vite's default of 500 kB.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { input: path.join(import.meta.dirname, 'diagram.html') },
  },
});
