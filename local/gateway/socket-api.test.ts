import { once } from 'node:events';
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import {
  arnOf,
  type FakeFunction,
  fakeFunctions,
  keptLog,
  movableClock,
} from '../fakes-for-emulator-tests.ts';
import { createFaults } from '../faults/faults.ts';
import {
  createSocketApi,
  type Listener,
  listenPlain,
  type SocketApi,
  type SocketApiOptions,
} from './gateway-exports.ts';

/** Replaces the default of `vi.waitFor`, one second, which is too short on a busy machine. */
const PATIENCE = { timeout: 4_000 };

const uri = (name: string) =>
  `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/${arnOf(name)}/invocations`;
const proxy = (name: string) => ({ IntegrationType: 'AWS_PROXY', IntegrationUri: uri(name) });
const PING = {
  RouteKey: 'ping',
  Target: 'integrations/p',
  RouteResponseSelectionExpression: '$default',
};
const allow = (Effect = 'Allow', context: object = {}) => ({
  principalId: 'o1',
  policyDocument: { Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: '*' }] },
  context,
});
const functionsOfAll: Record<string, FakeFunction> = {
  authorize: () => allow('Allow', { owner: 'o1', expiresAt: 12 }),
  connect: () => ({ statusCode: 200, headers: { 'Sec-WebSocket-Protocol': 'parley.v1' } }),
  disconnect: () => ({ statusCode: 200 }),
  chat: () => ({ statusCode: 200 }),
};

const running: { api: SocketApi; listener: Listener }[] = [];
afterEach(async () => {
  for (const { api, listener } of running.splice(0)) {
    await api.close();
    await listener.close();
  }
});

async function givenApi(own: Record<string, FakeFunction> = {}, more: Partial<SocketApiOptions> = {}) {
  const functions = fakeFunctions({ ...functionsOfAll, ...own });
  const clock = movableClock();
  const api = createSocketApi({
    apiId: 'ws1',
    api: { RouteSelectionExpression: '$request.body.action' },
    stage: { StageName: 'socket' },
    domainName: 'ws1.execute-api.local',
    routes: {
      c: { RouteKey: '$connect', Target: 'integrations/c', AuthorizationType: 'CUSTOM', AuthorizerId: 'a' },
      d: { RouteKey: '$disconnect', Target: 'integrations/d' },
      m: { RouteKey: 'chat', Target: 'integrations/m' },
      p: PING,
    },
    integrations: {
      c: proxy('connect'),
      d: proxy('disconnect'),
      m: proxy('chat'),
      p: {
        IntegrationType: 'MOCK',
        RequestTemplates: { 200: '{"statusCode":200}' },
        TemplateSelectionExpression: '200',
      },
    },
    authorizers: {
      a: {
        AuthorizerType: 'REQUEST',
        AuthorizerUri: uri('authorize'),
        IdentitySource: ['route.request.header.Sec-WebSocket-Protocol'],
      },
    },
    integrationResponses: [
      {
        IntegrationId: 'p',
        IntegrationResponseKey: '/200/',
        ResponseTemplates: { '\\$default': '{"type":"pong"}' },
        TemplateSelectionExpression: '\\$default',
      },
    ],
    routeResponses: [{ RouteId: 'p', RouteResponseKey: '$default' }],
    invoke: functions.invoke,
    authorize: (key, action, resource) => {
      if (key !== 'AKMAY') throw new Error(`not authorized to perform ${action} on ${resource}`);
    },
    clock,
    log: keptLog().log,
    sweepMs: 5,
    ...more,
  });
  const listener = await listenPlain({ port: 0, handle: api.handle, upgrade: api.upgrade });
  running.push({ api, listener });
  return { api, functions, clock, origin: `127.0.0.1:${listener.port}` };
}

async function connected(origin: string, protocols = ['parley.v1', 'guest']): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${origin}/socket`, protocols);
  await once(socket, 'open');
  return socket;
}

async function refusal(origin: string, path = '/socket', protocols = ['guest']): Promise<[number, string]> {
  const socket = new WebSocket(`ws://${origin}${path}`, protocols);
  const [, response] = await once(socket, 'unexpected-response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return [response.statusCode, body];
}

const nextFrame = async (socket: WebSocket): Promise<unknown> =>
  JSON.parse(String((await once(socket, 'message'))[0]));
const closeCode = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0];
const idOf = (api: SocketApi) => api.connections()[0]?.connectionId ?? '';
const manager = (origin: string, accessKeyId = 'AKMAY') =>
  new ApiGatewayManagementApiClient({
    endpoint: `http://${origin}/socket`,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 's' },
    maxAttempts: 1,
  });

describe('the handshake', () => {
  it('asks the authorizer, runs $connect and answers the protocol it chose', async () => {
    const { origin, functions } = await givenApi();
    const socket = await connected(origin);
    expect(socket.protocol).toBe('parley.v1');
    expect(functions.eventsOf('authorize')[0]).toMatchObject({
      type: 'REQUEST',
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:ws1/socket/$connect',
      headers: { 'Sec-WebSocket-Protocol': 'parley.v1,guest' },
    });
    expect(functions.eventsOf('connect')[0]).toMatchObject({
      requestContext: {
        routeKey: '$connect',
        eventType: 'CONNECT',
        stage: 'socket',
        authorizer: { principalId: 'o1', owner: 'o1', expiresAt: '12' },
      },
    });
  });

  it('answers with a protocol only if $connect chose it and the client offered it', async () => {
    const { origin } = await givenApi({ connect: () => ({ statusCode: 200 }) });
    const none = new WebSocket(`ws://${origin}/socket`, ['guest']);
    expect(String((await once(none, 'error'))[0])).toContain('no subprotocol');
    const { origin: chosen } = await givenApi();
    const other = new WebSocket(`ws://${chosen}/socket`, ['guest']);
    expect(String((await once(other, 'error'))[0])).toContain('no subprotocol');
  });

  it.each<[string, Record<string, FakeFunction>, string, string[], number]>([
    ['401 without an identity', {}, '/socket', [], 401],
    ['403 when the policy denies', { authorize: () => allow('Deny') }, '/socket', ['guest'], 403],
    ['403 outside the stage', {}, '/other', ['guest'], 403],
    ['403 at an empty first segment', {}, '//socket', ['guest'], 403],
    ['403 at two slashes', {}, '//', ['guest'], 403],
    [
      '500 when the authorizer fails',
      {
        authorize: () => {
          throw new Error('x');
        },
      },
      '/socket',
      ['guest'],
      500,
    ],
    [
      '401 when the authorizer throws Unauthorized',
      {
        authorize: () => {
          throw new Error('Unauthorized');
        },
      },
      '/socket',
      ['guest'],
      401,
    ],
    ['500 for a nested context', { authorize: () => allow('Allow', { a: {} }) }, '/socket', ['guest'], 500],
    ['the status of $connect', { connect: () => ({ statusCode: 403 }) }, '/socket', ['guest'], 403],
    [
      '502 when $connect fails',
      {
        connect: () => {
          throw new Error('x');
        },
      },
      '/socket',
      ['guest'],
      502,
    ],
  ])('answers %s', async (_, own, path, protocols, status) => {
    const { origin, api } = await givenApi(own);
    expect((await refusal(origin, path, protocols))[0]).toBe(status);
    expect(api.connections()).toEqual([]);
  });
});

it.each([['$request.header.action'], [undefined]])(
  'an API with the route selection expression %s is refused at its start',
  async (expression) => {
    const api = expression === undefined ? {} : { RouteSelectionExpression: expression };
    await expect(givenApi({}, { api })).rejects.toThrow(
      `not emulated: route selection expression '${expression ?? ''}'`,
    );
  },
);

it('a route that selects another response than the default one is refused at its start', async () => {
  const routes = { p: { ...PING, RouteResponseSelectionExpression: '$integration.response.body.kind' } };
  await expect(givenApi({}, { routes })).rejects.toThrow(
    'not emulated: route response selection expression $integration.response.body.kind',
  );
});

describe('messages', () => {
  it('invoke their route with the authorizer context, and answer nothing without a route response', async () => {
    const { origin, functions } = await givenApi();
    const socket = await connected(origin);
    const frames: unknown[] = [];
    socket.on('message', (data) => frames.push(JSON.parse(String(data))));
    socket.send('{"action":"chat","data":1}');
    socket.send('{"action":"ping"}');
    await vi.waitFor(() => expect(functions.eventsOf('chat')).toHaveLength(1), PATIENCE);
    expect(functions.eventsOf('chat')[0]).toMatchObject({
      body: '{"action":"chat","data":1}',
      requestContext: {
        routeKey: 'chat',
        eventType: 'MESSAGE',
        authorizer: { owner: 'o1', expiresAt: '12' },
      },
    });
    await vi.waitFor(() => expect(frames).toEqual([{ type: 'pong' }]), PATIENCE);
  });

  it('get no answer from a route that does not select its response', async () => {
    const { origin, functions } = await givenApi(
      { chat: () => ({ statusCode: 200, body: '{"type":"answer"}' }) },
      {
        routes: { m: { RouteKey: 'chat', Target: 'integrations/m' }, p: PING },
        routeResponses: ['m', 'p'].map((RouteId) => ({ RouteId, RouteResponseKey: '$default' })),
      },
    );
    const socket = await connected(origin, []);
    const first = nextFrame(socket);
    socket.send('{"action":"chat"}');
    await vi.waitFor(() => expect(functions.eventsOf('chat')).toHaveLength(1), PATIENCE);
    socket.send('{"action":"ping"}');
    expect(await first).toEqual({ type: 'pong' });
  });

  it('of an unknown route, or no JSON, are forbidden', async () => {
    const { origin, api } = await givenApi();
    const socket = await connected(origin);
    for (const message of ['{"action":"nope"}', 'nope', '{"action":"$connect"}']) {
      socket.send(message);
      expect(await nextFrame(socket)).toEqual({
        message: 'Forbidden',
        connectionId: idOf(api),
        requestId: expect.any(String),
      });
    }
  });

  it('whose function fails or is late are answered with an error', async () => {
    const late = { ...proxy('late'), TimeoutInMillis: 50 };
    const { origin } = await givenApi(
      {
        chat: () => {
          throw new Error('secret');
        },
        late: () => new Promise(() => {}),
      },
      {
        routes: {
          m: { RouteKey: 'chat', Target: 'integrations/m' },
          l: { RouteKey: 'late', Target: 'integrations/l' },
        },
        integrations: { m: proxy('chat'), l: late },
      },
    );
    const socket = await connected(origin, []);
    socket.send('{"action":"chat"}');
    expect(await nextFrame(socket)).toMatchObject({ message: 'Internal server error' });
    socket.send('{"action":"late"}');
    expect(await nextFrame(socket)).toMatchObject({ message: 'Endpoint request timed out' });
  });

  it('may have frames of 32 KB and close the socket with 1009 beyond', async () => {
    const { origin, functions } = await givenApi();
    const message = (bytes: number) => JSON.stringify({ action: 'chat', text: 'x'.repeat(bytes - 27) });
    const socket = await connected(origin);
    expect(message(32 * 1024)).toHaveLength(32 * 1024);
    socket.send(message(32 * 1024));
    await vi.waitFor(() => expect(functions.eventsOf('chat')).toHaveLength(1), PATIENCE);
    socket.send(message(32 * 1024 + 1));
    expect(await closeCode(socket)).toBe(1009);
    expect(functions.eventsOf('chat')).toHaveLength(1);
  });

  it('may span frames up to 128 KB', async () => {
    const { origin, functions } = await givenApi();
    const socket = await connected(origin);
    const sendParts = (parts: number) => {
      const text = JSON.stringify({ action: 'chat', text: 'x'.repeat(parts * 30_000) });
      for (let i = 0; i * 30_000 < text.length; i += 1)
        socket.send(text.slice(i * 30_000, (i + 1) * 30_000), { fin: (i + 1) * 30_000 >= text.length });
    };
    sendParts(4);
    await vi.waitFor(() => expect(functions.eventsOf('chat')).toHaveLength(1), PATIENCE);
    sendParts(5);
    expect(await closeCode(socket)).toBe(1009);
  });
});

describe('a connection ends', () => {
  it('after 10 idle minutes, and after 2 hours even when busy', async () => {
    const { origin, clock, functions } = await givenApi();
    const idle = await connected(origin);
    clock.advance(10 * 60_000);
    expect(await closeCode(idle)).toBe(1001);
    const busy = await connected(origin);
    for (let minutes = 0; minutes < 117; minutes += 9) {
      busy.send('{"action":"ping"}');
      await nextFrame(busy);
      clock.advance(9 * 60_000);
    }
    expect(busy.readyState).toBe(WebSocket.OPEN);
    clock.advance(9 * 60_000);
    expect(await closeCode(busy)).toBe(1001);
    await vi.waitFor(() => expect(functions.eventsOf('disconnect')).toHaveLength(2), PATIENCE);
  });

  it('when a test closes it with a code or drops it; $disconnect runs', async () => {
    const { origin, api, functions } = await givenApi();
    const first = await connected(origin);
    api.closeConnection(idOf(api), 1012);
    expect(await closeCode(first)).toBe(1012);
    const second = await connected(origin);
    api.dropConnection(idOf(api));
    expect(await closeCode(second)).toBe(1006);
    await vi.waitFor(() => expect(functions.eventsOf('disconnect')).toHaveLength(2), PATIENCE);
    expect(functions.eventsOf('disconnect')[0]).toMatchObject({
      requestContext: { eventType: 'DISCONNECT', disconnectStatusCode: 1012, authorizer: { owner: 'o1' } },
    });
  });

  it('when the API closes: $disconnect runs for each connection, for two at a time', async () => {
    let running = 0;
    let most = 0;
    const disconnect = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return { statusCode: 200 };
    };
    const { origin, api, functions } = await givenApi({ disconnect });
    for (let n = 0; n < 6; n++) await connected(origin);
    await api.close();
    expect([functions.eventsOf('disconnect').length, most]).toEqual([6, 2]);
  });
});

describe('@connections', () => {
  it('posts, describes and deletes', async () => {
    const { origin, api } = await givenApi();
    const socket = await connected(origin);
    const ConnectionId = idOf(api);
    const client = manager(origin);
    const frame = nextFrame(socket);
    await client.send(new PostToConnectionCommand({ ConnectionId, Data: '{"n":1}' }));
    expect(await frame).toEqual({ n: 1 });
    const described = await client.send(new GetConnectionCommand({ ConnectionId }));
    expect(described.ConnectedAt).toBeInstanceOf(Date);
    const closed = closeCode(socket);
    await client.send(new DeleteConnectionCommand({ ConnectionId }));
    expect(await closed).toBe(1000);
    const post = client.send(new PostToConnectionCommand({ ConnectionId, Data: 'x' }));
    await expect(post).rejects.toBeInstanceOf(GoneException);
  });

  it('a connection that is closing but not yet closed is gone', async () => {
    const { origin, api } = await givenApi();
    const socket = await connected(origin);
    const ConnectionId = idOf(api);
    // A client that does not read never answers the close frame.
    socket.pause();
    api.closeConnection(ConnectionId);
    const client = manager(origin);
    const post = client.send(new PostToConnectionCommand({ ConnectionId, Data: 'x' }));
    await expect(post).rejects.toBeInstanceOf(GoneException);
    const described = client.send(new GetConnectionCommand({ ConnectionId }));
    await expect(described).rejects.toBeInstanceOf(GoneException);
  });

  it('a connection id that is no percent-encoding is a bad request, and an unknown one is gone', async () => {
    const { origin } = await givenApi();
    const headers = {
      authorization: 'AWS4-HMAC-SHA256 Credential=AKMAY/20260101/us-east-1/execute-api/aws4_request',
    };
    const statusOf = async (id: string) =>
      (await fetch(`http://${origin}/socket/@connections/${id}`, { headers })).status;
    expect([await statusOf('%zz'), await statusOf('unknown')]).toEqual([400, 410]);
  });

  it('fails by a fault before the frame is sent, or after', async () => {
    const faults = createFaults();
    const { origin, api } = await givenApi({}, { faults, callerOf: (key) => `App-${key}` });
    const socket = await connected(origin);
    const got: string[] = [];
    socket.on('message', (data) => got.push(String(data)));
    const post = (Data: string) =>
      manager(origin).send(new PostToConnectionCommand({ ConnectionId: idOf(api), Data }));
    const rule = { service: 'connections', action: 'PostToConnection', caller: 'AKMAY' } as const;
    const fail = { code: 'InternalServerError', status: 500 };
    faults.at({ ...rule, about: (request) => request.endsWith(' one'), effect: { fail } });
    faults.at({ ...rule, phase: 'after', effect: { fail } });
    await expect(post('one')).rejects.toMatchObject({ name: 'InternalServerError' });
    await expect(post('two')).rejects.toMatchObject({ name: 'InternalServerError' });
    await post('three');
    await vi.waitFor(() => expect(got).toEqual(['two', 'three']));
  });

  it('refuses a frame that is too large, and a caller without the right', async () => {
    const { origin, api } = await givenApi();
    await connected(origin);
    const post = (Data: string, key?: string) =>
      manager(origin, key).send(new PostToConnectionCommand({ ConnectionId: idOf(api), Data }));
    await expect(post('x'.repeat(128 * 1024 + 1))).rejects.toMatchObject({
      name: 'PayloadTooLargeException',
    });
    await expect(post('x', 'AKMAYNOT')).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: `not authorized to perform execute-api:ManageConnections on arn:aws:execute-api:us-east-1:000000000000:ws1/socket/POST/@connections/${idOf(api)}`,
    });
    const unsigned = await fetch(`http://${origin}/socket/@connections/${encodeURIComponent(idOf(api))}`);
    expect(unsigned.status).toBe(403);
  });
});
