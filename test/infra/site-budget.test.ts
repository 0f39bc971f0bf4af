import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/build-assembly.ts';
import { builtKb, PAGES, scriptName, scriptsOf, scriptsWith } from '../support/site-script-sizes.ts';

it.each(Object.entries(PAGES))('the scripts of the %s page stay within their budget', (_, page) => {
  expect(builtKb(page.scripts)).toBeLessThanOrEqual(page.budgetKb);
});

it('scripts that a page imports are counted with it', () => {
  expect(builtKb(['chat-page'])).toBeGreaterThan(builtKb(['index']));
});

it('the bidirectional algorithm is loaded with the PDF alone', () => {
  expect(scriptsWith('getReorderSegments')).toEqual(['pdf.worker']);
});

it('neither the landing page nor the chat loads the query library', () => {
  const { landing, chat } = PAGES;
  const loaded = scriptsWith('No QueryClient set');
  expect(loaded).toHaveLength(1);
  for (const { scripts } of [landing, chat])
    expect(scriptsOf(scripts).map(scriptName)).not.toContain(loaded[0]);
});

it('the operators’ console is in one script, which no page of a visitor or another user imports', () => {
  expect(scriptsWith('Approved from the waitlist')).toEqual(['admin-page']);
  const { landing, chat } = PAGES;
  for (const scripts of [landing.scripts, chat.scripts, ['not-found-page']])
    expect(scriptsOf(scripts).map(scriptName)).not.toContain('admin-page');
});

it('the router’s nested routes and data loading are in no script', () => {
  expect(scriptsWith('useRoutes() may be used only in')).toEqual([]);
});

it('the requests that renew tokens are loaded after the chat', () => {
  const ofChat = scriptsOf(PAGES.chat.scripts).map(scriptName);
  const withRequests = scriptsWith('GetTokensFromRefreshToken');
  expect(withRequests).not.toEqual([]);
  expect(withRequests.filter((name) => ofChat.includes(name))).toEqual([]);
});

it('the library for diagrams is in the scripts of its frame alone', () => {
  const isIts = 'suppressErrorRendering';
  expect(scriptsWith(isIts)).toEqual([]);
  expect(scriptsWith(isIts, 'diagram')).not.toEqual([]);
});

it('the parser of formulas is loaded with the first formula and with the PDF alone', () => {
  expect(scriptsWith('tml-display').toSorted()).toEqual(['pdf.worker', 'render-formula']);
});

it('the early script names exactly what the first screen of a chat imports, and each file exists', () => {
  const [page] = scriptsOf(['early-scripts']);
  const code = readFileSync(path.join(ROOT, 'dist/web/assets', page ?? ''), 'utf8');
  const named = (/"([^"]+\.js[^"]*)"\);?\s*$/.exec(code)?.[1] ?? '').split(' ');
  const session = scriptsWith('Failed to exchange code for tokens');
  const needed = new Set(
    scriptsOf([...session, 'amplify-configuration-and-tokens', 'chat-page', 'message-list']),
  );
  const entry = [...needed].find((file) => scriptName(file) === 'index');
  expect(named.filter((file) => file.endsWith('.js')).toSorted()).toEqual(
    [...needed].filter((file) => file !== entry).toSorted(),
  );
  expect(named.filter((file) => file.endsWith('.css'))).not.toEqual([]);
  expect(named.filter((file) => !existsSync(path.join(ROOT, 'dist/web/assets', file)))).toEqual([]);
});

it('the built styles keep :dir(rtl), and no list of languages replaces it', () => {
  const styles = globSync(path.join(ROOT, 'dist/web/assets/*.css')).map((file) => readFileSync(file, 'utf8'));
  expect(styles.filter((css) => css.includes(':dir(rtl)'))).not.toEqual([]);
  expect(styles.filter((css) => css.includes(':lang('))).toEqual([]);
});
