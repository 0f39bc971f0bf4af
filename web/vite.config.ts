import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** They touch nobody when they are loaded, but do not say so in their package.json. */
const WITHOUT_SIDE_EFFECTS = /[/]node_modules[/]@(?:aws-crypto|smithy)[/]/;

/** What every page needs is one script: split, each part compresses by itself and worse. */
const EVERY_PAGE =
  /node_modules[/](?:react|react-dom|react-router|scheduler)[/]|web[/]src[/](?:app|features[/]landing)[/].*[.]tsx|rolldown[/]runtime|preload-helper/;

/** What every page with a chat needs: reading what the server tells. */
const WITH_CHAT =
  /node_modules[/]zod[/]|lambdas[/]contract[/](?:errors|entities|usage|socket)[.]ts|components[/]on-demand[.]tsx/;

/** What every page for who is signed in needs: calling the API, and the few things that go with that. */
const SIGNED_IN =
  /web[/]src[/]lib[/](?:http|session[/](?:session|automatic-sign-in|renewal|sign-in-failure)|dates)[.]ts|components[/]chat-icon[.]tsx|api[/]get-chat(?:-history|s)[.]ts|contract[/]responses[.]ts/;

/** The site: built to `dist/web`, which CDK deploys as it is. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2024',
    // The CSP allows neither inline scripts nor data: styles; every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'page', test: EVERY_PAGE, priority: 3 },
            { name: 'with-chat', test: WITH_CHAT, priority: 2 },
            { name: 'signed-in', test: SIGNED_IN, priority: 1 },
          ],
        },
      },
      treeshake: {
        moduleSideEffects: [{ test: WITHOUT_SIDE_EFFECTS, sideEffects: false }],
        // Making a schema has no effect: those that the client does not use stay out.
        manualPureFunctions: ['z'],
      },
    },
  },
});
