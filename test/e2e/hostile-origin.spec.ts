/** A page of another origin, open in the browser of a user who is signed in (docs/safety.md 7, 23 and 24). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { test as base, expect } from './fixtures.ts';

const test = base.extend<{ readonly hostile: Page }>({
  /** Another tab of the same browser, on a page of another origin that the test controls. */
  hostile: async ({ chat, expectedErrors }, use) => {
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hostile</title><h1>Prizes</h1>'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const page = await chat.context().newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    // The browser says on the console what it refuses this page.
    expectedErrors.push(/./);
    await use(page);
    server.close();
  },
});

/** A text as the value of an attribute. */
const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Tries to open a socket from the page. Resolves with the outcome. */
const socketFrom = (page: Page, url: string, protocols: readonly string[]): Promise<string> =>
  page.evaluate(
    ({ url, protocols }) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(url, protocols);
        socket.onopen = () => resolve('open');
        socket.onclose = ({ code }) => resolve(`closed ${code}`);
      }),
    { url, protocols: [...protocols] },
  );

test('a hostile page opens no socket, as a guest or with a stolen token', async ({
  hostile,
  stack,
  user,
}) => {
  for (const credential of ['guest', user.token])
    expect(await socketFrom(hostile, stack.urls.socket, ['parley.v1', credential])).toBe('closed 1006');
  expect(stack.inner.sockets.connections()).toHaveLength(1);
});

test('a hostile page reads nothing with fetch, with a token or without', async ({ hostile, stack, user }) => {
  const outcomes = await hostile.evaluate(
    async ({ site, email, token }) => {
      const path = `${site}/api/chats/getChats?userEmail=${email}`;
      const read = (url: string, options: RequestInit = {}) =>
        fetch(url, options).then(
          async (response) => `${response.type} ${(await response.text()).length}`,
          () => 'refused',
        );
      return [
        await read(path),
        await read(path, { credentials: 'include' }),
        await read(path, { headers: { authorization: `Bearer ${token}` } }),
        await read(path, { mode: 'no-cors', credentials: 'include' }),
        await read(`${site}/config.json`),
        await read(`${site}/`, { mode: 'no-cors' }),
      ];
    },
    { site: stack.urls.site, email: user.email, token: user.token },
  );
  // The page can read nothing of an opaque response. The site's resource policy refuses even that.
  for (const outcome of outcomes) expect(['refused', 'opaque 0']).toContain(outcome);
});

test('a hostile page changes nothing with a form, which needs no CORS preflight', async ({
  hostile,
  stack,
  user,
}) => {
  const forms = [
    ['/api/account/delete', { confirmEmail: user.email }],
    ['/api/support', { subject: 'From elsewhere', message: 'From elsewhere' }],
    ['/api/waitlist', { email: 'dragged-in@example.com' }],
  ] as const;
  const home = hostile.url();
  for (const [path, body] of forms) {
    // A field whose name and value make JSON around the form's `=`.
    const json = JSON.stringify({ ...body, padding: '' });
    const answered = hostile.waitForResponse((response) => response.url().endsWith(path));
    await hostile.setContent(
      `<form action="${stack.urls.site}${path}" method="post" enctype="text/plain">
        <input name="${attribute(json.slice(0, -2))}" value="${attribute(json.slice(-2))}"><button>Win</button>
      </form>`,
    );
    await hostile.getByRole('button').click();
    expect([path, (await answered).status()]).toEqual([path, path.startsWith('/api/waitlist') ? 400 : 401]);
    await hostile.waitForURL(`**${path}`);
    await hostile.goto(home);
  }
  expect(await stack.chats(user)).toHaveLength(1);
  expect(stack.inner.mails.latestTo('dragged-in@example.com')).toBeUndefined();
});

test('a hostile page can neither frame the product nor keep a handle on its window', async ({
  hostile,
  stack,
  context,
}) => {
  await hostile.setContent(`<iframe src="${stack.urls.site}/chat"></iframe>`);
  const [framed] = hostile.mainFrame().childFrames();
  await expect.poll(() => framed?.url()).toMatch(/^chrome-error:/);
  const opened = context.waitForEvent('page');
  await hostile.evaluate(`window.product = window.open(${JSON.stringify(stack.urls.site)})`);
  const product = await opened;
  await expect(product.getByRole('main')).toBeVisible();
  // The page redirects a signed-in user. An evaluation in the document that is being left fails.
  const opener = () => product.evaluate('window.opener').catch(() => 'being left');
  await expect.poll(opener).toBeNull();
  await expect.poll(() => hostile.evaluate('window.product.closed')).toBe(true);
});
