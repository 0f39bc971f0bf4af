import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The site: built to `dist/web`, which CDK deploys as it is. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The CSP allows neither inline scripts nor data: styles; every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
  },
});
