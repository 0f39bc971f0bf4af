/** One origin, and Bearer tokens alone: no other site can use a signed-in session (docs/safety.md 24). */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/https-request.ts';
import { RawClient } from '../support/raw-socket-client.ts';
import { freshAddress, freshEmail } from '../support/sign-up.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let user: TestUser;
beforeAll(async () => {
  stack = await startTestStack();
  user = await stack.givenUser();
});
afterAll(() => stack.close());

const EVIL = { origin: 'https://evil.example' };

describe('another site', () => {
  it('gets no CORS header, with a token or without', async () => {
    const path = `/api/chats/getChats?userEmail=${user.email}`;
    for (const token of [user.token, undefined]) {
      const { headers } = await ask(stack.urls.site + path, 'GET', { token, headers: EVIL });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it('is refused a CORS preflight', async () => {
    const { status, headers } = await ask(`${stack.urls.site}/api/chats/getChats`, 'OPTIONS', {
      headers: {
        ...EVIL,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('has no cookie to send, since none is set', async () => {
    for (const path of ['/', '/config.json', `/api/chats/getChats?userEmail=${user.email}`]) {
      const { headers } = await stack.http('GET', path, { token: user.token });
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });
});

describe('an answer that failed', () => {
  it('is not kept at the edge for the next caller of the same path', async () => {
    const other = await stack.givenUser();
    const chatsOf = ({ email, token }: TestUser) =>
      stack.http('GET', `/api/chats/getChats?userEmail=${email}`, { token });
    stack.inner.functions.limitConcurrency(0);
    const refused = await chatsOf(user);
    stack.inner.functions.limitConcurrency();
    expect(refused.status).toBe(503);
    expect((await chatsOf(other)).status).toBe(200);
    expect((await chatsOf(user)).status).toBe(200);
  });
});

describe('the site', () => {
  it('gives its page to every path of the product, its files, and 404 for other files and calls', async () => {
    for (const path of ['/', '/chat', '/chat/abc', '/nowhere']) {
      const { status, headers } = await stack.http('GET', path);
      expect([path, status, headers['content-type']]).toEqual([
        path,
        200,
        expect.stringContaining('text/html'),
      ]);
    }
    for (const [path, type] of [
      ['/robots.txt', 'text/plain'],
      ['/favicon.ico', 'image/vnd.microsoft.icon'],
      ['/apple-touch-icon.png', 'image/png'],
      ['/manifest.json', 'application/json'],
      ['/landing-wide.svg', 'image/svg+xml'],
      ['/landing-narrow.svg', 'image/svg+xml'],
    ]) {
      const { status, headers } = await stack.http('GET', path ?? '');
      expect([path, status, headers['content-type']]).toEqual([path, 200, type]);
    }
    const { name, icons } = JSON.parse((await stack.http('GET', '/manifest.json')).text);
    expect(name).toBe('Parley');
    for (const { src } of icons) expect((await stack.http('GET', src)).status).toBe(200);
    for (const path of ['/assets/gone-1a2b3c4d.js', '/.env', '/wp-login.php', '/favicon.png'])
      expect([path, (await stack.http('GET', path)).status]).toEqual([path, 404]);
    const api = await stack.http('GET', '/api/unknown', { token: user.token });
    expect([api.status, api.text]).toEqual([404, '{"message":"Not Found"}']);
  });

  it('is built for production', async () => {
    const { text } = await stack.http('GET', '/');
    const scripts = [...text.matchAll(/(?:src|href)="([^"]+[.]js)"/g)].map(([, path]) => path ?? '');
    expect(scripts).not.toEqual([]);
    for (const script of scripts)
      expect((await stack.http('GET', script)).text).not.toContain('Download the React DevTools');
  });

  it('names no secret and no account in what it serves', async () => {
    const config = await stack.http('GET', '/config.json');
    const { files, ...rest } = JSON.parse(config.text);
    expect(Object.keys(files)).toEqual(['bucketEndpoint']);
    expect(Object.keys(rest).toSorted()).toEqual([
      'hasSupport',
      'hostedUiDomain',
      'identityPoolEndpoint',
      'identityPoolId',
      'payments',
      'productName',
      'region',
      'sharing',
      'userPoolClientId',
      'userPoolEndpoint',
      'userPoolId',
    ]);
  });
});

describe('the viewer’s address, whatever the viewer claims', () => {
  const claim = (address: string) => ({ 'x-origin-secret': 'guess', 'x-viewer-address': address });
  const join = (localAddress: string, claimed: string) =>
    ask(`${stack.urls.site}/api/waitlist`, 'POST', {
      ...{ body: { email: freshEmail() }, headers: claim(claimed), localAddress },
    });
  const LIMIT_OF_AN_ADDRESS = 10;

  it('is what the HTTP API counts by', async () => {
    const [own, other] = [freshAddress(), freshAddress()];
    const statuses: number[] = [];
    for (let i = 0; i <= LIMIT_OF_AN_ADDRESS; i++) statuses.push((await join(own, `203.0.113.${i}`)).status);
    expect(statuses).toEqual([...Array.from({ length: LIMIT_OF_AN_ADDRESS }, () => 200), 429]);
    // A request that claims the refused address is not counted for it.
    expect((await join(other, own)).status).toBe(200);
  });

  it('is what guests on the socket are counted by', async () => {
    const [own, other] = [freshAddress(), freshAddress()];
    const hash = createHash('sha256').update(own).digest('hex');
    await stack.setUsed({ owner: `address:${hash}` }, 1_000);
    const sayFrom = async (localAddress: string, claimed: string) => {
      const client = await RawClient.open(stack, 'guest', { localAddress, headers: claim(claimed) });
      const ask = async (action: string, data: object) =>
        JSON.stringify(await client.ask(JSON.stringify({ action, id: randomUUID(), data })));
      const [, chatId] = /"chatId":"([^"]+)"/.exec(await ask('initChat', { isGuest: true })) ?? [];
      const answer = await ask('chat', { chatId, message: 'Hello', isGuest: true });
      client.close();
      return answer;
    };
    expect(await sayFrom(own, other)).toContain('guest_quota_exceeded');
    expect(await sayFrom(other, own)).toContain('"status":"complete"');
  });
});

describe('what the API answers', () => {
  it.each([
    ['a result', { token: true, path: '/api/usage?userEmail=' }, 200],
    ['a refusal of the product', { token: true, path: '/api/usage?userEmail=bob@example.com&' }, 403],
    ['bad input', { token: true, path: '/api/chats/getChatHistory/1?' }, 400],
    ['what strangers are told', { token: false, path: '/signup?', body: {} }, 400],
  ] as const)('is cached nowhere on its way: %s', async (_, { token, path, ...rest }, status) => {
    const answer = await stack.http('body' in rest ? 'POST' : 'GET', `${path}${user.email}`, {
      ...(token && { token: user.token }),
      ...rest,
    });
    expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store']);
  });
});
