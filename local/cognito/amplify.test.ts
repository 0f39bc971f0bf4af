/** Tests with a real client: Amplify in Chromium calls the hosted UI and the APIs. */
import { AxeBuilder } from '@axe-core/playwright';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { BROWSER_ARGS, findTestBrowser } from '../../test/support/find-browser.ts';
import { testCertificate } from '../fakes-for-emulator-tests.ts';
import {
  type Listener,
  listenSecure,
  type RequestListener,
  type TlsFiles,
} from '../gateway/gateway-exports.ts';
import { CLIENT, givenCognito, IDENTITY_POOL, PASSWORD, POOL } from './cognito-for-tests.ts';

const BROWSER_MS = 60_000;
const email = 'ann@example.com';

/** Runs in the page; CONFIG is defined by the bundler. */
const CLIENT_CODE = `
import { Amplify } from 'aws-amplify';
import 'aws-amplify/auth/enable-oauth-listener';
import { fetchAuthSession, signInWithRedirect, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { Hub, sessionStorage } from 'aws-amplify/utils';
const { userPoolId, userPoolClientId, identityPoolId, endpoint, domain } = CONFIG;
const here = [location.origin + '/'];
Amplify.configure({ Auth: { Cognito: {
  userPoolId, userPoolClientId, identityPoolId, userPoolEndpoint: endpoint, identityPoolEndpoint: endpoint,
  loginWith: { oauth: { domain, scopes: ['email', 'openid', 'phone'], redirectSignIn: here, redirectSignOut: here,
    responseType: 'code' } } } } });
cognitoUserPoolsTokenProvider.setKeyValueStorage(sessionStorage);
const who = document.querySelector('output');
async function show(options) {
  try {
    const { tokens, credentials } = await fetchAuthSession(options);
    const claims = tokens?.idToken?.payload;
    who.textContent = claims ? claims.email + ' ' + claims.jti + ' ' + credentials?.accessKeyId : 'nobody';
  } catch (error) { who.textContent = String(error.name); }
}
Hub.listen('auth', ({ payload }) => { if (payload.event === 'signInWithRedirect') show(); });
document.querySelector('#in').onclick = () => signInWithRedirect();
document.querySelector('#again').onclick = () => show({ forceRefresh: true });
document.querySelector('#out').onclick = () => signOut();
if (!location.search.includes('code=')) show();
`;
const HTML = `<!doctype html><title>App</title><link rel="icon" href="data:,"><output></output><button id="in">Sign in</button>
  <button id="again">Refresh</button><button id="out">Sign out</button><script type="module" src="/app.js"></script>`;

let tls: TlsFiles;
let browser: Browser;
let page: Page;
let listeners: Listener[];
let emulator: ReturnType<typeof givenCognito>;
const problems: string[] = [];

beforeAll(async () => {
  tls = await testCertificate();
  browser = await chromium.launch({ executablePath: findTestBrowser(), args: BROWSER_ARGS });
}, BROWSER_MS);
afterAll(() => browser?.close());

beforeEach(async () => {
  const serve: { app: RequestListener; auth: RequestListener } = { app: () => {}, auth: () => {} };
  const app = await listenSecure({ port: 0, tls, handle: (...exchange) => serve.app(...exchange) });
  const auth = await listenSecure({ port: 0, tls, handle: (...exchange) => serve.auth(...exchange) });
  listeners = [app, auth];
  const origin = `https://localhost:${auth.port}`;
  emulator = givenCognito({ origin, redirect: `https://localhost:${app.port}/` });
  serve.auth = emulator.cognito.handle;
  const config = {
    userPoolId: POOL,
    userPoolClientId: CLIENT,
    identityPoolId: IDENTITY_POOL,
    endpoint: `${origin}/`,
    domain: `localhost:${auth.port}`,
  };
  const bundle = await build({
    stdin: { contents: CLIENT_CODE, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'esm',
    define: { CONFIG: JSON.stringify(config) },
  });
  const code = bundle.outputFiles[0]?.text ?? '';
  serve.app = (request, response) => {
    const isCode = request.url === '/app.js';
    response
      .writeHead(200, { 'content-type': isCode ? 'text/javascript' : 'text/html' })
      .end(isCode ? code : HTML);
  };
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  page = await context.newPage();
  problems.length = 0;
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(`https://localhost:${app.port}/`);
}, BROWSER_MS);

afterEach(async () => {
  await page.context().close();
  for (const listener of listeners) await listener.close();
  expect(problems).toEqual([]);
  expect(emulator.lines).toEqual([]);
});

const who = () => page.locator('output');
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Counts the values of a storage that are JWTs. */
const tokensIn = (storage: 'localStorage' | 'sessionStorage') =>
  page.evaluate(
    (name) => Object.values(globalThis[name]).filter((value) => value.startsWith('eyJ')).length,
    storage,
  );

async function expectAccessible(heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading }).waitFor();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}

async function fillIn(fields: Record<string, string>, submit: string): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  await button(submit).click();
}

const shows = (text: string | RegExp) => who().filter({ hasText: text }).waitFor();

it(
  'signs in with PKCE, refreshes, gets credentials, survives a reload, and leaves nothing at sign-out',
  async () => {
    await emulator.cognito.createUser(email, PASSWORD, { name: 'Ann' });
    await shows('nobody');
    await button('Sign in').click();
    await fillIn({ Email: email, Password: 'wrong' }, 'Sign in');
    expect(await page.getByRole('alert').textContent()).toBe('Incorrect username or password.');
    await fillIn({ Email: email, Password: PASSWORD }, 'Sign in');
    await shows(/^ann@example.com .* ASIAUSER$/);
    const first = await who().textContent();
    await button('Refresh').click();
    await expect.poll(() => who().textContent(), { timeout: 15_000 }).not.toBe(first);
    await shows(/ASIAUSER$/);
    await page.reload();
    await shows(email);
    expect(await tokensIn('localStorage')).toBe(0);
    expect(await tokensIn('sessionStorage')).toBe(2);
    const revoked = page.waitForRequest((request) =>
      String(request.headers()['x-amz-target']).endsWith('.RevokeToken'),
    );
    await button('Sign out').click();
    await revoked;
    await shows('nobody');
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
    await button('Sign in').click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  },
  BROWSER_MS,
);

it(
  'signs up with a mailed code, then resets a forgotten password',
  async () => {
    await button('Sign in').click();
    await expectAccessible('Sign in');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expectAccessible('Sign up');
    await fillIn({ Email: email, Password: 'short' }, 'Sign up');
    expect(await page.getByRole('alert').textContent()).toContain('Password not long enough');
    await fillIn({ Password: PASSWORD }, 'Sign up');
    await expectAccessible('Confirm your account');
    await fillIn({ 'Verification code': emulator.outbox.latestTo(email)?.code ?? '' }, 'Confirm account');
    await shows(email);
    await button('Sign out').click();
    await shows('nobody');
    await button('Sign in').click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await fillIn({ Email: email }, 'Reset my password');
    await expectAccessible('Change your password');
    const code = emulator.outbox.latestTo(email)?.code ?? '';
    await fillIn({ 'Verification code': code, 'New password': 'another good one' }, 'Change password');
    await shows(email);
  },
  BROWSER_MS,
);
