/**
 * Measures the JavaScript of the landing page and of the chat, and what each lazy script adds to the chat, in KB (1,000
 * bytes) after Brotli. The floor is a build of only the libraries that the page needs. `node bench/bundle.ts`
 */
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { PAGES, scriptName } from '../test/support/site-script-sizes.ts';
import { print } from './report.ts';

const WEB = path.resolve(import.meta.dirname, '../web');

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

interface Script {
  readonly kb: number;
  readonly imports: readonly string[];
  readonly isLazy: boolean;
}

async function measure(floor?: string): Promise<Map<string, Script>> {
  const input = path.join(WEB, 'src/floor.js');
  const virtual: Plugin = {
    name: 'floor',
    enforce: 'pre',
    resolveId: (id) => (id === input ? input : null),
    load: (id) => (id === input ? (floor ?? null) : null),
  };
  const built = await build({
    root: WEB,
    logLevel: 'error',
    plugins: [virtual],
    build: { write: false, ...(floor !== undefined && { rolldownOptions: { input } }) },
  });
  if (!('output' in built)) throw new Error('The site is expected to be one build');
  const scripts = built.output.filter(({ fileName }) => fileName.endsWith('.js'));
  return new Map(
    scripts.map((script) => {
      const code = script.type === 'chunk' ? script.code : script.source;
      const imports = script.type === 'chunk' ? script.imports.map(scriptName) : [];
      const isLazy = script.type === 'asset' || script.isDynamicEntry;
      return [scriptName(script.fileName), { kb: brotliCompressSync(code).length / 1_000, imports, isLazy }];
    }),
  );
}

function load(scripts: Map<string, Script>, names: readonly string[] = [...scripts.keys()]): number {
  const needed = new Set(names);
  // The loop also reaches elements that it adds to the set.
  for (const name of needed) {
    const script = scripts.get(name);
    if (!script) throw new Error(`There is no script ${name}, only ${[...scripts.keys()].join(', ')}`);
    for (const imported of script.imports) needed.add(imported);
  }
  return [...needed].reduce((total, name) => total + (scripts.get(name)?.kb ?? 0), 0);
}

const { landing, chat } = PAGES;
const added = (...names: string[]): number =>
  load(site, [...chat.scripts, ...names]) - load(site, chat.scripts);

const site = await measure();
const landingFloor = load(await measure(REACT));
const chatFloor = load(await measure(REACT + AUTH));
const kb = { unit: 'KB' } as const;
print('JavaScript of each route, brotli', [
  {
    what: 'landing',
    value: load(site, landing.scripts),
    floor: landingFloor,
    budget: landing.budgetKb,
    ...kb,
  },
  { what: 'chat', value: load(site, chat.scripts), floor: chatFloor, budget: chat.budgetKb, ...kb },
  {
    what: 'chat, with messages on screen',
    value: load(site, [...chat.scripts, 'message-list']),
    floor: chatFloor,
    ...kb,
  },
]);
const atOnce = new Set<string>(chat.scripts);
print(
  'What is loaded when it is used, and adds to a signed-in chat',
  [...site]
    .filter(([name, { isLazy }]) => isLazy && !atOnce.has(name))
    .map(([name]) => ({ what: name, value: added(name), ...kb }))
    .toSorted((a, b) => b.value - a.value),
);
