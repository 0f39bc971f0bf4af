/** One origin, Bearer tokens alone: nothing for another site to ride on (safety 24). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/https.ts';
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

  it('gets no leave to ask', async () => {
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

  it('finds no cookie to send', async () => {
    for (const path of ['/', '/config.json', `/api/chats/getChats?userEmail=${user.email}`]) {
      const { headers } = await stack.http('GET', path, { token: user.token });
      expect(headers).not.toHaveProperty('set-cookie');
    }
  });
});

describe('the site', () => {
  it('gives its page to every path of the product, and 404 to what is none of the API', async () => {
    for (const path of ['/', '/chat', '/chat/abc', '/nowhere']) {
      const { status, headers } = await stack.http('GET', path);
      expect([path, status, headers['content-type']]).toEqual([
        path,
        200,
        expect.stringContaining('text/html'),
      ]);
    }
    const api = await stack.http('GET', '/api/unknown', { token: user.token });
    expect([api.status, api.text]).toEqual([404, '{"message":"Not Found"}']);
  });

  it('tells the APIs the viewer’s address, whatever the viewer claims', async () => {
    const answer = await ask(`${stack.urls.site}/api/chats/getChats?userEmail=${user.email}`, 'GET', {
      token: user.token,
      headers: { 'x-origin-secret': 'guess', 'x-viewer-address': '203.0.113.9' },
    });
    expect(answer.status).toBe(200);
  });

  it('names no secret and no account in what it serves', async () => {
    const config = await stack.http('GET', '/config.json');
    expect(Object.keys(JSON.parse(config.text)).toSorted()).toEqual([
      'hasSupport',
      'hostedUiDomain',
      'identityPoolEndpoint',
      'identityPoolId',
      'payments',
      'productName',
      'region',
      'userPoolClientId',
      'userPoolEndpoint',
      'userPoolId',
    ]);
  });
});
