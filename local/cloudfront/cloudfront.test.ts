import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { keptLog, testCertificate } from '../fakes-for-emulator-tests.ts';
import {
  type Listener,
  listenPlain,
  listenSecure,
  type TlsFiles,
  type UpgradeListener,
} from '../gateway/gateway-exports.ts';
import { createSite, type Deployment, type DistributionConfig, type SiteOptions } from './cloudfront.ts';
import { compileEdgeFunction } from './compile-edge-function.ts';

const ALL_BUT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
let now = Date.UTC(2026, 0, 1);
const clock = { now: () => now };
const root = mkdtempSync(join(tmpdir(), 'site-test-'));
let tls: TlsFiles;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  tls = await testCertificate();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
});
afterAll(() => rmSync(root, { recursive: true }));

let folders = 0;
function folder(files: Record<string, string>): string {
  folders += 1;
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, String(folders), path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return join(root, String(folders));
}

const script = 'console.log("a line");\n'.repeat(100);
const pages = (): Deployment => ({
  bucket: 'site',
  sources: [{ dir: folder({ 'index.html': '<p>home</p>', 'assets/app.js': script }) }],
});

const spa = `function handler(event) {
  var request = event.request;
  if (request.uri === '/teapot') return { statusCode: 418, headers: { 'x-tea': { value: 'yes' } } };
  if (request.uri === '/loop') while (true) {}
  if (!request.uri.includes('.')) request.uri = '/index.html';
  return request;
}`;
const address = `async function handler(event) {
  event.request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return event.request;
}`;

const api = {
  TargetOriginId: 'api',
  AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
  OriginRequestPolicyId: ALL_BUT_HOST,
  ResponseHeadersPolicyId: 'security',
  FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: 'address' }],
};
const DISTRIBUTION: DistributionConfig = {
  DefaultRootObject: 'index.html',
  DefaultCacheBehavior: {
    TargetOriginId: 'files',
    Compress: true,
    ResponseHeadersPolicyId: 'security',
    FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: 'spa' }],
  },
  CacheBehaviors: [
    { ...api, PathPattern: '/api/*' },
    { ...api, PathPattern: '/socket' },
  ],
  Origins: [
    { Id: 'files', DomainName: 'site.s3.us-east-1.amazonaws.com' },
    {
      Id: 'api',
      DomainName: 'api1.execute-api.us-east-1.amazonaws.com',
      OriginCustomHeaders: [{ HeaderName: 'x-origin-secret', HeaderValue: 'open sesame' }],
    },
  ],
};

async function givenSite(deployments: readonly Deployment[], apiPort = 1, more: Partial<SiteOptions> = {}) {
  const site = createSite({
    distribution: DISTRIBUTION,
    domainName: 'localhost',
    functions: {
      spa: { Name: 'spa', FunctionCode: spa },
      address: { Name: 'address', FunctionCode: address },
    },
    responseHeadersPolicies: {
      security: {
        SecurityHeadersConfig: {
          ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'self'", Override: true },
          StrictTransportSecurity: { AccessControlMaxAgeSec: 60, IncludeSubdomains: true, Override: true },
          ContentTypeOptions: { Override: true },
          FrameOptions: { FrameOption: 'DENY', Override: true },
        },
        CustomHeadersConfig: { Items: [{ Header: 'X-Own', Value: 'v', Override: false }] },
      },
    },
    deployments,
    originTarget: (name) => (name.includes('.s3.') ? { bucket: 'site', canList: false } : { port: apiPort }),
    ca: tls.cert,
    clock,
    log: keptLog().log,
    ...more,
  });
  const listener = await listenPlain({ port: 0, handle: site.handle, upgrade: site.upgrade });
  closing.push(() => listener.close());
  return { site, url: `http://127.0.0.1:${listener.port}` };
}

/** A site whose assets have a policy with CORS, with or without credentials. */
const withCors = (credentials: boolean): Partial<SiteOptions> => ({
  distribution: {
    ...DISTRIBUTION,
    DefaultCacheBehavior: { TargetOriginId: 'files' },
    CacheBehaviors: [
      { PathPattern: '/assets/*', TargetOriginId: 'files', ResponseHeadersPolicyId: 'public' },
    ],
  },
  responseHeadersPolicies: {
    public: {
      CorsConfig: {
        AccessControlAllowOrigins: { Items: ['*'] },
        AccessControlAllowCredentials: credentials,
        OriginOverride: true,
      },
    },
  },
});

async function givenApi(handle: http.RequestListener): Promise<Listener> {
  const listener = await listenSecure({ port: 0, tls, handle });
  closing.push(() => listener.close());
  return listener;
}

/** Shortens the site's wait for an origin. */
function givenOriginTimeout(ms: number): void {
  const { setTimeout } = http.ClientRequest.prototype;
  vi.spyOn(http.ClientRequest.prototype, 'setTimeout').mockImplementation(function (
    this: http.ClientRequest,
    _,
    work,
  ) {
    return setTimeout.call(this, ms, work);
  });
}

/** Sends a GET request without the headers and the decompression that `fetch` adds. */
async function get(url: string, headers: http.OutgoingHttpHeaders = {}) {
  const [response] = await once(http.get(url, { headers }), 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

describe('files', () => {
  it('come with types, security headers and the root object; paths without a file get the page', async () => {
    const { url } = await givenSite([pages()]);
    for (const path of ['/', '/chat/123']) {
      const { status, headers, body } = await get(url + path);
      expect([status, body.toString()]).toEqual([200, '<p>home</p>']);
      expect(headers).toMatchObject({
        'content-type': 'text/html',
        'content-security-policy': "default-src 'self'",
        'strict-transport-security': 'max-age=60; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-own': 'v',
      });
    }
  });

  it('are compressed for clients that accept it, and answered with 304 when they are unchanged', async () => {
    const { url } = await givenSite([pages()]);
    const plain = await get(`${url}/assets/app.js`);
    expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, script]);
    const small = await get(`${url}/assets/app.js`, { 'accept-encoding': 'gzip, br' });
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/javascript' });
    expect(brotliDecompressSync(small.body).toString()).toBe(script);
    const again = await get(`${url}/assets/app.js`, { 'if-none-match': small.headers.etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await get(url, { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['picture.svg', 'br'],
    ['favicon.ico', undefined],
    ['app.webmanifest', undefined],
  ])('%s of 2,000 bytes is sent with the encoding %s', async (name, encoding) => {
    const { url } = await givenSite([
      { bucket: 'site', sources: [{ dir: folder({ [name]: ' '.repeat(2_000) }) }] },
    ]);
    const { headers } = await get(`${url}/${name}`, { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe(encoding);
  });

  it('may be read by every origin where the policy says so; other responses have no header of CORS', async () => {
    const { url } = await givenSite([pages()], 1, withCors(false));
    const origin = { origin: 'null' };
    const allowed = async (path: string, headers = {}) =>
      (await get(url + path, headers)).headers['access-control-allow-origin'];
    expect(await allowed('/assets/app.js', origin)).toBe('*');
    expect(await allowed('/assets/app.js')).toBeUndefined();
    expect(await allowed('/', origin)).toBeUndefined();
  });

  it('that are missing are forbidden, as other methods are', async () => {
    const { url } = await givenSite([pages()]);
    const missing = await get(`${url}/assets/none.js`);
    expect([missing.status, missing.headers['content-type']]).toEqual([403, 'application/xml']);
    expect(missing.body.toString()).toContain('<Code>AccessDenied</Code>');
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(403);
  });

  it('that are missing are not found where the distribution may list the bucket', async () => {
    const originTarget = () => ({ bucket: 'site', canList: true });
    const { url } = await givenSite([pages()], 1, { originTarget });
    const missing = await get(`${url}/assets/none.js`);
    expect([missing.status, missing.headers['content-type']]).toEqual([404, 'application/xml']);
    expect(missing.body.toString()).toContain('<Code>NoSuchKey</Code>');
  });

  it('may be answered by an edge function; one that never ends is a 502', async () => {
    const { url } = await givenSite([pages()]);
    const teapot = await get(`${url}/teapot`);
    expect([teapot.status, teapot.headers['x-tea']]).toEqual([418, 'yes']);
    expect((await get(`${url}/loop`)).status).toBe(502);
  });

  it.each([
    ['adds a hidden header', "request.headers['x-real-ip'] = { value: '1.2.3.4' };"],
    ['changes a read-only header', "request.headers.host = { value: 'other.example' };"],
    ['adds a read-only header', "request.headers.via = { value: '1.1 proxy' };"],
    ['deletes a read-only header', 'delete request.headers.host;'],
    ['evaluates a text', "eval('request');"],
    ['makes a function of a text', "new Function('return 1');"],
  ])('are not served when the edge function %s', async (_, statement) => {
    const code = `function handler({ request }) { ${statement} return request; }`;
    const functions = {
      spa: { Name: 'spa', FunctionCode: code },
      address: { Name: 'address', FunctionCode: address },
    };
    const { url } = await givenSite([pages()], 1, { functions });
    expect((await get(`${url}/index.html`)).status).toBe(502);
  });
});

it('two cookies of one name reach an edge function, and are forwarded, both', async () => {
  const code = `function handler({request}) {
    request.headers['x-seen'] = {value: JSON.stringify(request.cookies)};
    return request;
  }`;
  const run = compileEdgeFunction({ Name: 'same', FunctionCode: code }, 'localhost');
  const headers = { host: 'localhost', cookie: 'a=1; b=2; a=3=4; a=5' };
  const result = await run({ method: 'GET', uri: '/', querystring: '', headers }, '192.0.2.1');
  const seen = {
    a: { value: '1', multiValue: [{ value: '1' }, { value: '3=4' }, { value: '5' }] },
    b: { value: '2' },
  };
  expect(result).toMatchObject({
    request: { headers: { cookie: 'a=1; a=3=4; a=5; b=2', 'x-seen': JSON.stringify(seen) } },
  });
});

it('an edge function finds each parameter, also those named like members of objects', async () => {
  const code = 'function handler({ request }) { return request; }';
  const run = compileEdgeFunction({ Name: 'same', FunctionCode: code }, 'localhost');
  const querystring = 'constructor=a&b=1&b=2&toString=c';
  const request = { method: 'GET', uri: '/', querystring, headers: {} };
  expect(await run(request, '127.0.0.1')).toEqual({ request });
});

describe('deployments', () => {
  const config = (more: Partial<Deployment> = {}): Deployment => ({
    bucket: 'site',
    prune: false,
    systemMetadata: { 'cache-control': 'no-cache' },
    sources: [
      {
        dir: folder({ 'config.json': '{"name":"<<marker:0>>","ids":<<marker:1>>}' }),
        markers: { '<<marker:0>>': 'a "b"', '<<marker:1>>': ['x'] },
        markersConfig: { jsonEscape: true },
      },
    ],
    ...more,
  });

  it('fill one bucket, with markers replaced and metadata of their own', async () => {
    const { url } = await givenSite([pages(), config()]);
    const { headers, body } = await get(`${url}/config.json`);
    expect(JSON.parse(body.toString())).toEqual({ name: 'a "b"', ids: ['x'] });
    expect(headers['cache-control']).toBe('no-cache');
    expect((await get(`${url}/assets/app.js`)).headers['cache-control']).toBeUndefined();
  });

  it('may have host names rewritten once the markers are replaced', async () => {
    const dir = folder({ 'config.json': 'https://<<marker>>.example/', 'plain.txt': 'a.example' });
    const rewrite = (text: string) => text.replaceAll('a.example', 'localhost:1');
    const source = { dir, markers: { '<<marker>>': 'a' }, rewrite };
    const { url } = await givenSite([{ bucket: 'site', sources: [source] }]);
    expect((await get(`${url}/config.json`)).body.toString()).toBe('https://localhost:1/');
    expect((await get(`${url}/plain.txt`)).body.toString()).toBe('a.example');
  });

  it('that prune remove what they do not have, within their prefix and filters', async () => {
    const { url } = await givenSite([pages(), config({ prune: true, exclude: ['assets/*'] })]);
    expect((await get(`${url}/index.html`)).status).toBe(403);
    expect((await get(`${url}/assets/app.js`)).status).toBe(200);
    const { url: kept } = await givenSite([pages(), config({ prune: true, prefix: 'deep/er' })]);
    expect((await get(`${kept}/index.html`)).status).toBe(200);
    expect((await get(`${kept}/deep/er/config.json`)).status).toBe(200);
  });
});

describe('the API', () => {
  it("gets the request with the secret and the viewer's true address; its answer passes", async () => {
    const seen: http.IncomingMessage[] = [];
    const api = await givenApi(async (request, response) => {
      seen.push(request);
      let body = '';
      for await (const chunk of request) body += chunk;
      response
        .writeHead(409, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] })
        .end(`got ${body}`);
    });
    const { url } = await givenSite([pages()], api.port);
    const response = await fetch(`${url}/api/chats?x=1&x=2`, {
      method: 'POST',
      body: 'hello',
      headers: { 'x-viewer-address': '6.6.6.6', 'x-origin-secret': 'guess', authorization: 'Bearer t' },
    });
    expect([response.status, await response.text()]).toEqual([409, 'got hello']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('x-frame-options')).toBe('DENY');
    expect([seen[0]?.method, seen[0]?.url]).toEqual(['POST', '/api/chats?x=1&x=2']);
    expect(seen[0]?.headers).toMatchObject({
      host: 'api1.execute-api.us-east-1.amazonaws.com',
      'x-origin-secret': 'open sesame',
      'x-viewer-address': '127.0.0.1',
      authorization: 'Bearer t',
    });
  });

  it('that is down answers 502', async () => {
    const { url } = await givenSite([pages()]);
    expect((await get(`${url}/api/chats`)).status).toBe(502);
  });

  describe('error answers', () => {
    /** Starts an API that answers the nth request with the nth of `statuses`, and with n in the header `x-number`. */
    async function givenAnswers(statuses: readonly number[], more: Partial<DistributionConfig> = {}) {
      let asked = 0;
      const api = await givenApi((_, response) => {
        const status = statuses[asked] ?? 200;
        asked += 1;
        response
          .writeHead(status, { 'cache-control': 'no-store', 'x-number': String(asked) })
          .end(`${status}`);
      });
      return givenSite([pages()], api.port, { distribution: { ...DISTRIBUTION, ...more } });
    }
    const statusAt = async (url: string, init: RequestInit = {}) => {
      const response = await fetch(url, init);
      return [response.status, await response.text()];
    };

    it.each([500, 502, 503, 504])(
      '%i of GET is answered to all viewers for 10 s, in spite of no-store',
      async (status) => {
        const { url } = await givenAnswers([status]);
        expect(await statusAt(`${url}/api/chats?of=ann`)).toEqual([status, `${status}`]);
        const other = await get(`${url}/api/chats?of=ben`, { authorization: 'Bearer ben' });
        expect([other.status, other.body.toString()]).toEqual([status, `${status}`]);
        expect(other.headers).toMatchObject({ 'x-number': '1', 'x-cache': 'Error from cloudfront' });
        expect(await statusAt(`${url}/api/else`)).toEqual([200, '200']);
        now += 10_001;
        expect(await statusAt(`${url}/api/chats?of=ben`)).toEqual([200, '200']);
      },
    );

    it('are not kept for 404 with no-store, for 4xx that ask for no caching, and for other methods', async () => {
      const { url } = await givenAnswers([404, 409, 403, 429, 503]);
      for (const status of [404, 409, 403, 429])
        expect(await statusAt(`${url}/api/chats`)).toEqual([status, `${status}`]);
      expect(await statusAt(`${url}/api/chats`, { method: 'POST' })).toEqual([503, '503']);
      expect(await statusAt(`${url}/api/chats`)).toEqual([200, '200']);
    });

    it('of CloudFront itself are kept like the origin’s', async () => {
      let up = false;
      const api = await givenApi((_, response) => (up ? response.end('up') : response.destroy()));
      const { url } = await givenSite([pages()], api.port);
      expect((await get(`${url}/api/chats`)).status).toBe(502);
      up = true;
      expect((await get(`${url}/api/chats`)).status).toBe(502);
      now += 10_001;
      expect((await get(`${url}/api/chats`)).status).toBe(200);
    });

    it('are not kept for a viewer who left before the origin answered', async () => {
      const waits: http.ServerResponse[] = [];
      const api = await givenApi((_, response) => {
        if (waits.push(response) > 1) response.end('up');
      });
      const { url } = await givenSite([pages()], api.port);
      const leaving = http.get(`${url}/api/chats`).on('error', () => undefined);
      await vi.waitFor(() => expect(waits).toHaveLength(1));
      const left = once(waits[0] ?? leaving, 'close');
      leaving.destroy();
      await left;
      expect(await statusAt(`${url}/api/chats`)).toEqual([200, 'up']);
    });

    it('are 504, now and for the next viewer, where the origin does not answer in time', async () => {
      givenOriginTimeout(50);
      const api = await givenApi(() => undefined);
      const { url } = await givenSite([pages()], api.port);
      expect((await get(`${url}/api/chats`)).status).toBe(504);
      expect((await get(`${url}/api/chats`)).headers['x-cache']).toBe('Error from cloudfront');
      expect((await get(`${url}/api/chats`)).status).toBe(504);
    });

    it('are not kept for an answer that stops in the middle, which is cut off', async () => {
      givenOriginTimeout(50);
      const answers = [(response: http.ServerResponse) => response.write('half')];
      const api = await givenApi((_, response) =>
        (answers.shift() ?? (() => response.end('whole')))(response),
      );
      const { url } = await givenSite([pages()], api.port);
      await expect(statusAt(`${url}/api/chats`)).rejects.toThrow('terminated');
      expect(await statusAt(`${url}/api/chats`)).toEqual([200, 'whole']);
    });

    it('are not kept where the distribution says 0 seconds', async () => {
      const { url } = await givenAnswers([503, 500], {
        CustomErrorResponses: [{ ErrorCode: 503, ErrorCachingMinTTL: 0 }],
      });
      expect(await statusAt(`${url}/api/chats`)).toEqual([503, '503']);
      expect(await statusAt(`${url}/api/chats`)).toEqual([500, '500']);
      expect(await statusAt(`${url}/api/chats`)).toEqual([500, '500']);
    });

    it('with a page of their own are not emulated', async () => {
      const page = { ErrorCode: 404, ResponseCode: 200, ResponsePagePath: '/index.html' };
      await expect(givenAnswers([], { CustomErrorResponses: [page] })).rejects.toThrow(
        'not emulated: custom error pages',
      );
    });
  });

  it('is reached by WebSocket, with subprotocols; refusals and the end of the connection pass', async () => {
    const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'parley.v1' });
    let names: readonly string[] = [];
    const upgrade: UpgradeListener = (request, socket, head) => {
      names = request.rawHeaders;
      if (request.headers['x-refuse'] !== undefined)
        return void socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 4\r\n\r\nnope');
      sockets.handleUpgrade(request, socket, head, (ws) => ws.on('message', (data) => ws.send(`${data}!`)));
    };
    const listener = await listenSecure({ port: 0, tls, handle: () => {}, upgrade });
    closing.push(() => listener.close());
    const { url } = await givenSite([pages()], listener.port);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`, ['parley.v1', 'guest']);
    await once(socket, 'open');
    expect(socket.protocol).toBe('parley.v1');
    expect(names).toEqual(
      expect.arrayContaining(['Sec-WebSocket-Protocol', 'x-origin-secret', 'x-viewer-address']),
    );
    socket.send('hi');
    expect(String((await once(socket, 'message'))[0])).toBe('hi!');
    const closed = once(socket, 'close');
    for (const client of sockets.clients) client.terminate();
    expect((await closed)[0]).toBe(1006);
    const refused = new WebSocket(`${url.replace('http', 'ws')}/socket`, ['guest'], {
      headers: { 'x-refuse': '1' },
    });
    const [, response] = await once(refused, 'unexpected-response');
    expect(response.statusCode).toBe(401);
  });

  it.each<[string, (api: Duplex, timeOut: (() => void) | undefined) => void]>([
    ['breaks', (api) => api.destroy()],
    ['gets silent', (_, timeOut) => timeOut?.()],
  ])('that %s in the middle of a WebSocket’s refusal cuts the viewer off', async (_, stop) => {
    let timeOut: (() => void) | undefined;
    // Keeps what the site does after a long silence of the API, for `stop` to call.
    vi.spyOn(http.ClientRequest.prototype, 'setTimeout').mockImplementation(function (
      this: http.ClientRequest,
      _,
      work,
    ) {
      timeOut = work;
      return this;
    });
    const begun = Promise.withResolvers<Duplex>();
    const upgrade: UpgradeListener = (_, socket) => {
      socket.write('HTTP/1.1 401 Unauthorized\r\ncontent-length: 4\r\n\r\nno');
      begun.resolve(socket);
    };
    const listener = await listenSecure({ port: 0, tls, handle: () => {}, upgrade });
    closing.push(() => listener.close());
    const { url } = await givenSite([pages()], listener.port);
    const asked = http.get(`${url}/socket`, { headers: { connection: 'Upgrade', upgrade: 'websocket' } });
    const [refusal] = await once(asked, 'response');
    const body = text(refusal);
    stop(await begun.promise, timeOut);
    await expect(body).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('that does not answer a WebSocket in time is a 504; an open WebSocket may be silent for longer', async () => {
    givenOriginTimeout(50);
    const sockets = new WebSocketServer({ noServer: true });
    const upgrade: UpgradeListener = (request, socket, head) => {
      if (request.headers['x-answer'] !== undefined)
        sockets.handleUpgrade(request, socket, head, (ws) =>
          ws.on('message', (data) => ws.send(String(data))),
        );
    };
    const listener = await listenSecure({ port: 0, tls, handle: () => {}, upgrade });
    closing.push(() => listener.close());
    const { url } = await givenSite([pages()], listener.port);
    const refused = new WebSocket(`${url.replace('http', 'ws')}/socket`);
    expect((await once(refused, 'unexpected-response'))[1].statusCode).toBe(504);
    const open = new WebSocket(`${url.replace('http', 'ws')}/socket`, { headers: { 'x-answer': '1' } });
    await once(open, 'open');
    await new Promise((resolve) => setTimeout(resolve, 150));
    open.send('still there');
    expect(String((await once(open, 'message'))[0])).toBe('still there');
    open.terminate();
  });

  it('sees a WebSocket’s request closed when the viewer leaves before the answer', async () => {
    const begun = Promise.withResolvers<Duplex>();
    const upgrade: UpgradeListener = (_, socket) => begun.resolve(socket.resume());
    const listener = await listenSecure({ port: 0, tls, handle: () => {}, upgrade });
    closing.push(() => listener.close());
    const { url } = await givenSite([pages()], listener.port);
    const leaving = new WebSocket(`${url.replace('http', 'ws')}/socket`).on('error', () => undefined);
    const forwarded = await begun.promise;
    // The connection may be reset.
    const closed = new Promise((resolve) => forwarded.on('error', () => undefined).on('close', resolve));
    leaving.terminate();
    await closed;
  });

  it('speaks HTTP/2 with a viewer, and HTTP/1.1 for a WebSocket at the same port', async () => {
    const seen: http.IncomingHttpHeaders[] = [];
    const sockets = new WebSocketServer({ noServer: true });
    const api = await listenSecure({
      ...{ port: 0, tls },
      handle: (request, response) => {
        seen.push({ ...request.headers, method: request.method });
        request.pipe(response.writeHead(201));
      },
      upgrade: (request, socket, head) => sockets.handleUpgrade(request, socket, head, (ws) => ws.send('hi')),
    });
    const { site } = await givenSite([pages()], api.port);
    const listener = await listenSecure({
      port: 0,
      tls,
      http2: true,
      handle: site.handle,
      upgrade: site.upgrade,
    });
    const authority = `localhost:${listener.port}`;
    const client = connect(`https://${authority}`, { ca: tls.cert });
    const socket = new WebSocket(`wss://${authority}/socket`, { ca: tls.cert });
    // Tests also that the listener closes while both clients are still connected.
    closing.push(api.close, listener.close);
    expect(String((await once(socket, 'message'))[0])).toBe('hi');
    const posted = client.request({ ':method': 'POST', ':path': '/api/x', 'x-mine': 'yes' });
    posted.end('sent');
    const [answered] = await once(posted, 'response');
    expect([answered[':status'], await text(posted)]).toEqual([201, 'sent']);
    expect(seen).toMatchObject([{ method: 'POST', 'x-mine': 'yes', 'x-origin-secret': 'open sesame' }]);
    expect(Object.keys(seen[0] ?? {}).filter((name) => name.startsWith(':'))).toEqual([]);
    const page = client.request({ ':path': '/' });
    expect((await once(page, 'response'))[0][':status']).toBe(200);
    expect(await text(page)).toContain('<');
  });
});

it('refuses a distribution with settings that are not emulated, by name', async () => {
  const noPolicy = { PathPattern: '/x', TargetOriginId: 'api' };
  const distribution = {
    DefaultCacheBehavior: noPolicy,
    Origins: [{ Id: 'api', DomainName: 'api1.execute-api' }],
  };
  await expect(givenSite([], 1, { distribution })).rejects.toThrow(
    'not emulated: origin request policy (none)',
  );
  await expect(givenSite([], 1, withCors(true))).rejects.toThrow('not emulated: CORS');
});
