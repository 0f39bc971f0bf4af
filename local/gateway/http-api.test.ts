import { createSign, generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import {
  arnOf,
  type FakeFunction,
  fakeFunctions,
  keptLog,
  movableClock,
} from '../fakes-for-emulator-tests.ts';
import { checkPayload } from '../lambda/payload-and-batch-limits.ts';
import { createHttpApi, type HttpApiOptions, type Listener, listenPlain } from './gateway-exports.ts';

const ISSUER = 'https://localhost:1/us-east-1_Pool';
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'k1' };
const INTEGRATION = {
  IntegrationType: 'AWS_PROXY',
  IntegrationUri: arnOf('chats'),
  PayloadFormatVersion: '2.0',
};
const clock = movableClock();
const listeners: Listener[] = [];

afterEach(async () => {
  for (const listener of listeners.splice(0)) await listener.close();
});

async function givenApi(run: FakeFunction, more: Partial<HttpApiOptions> = {}) {
  const functions = fakeFunctions({ chats: run });
  const api = createHttpApi({
    apiId: 'api1',
    api: {},
    stage: { StageName: '$default' },
    domainName: 'api1.execute-api.local',
    routes: {
      r1: { RouteKey: 'GET /chats/{id}', Target: 'integrations/i1' },
      r2: { RouteKey: 'GET /chats/search', Target: 'integrations/i1' },
      r3: { RouteKey: 'ANY /files/{proxy+}', Target: 'integrations/i1' },
      r4: { RouteKey: 'GET /mine', Target: 'integrations/i1', AuthorizationType: 'JWT', AuthorizerId: 'a1' },
      r5: {
        RouteKey: 'GET /scoped',
        Target: 'integrations/i1',
        AuthorizationType: 'JWT',
        AuthorizerId: 'a1',
        AuthorizationScopes: ['email'],
      },
    },
    integrations: { i1: INTEGRATION },
    authorizers: {
      a1: { AuthorizerType: 'JWT', JwtConfiguration: { Issuer: ISSUER, Audience: ['client1'] } },
    },
    invoke: functions.invoke,
    clock,
    log: keptLog().log,
    keysOf: async () => [jwk],
    ...more,
  });
  const listener = await listenPlain({ port: 0, handle: api.handle });
  listeners.push(listener);
  return { url: `http://127.0.0.1:${listener.port}`, functions };
}

function token(claims: object = {}, header: object = {}): string {
  const now = Math.floor(clock.now() / 1000);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const all = {
    iss: ISSUER,
    aud: 'client1',
    exp: now + 60,
    iat: now,
    'cognito:groups': ['admins', 'x'],
    ...claims,
  };
  const signed = `${encode({ alg: 'RS256', kid: 'k1', ...header })}.${encode(all)}`;
  return `${signed}.${createSign('sha256').update(signed).sign(pair.privateKey).toString('base64url')}`;
}

const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });

describe('an HTTP API', () => {
  it.each(['1.0', undefined])('is refused at its start with events of format %s', async (version) => {
    const { PayloadFormatVersion: _, ...rest } = INTEGRATION;
    const integration = { ...rest, ...(version && { PayloadFormatVersion: version }) };
    await expect(givenApi(() => ({}), { integrations: { i1: integration } })).rejects.toThrow(
      `not emulated: payload format version ${version}`,
    );
  });

  it('is refused at its start with CORS', async () => {
    const api = { CorsConfiguration: { AllowOrigins: ['https://good.example'] } };
    await expect(givenApi(() => ({}), { api })).rejects.toThrow('not emulated: CORS of an HTTP API');
  });

  it('gives the function a format 2.0 event and sends its response', async () => {
    const { url, functions } = await givenApi(() => ({
      statusCode: 201,
      headers: { 'X-Made': 'yes' },
      cookies: ['a=1', 'b=2'],
      body: 'made',
    }));
    const response = await fetch(`${url}/chats/a%20b?q=1&q=2`, {
      headers: { cookie: 'c=1; d=2', 'X-Own': 'v' },
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-made')).toBe('yes');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await response.text()).toBe('made');
    expect(functions.eventsOf('chats')[0]).toMatchObject({
      version: '2.0',
      routeKey: 'GET /chats/{id}',
      rawPath: '/chats/a b',
      rawQueryString: 'q=1&q=2',
      queryStringParameters: { q: '1,2' },
      cookies: ['c=1', 'd=2'],
      headers: { 'x-own': 'v', 'x-forwarded-proto': 'https' },
      pathParameters: { id: 'a b' },
      requestContext: { apiId: 'api1', stage: '$default', http: { method: 'GET', sourceIp: '127.0.0.1' } },
      isBase64Encoded: false,
    });
  });

  it('prefers a full path to one with variables, and a greedy one last', async () => {
    const { url } = await givenApi((event) => ({ statusCode: 200, body: String(event.routeKey) }));
    expect(await (await fetch(`${url}/chats/search`)).text()).toBe('GET /chats/search');
    expect(await (await fetch(`${url}/files/a/b/c`, { method: 'POST' })).text()).toBe('ANY /files/{proxy+}');
  });

  it('passes a binary body as base64', async () => {
    const { url, functions } = await givenApi(() => ({ statusCode: 200 }));
    const body = new Uint8Array([0, 255, 1]);
    await fetch(`${url}/files/a`, { method: 'POST', body, headers: { 'content-type': 'application/pdf' } });
    expect(functions.eventsOf('chats')[0]).toMatchObject({ body: 'AP8B', isBase64Encoded: true });
  });

  it('answers 404 where no route matches', async () => {
    const { url } = await givenApi(() => ({}));
    const paths = ['/chats', '//', '//chats/1'].map((path) => fetch(`${url}${path}`));
    for (const request of [...paths, fetch(`${url}/chats/1`, { method: 'DELETE' })]) {
      const response = await request;
      expect([response.status, await response.json()]).toEqual([404, { message: 'Not Found' }]);
    }
  });

  it('answers 500 when the function fails or answers nonsense', async () => {
    const { url } = await givenApi((event) => {
      if (event.rawPath === '/chats/fail') throw new Error('secret');
      return { statusCode: 'x' };
    });
    for (const path of ['/chats/fail', '/chats/odd']) {
      const response = await fetch(url + path);
      expect([response.status, await response.text()]).toEqual([500, '{"message":"Internal Server Error"}']);
    }
  });

  it('answers 503 when the integration takes too long', async () => {
    const integration = { ...INTEGRATION, TimeoutInMillis: 50 };
    const { url } = await givenApi(() => new Promise(() => {}), { integrations: { i1: integration } });
    const response = await fetch(`${url}/chats/1`);
    expect([response.status, await response.json()]).toEqual([503, { message: 'Service Unavailable' }]);
  });

  it('answers 413 when the event, with its body in base64, is larger than Lambda’s 6 MB', async () => {
    const invoke: HttpApiOptions['invoke'] = async (_, event) => {
      checkPayload(event, 'RequestResponse');
      return { payload: { statusCode: 200 } };
    };
    const { url } = await givenApi(() => undefined, { invoke });
    const put = (bytes: number) =>
      fetch(`${url}/files/a`, {
        ...{ method: 'PUT', body: Buffer.alloc(bytes) },
        headers: { 'content-type': 'application/octet-stream' },
      });
    expect((await put(4_500_000)).status).toBe(200);
    const refused = await put(4_800_000);
    expect([refused.status, await refused.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
  });

  it('refuses a payload over 10 MB', async () => {
    const { url, functions } = await givenApi(() => ({ statusCode: 200 }));
    const response = await fetch(`${url}/files/a`, {
      method: 'PUT',
      body: Buffer.alloc(10 * 1024 * 1024 + 1),
    });
    expect(response.status).toBe(413);
    expect(functions.eventsOf('chats')).toEqual([]);
  });

  it('throttles by the limits of the stage', async () => {
    const settings = { ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 1 };
    const stage = { StageName: '$default', DefaultRouteSettings: settings };
    const { url } = await givenApi(() => ({ statusCode: 200 }), { stage });
    expect((await fetch(`${url}/chats/1`)).status).toBe(200);
    expect((await fetch(`${url}/chats/1`)).status).toBe(429);
  });

  it('answers no preflight request', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    const { url } = await givenApi(() => ({ statusCode: 200 }));
    const preflight = await fetch(`${url}/chats/1`, { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([404, null]);
  });
});

describe('the JWT authorizer', () => {
  const now = () => Math.floor(clock.now() / 1000);
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token().split('.')[1]}.`;
  const refused: [string, () => string][] = [
    ['expired', () => token({ exp: now() - 1 })],
    ['not yet valid', () => token({ nbf: now() + 100 })],
    ['of another issuer', () => token({ iss: 'https://evil' })],
    ['for another audience', () => token({ aud: 'client2' })],
    ['signed with an unknown key', () => token({}, { kid: 'k2' })],
    ['tampered with', () => token().replace(/\.[^.]+\./, `.${token({ sub: 'b' }).split('.')[1]}.`)],
    ['unsigned', () => unsigned],
    ['nonsense', () => 'abc'],
  ];

  it('passes the claims as strings', async () => {
    const { url, functions } = await givenApi(() => ({ statusCode: 200 }));
    expect((await fetch(`${url}/mine`, bearer(token({ email_verified: true })))).status).toBe(200);
    expect(functions.eventsOf('chats')[0]).toMatchObject({
      requestContext: {
        authorizer: {
          jwt: { claims: { aud: 'client1', email_verified: 'true', 'cognito:groups': '[admins x]' } },
        },
      },
    });
  });

  it.each(refused)('refuses a token that is %s', async (_, make) => {
    const { url, functions } = await givenApi(() => ({ statusCode: 200 }));
    const response = await fetch(`${url}/mine`, bearer(make()));
    expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthorized' }]);
    expect(functions.eventsOf('chats')).toEqual([]);
  });

  it('answers 401 without a token, and 403 without the scope', async () => {
    const { url } = await givenApi(() => ({ statusCode: 200 }));
    expect((await fetch(`${url}/mine`)).status).toBe(401);
    expect((await fetch(`${url}/scoped`, bearer(token({ scope: 'openid' })))).status).toBe(403);
    expect((await fetch(`${url}/scoped`, bearer(token({ scope: 'openid email' })))).status).toBe(200);
  });
});
