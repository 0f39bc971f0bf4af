import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Library code that the product never reaches and that a bundler cannot know to be unused is left out. Where a
 * new version is written otherwise, it stays in (bench/bundle.ts shows the difference).
 */
const leaveOutUnused: Plugin = {
  name: 'leave-out-unused',
  enforce: 'pre',
  transform(code, id) {
    // Amplify's readers of configuration files; the product configures it in its own form.
    if (id.endsWith('/@aws-amplify/core/dist/esm/utils/parseAmplifyConfig.mjs'))
      return { code: 'export const parseAmplifyConfig = (config) => config;', map: null };
    // The router's Form, its data-loading links and their prefetching: only their names for debugging hold them.
    if (/react-router[/]dist[/].*mjs/.test(id)) {
      const nameless = code.replaceAll(/^\w+\.displayName = "\w+";$/gm, '');
      const pure = nameless.replaceAll(/= (React\d*\.forwardRef)\(/g, '= /* @__PURE__ */ $1(');
      return { code: withoutDataRouter(pure), map: null };
    }
    // marked's parser, renderer and their default instance: only the lexer is used.
    const lexer = /[/]marked[/]lib[/]marked\.esm\.js/.test(id) && /(\w+) as Lexer/.exec(code)?.[1];
    const instance = code.search(/var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/);
    if (!lexer || instance < 0) return null;
    return { code: `${code.slice(0, instance)}export { ${lexer} as Lexer };`, map: null };
  },
};

/** The product's router loads no data: what decides at run time whether it does is told so when it is built. */
function withoutDataRouter(code: string): string {
  return code
    .replace(
      'return isDataRoute ? useNavigateStable() : useNavigateUnstable();',
      'return useNavigateUnstable();',
    )
    .replace('let dataRouterState = dataRouterOpts?.state;', 'const dataRouterState = undefined;')
    .replace('RenderErrorBoundary.contextType = RSCRouterContext;', '');
}

const ROUTER = fileURLToPath(
  new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
);

/** They touch nobody when they are loaded, but do not say so in their package.json. */
const WITHOUT_SIDE_EFFECTS = /[/]node_modules[/]@(?:aws-crypto|smithy)[/]/;

/** What every page needs is one script: split, each part compresses by itself and worse. */
const EVERY_PAGE =
  /node_modules[/](?:react|react-dom|react-router|react-router-dom|scheduler)[/]|web[/]src[/](?:app|features[/]landing)[/].*[.]tsx|rolldown[/]runtime|preload-helper/;

/** What every page with a chat needs: reading what the server tells. */
const WITH_CHAT =
  /node_modules[/]zod[/]|lambdas[/]contract[/](?:errors|entities|usage|socket)[.]ts|components[/]on-demand[.]tsx/;

/** What every page for who is signed in needs: calling the API, and the few things that go with that. */
const SIGNED_IN =
  /web[/]src[/]lib[/](?:http|session[/](?:session|automatic-sign-in|renewal|sign-in-failure)|dates)[.]ts|components[/]chat-icon[.]tsx|api[/]get-chat(?:-history|s)[.]ts|contract[/]responses[.]ts/;

/** The site: built to `dist/web`, which CDK deploys as it is. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leaveOutUnused],
  // Without the warnings for developers, which its package offers to bundlers in production too.
  resolve: { alias: [{ find: /^react-router$/, replacement: ROUTER }] },
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
