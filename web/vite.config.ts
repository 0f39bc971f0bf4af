import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Libraries that make values at their top level without saying that nobody else is touched by it, so that what
 * is unused stays in the bundle. Here it is said for them; code that is written otherwise is left as it is
 * (bench/bundle.ts shows the difference).
 */
const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  enforce: 'pre',
  transform(code, id) {
    // marked's parser, renderer and their default instance: only the lexer is used.
    const lexer = /[/]marked[/]lib[/]marked\.esm\.js/.test(id) && /(\w+) as Lexer/.exec(code)?.[1];
    const instance = code.search(/var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/);
    if (!lexer || instance < 0) return null;
    return { code: `${code.slice(0, instance)}export { ${lexer} as Lexer };`, map: null };
  },
};

/** The site: built to `dist/web`, which CDK deploys as it is. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leaveOutUnused],
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The CSP allows neither inline scripts nor data: styles; every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
