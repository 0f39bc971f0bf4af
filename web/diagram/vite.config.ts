import path from 'node:path';
import { defineConfig } from 'vite';

/**
 * Vite configuration of the frame for diagrams. The frame has an opaque origin, so the browser loads its scripts only
 * with CORS headers (`lib/constructs/site/diagram-headers.ts`). CloudFront adds them to the folder `assets/diagram`.
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
