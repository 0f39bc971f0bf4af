/**
 * The JavaScript that each route needs before it can be used, in brotli KB (1,000 bytes), beside the libraries
 * it cannot do without, built in the same run. What is loaded when used (the highlighter) is left out and
 * printed apart. `node bench/bundle.ts`
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { print } from './report.ts';

const WEB = path.resolve(import.meta.dirname, '../web');
/** Design section 8. */
const BUDGETS = { landing: 70, chat: 108 };

const REACT = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  createRoot(document.body).render(createElement('p', null, 'floor'));`;
const AUTH = `
  import { fetchAuthSession, signInWithRedirect, signOut } from 'aws-amplify/auth';
  import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
  import 'aws-amplify/auth/enable-oauth-listener';
  import { Amplify } from 'aws-amplify';
  console.log(fetchAuthSession, signInWithRedirect, signOut, cognitoUserPoolsTokenProvider, Amplify);`;

/** Builds and returns each script's name and its size in KB. `floor` replaces the site by a script. */
async function measure(floor?: string): Promise<Map<string, number>> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'bundle-'));
  const input = path.join(WEB, 'src/floor.js');
  const virtual: Plugin = {
    name: 'floor',
    enforce: 'pre',
    resolveId: (id) => (id === input ? input : null),
    load: (id) => (id === input ? (floor ?? null) : null),
  };
  await build({
    root: WEB,
    logLevel: 'error',
    plugins: [virtual],
    build: { outDir, emptyOutDir: true, ...(floor !== undefined && { rolldownOptions: { input } }) },
  });
  const assets = path.join(outDir, 'assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const sizes = scripts.map((name): [string, number] => [
    name.replace(/-[\w-]{8}\.js$/, ''),
    brotliCompressSync(readFileSync(path.join(assets, name))).length / 1_000,
  ]);
  rmSync(outDir, { recursive: true });
  return new Map(sizes);
}

const sum = (sizes: Map<string, number>, names: Iterable<string> = sizes.keys()): number =>
  [...names].reduce((total, name) => {
    const size = sizes.get(name);
    if (size === undefined)
      throw new Error(`There is no script ${name}, only ${[...sizes.keys()].join(', ')}`);
    return total + size;
  }, 0);

const site = await measure();
const landingFloor = sum(await measure(REACT));
const chatFloor = sum(await measure(REACT + AUTH));
const kb = { unit: 'KB' } as const;
print('JavaScript of each route, brotli', [
  { what: 'landing', value: sum(site, ['index']), floor: landingFloor, budget: BUDGETS.landing, ...kb },
  {
    what: 'chat',
    value: sum(site, ['index', 'amplify', 'chat-page']),
    floor: chatFloor,
    budget: BUDGETS.chat,
    ...kb,
  },
  {
    what: 'other pages, beside the landing page’s',
    value: sum(site, ['coming-page', 'not-found-page']),
    ...kb,
  },
  { what: 'highlighter, with the first code block', value: sum(site, ['highlight.worker']), ...kb },
]);
