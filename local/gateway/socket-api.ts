import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SocketApi, SocketApiOptions } from './gateway-types.ts';
import { sendJson } from './http-response.ts';
import { invokeWithin, SOCKET_INTEGRATION_MS } from './invoke-within.ts';
import { functionArnOf } from './lambda-uri.ts';
import { HandshakeRefused } from './socket-authorizer.ts';
import { createConnections, type LiveConnection } from './socket-connections.ts';
import { type ApiFacts, type ConnectionFacts, connectionFacts, socketContext } from './socket-event.ts';
import { chosenProtocol, type HandshakeHeaders, openHandshake, refuse } from './socket-handshake.ts';
import { MESSAGE_MAX_BYTES, manageConnection } from './socket-management-api.ts';
import { createMessageHandler } from './socket-messages.ts';
import { checkResponses, checkTemplates } from './socket-routes-and-mock-answers.ts';
import { createFrameMeter } from './websocket-frame-lengths.ts';

/**
 * Largest number of bytes of a WebSocket frame. A message may have several frames.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html
 */
const FRAME_MAX_BYTES = 32 * 1024;
/** Close codes of WebSocket (RFC 6455, section 7.4.1). */
const TOO_BIG = 1009;
const UNSUPPORTED_DATA = 1003;
/**
 * Largest number of `$disconnect` invocations that run at a time. When many connections close at once, each invocation
 * would otherwise start a process of its own.
 */
const DISCONNECTS_AT_ONCE = 2;

/**
 * Emulates one WebSocket API of API Gateway at `/<stage>`. Throws if one of the API's mapping templates or selection
 * expressions is not emulated.
 */
export function createSocketApi(options: SocketApiOptions): SocketApi {
  checkTemplates(options);
  checkResponses(options);
  const { apiId, domainName, clock, log } = options;
  const api: ApiFacts = { apiId, domainName, stage: options.stage.StageName, now: () => clock.now() };
  const routes = new Map(Object.values(options.routes).map((route) => [route.RouteKey, route]));
  const connections = createConnections(clock, options.sweepMs ?? 250);
  const onMessage = createMessageHandler(options, api);
  const handshakes = new WeakMap<IncomingMessage, HandshakeHeaders>();
  const disconnects = new Set<Promise<unknown>>();
  const inTurn = limitTo(DISCONNECTS_AT_ONCE);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_MAX_BYTES,
    handleProtocols: (offered, request) => chosenProtocol(handshakes.get(request) ?? {}, offered),
  });

  function send(connection: LiveConnection, text: string): void {
    const deliver = (frame: string) => {
      if (connection.socket.readyState === connection.socket.OPEN) connection.socket.send(frame);
    };
    if (options.frames === undefined) deliver(text);
    else options.frames({ direction: 'out', connectionId: connection.facts.connectionId, text }, deliver);
  }

  async function receive(connection: LiveConnection, text: string): Promise<void> {
    connection.lastActiveAt = clock.now();
    const answer = await onMessage(connection.facts, text);
    if (answer !== undefined) send(connection, answer);
  }

  function onOpen(facts: ConnectionFacts, socket: WebSocket): void {
    const connection = connections.add(facts, socket);
    socket.on('message', (data, isBinary) => {
      // `upgrade` closes the connection at an oversized frame. The message of that frame and later messages must not
      // reach a function.
      if (socket.readyState !== socket.OPEN) return;
      if (isBinary) return socket.close(UNSUPPORTED_DATA, 'Binary frames are not emulated');
      const deliver = (text: string) => void receive(connection, text);
      if (options.frames === undefined) deliver(String(data));
      else options.frames({ direction: 'in', connectionId: facts.connectionId, text: String(data) }, deliver);
    });
    socket.on('error', (error) => log('socket-api', `connection ${facts.connectionId}: ${error.message}`));
    socket.on('close', (code, reason) => {
      connections.remove(facts.connectionId);
      const disconnected = inTurn(() => disconnect(facts, code, reason.toString())).finally(() =>
        disconnects.delete(disconnected),
      );
      disconnects.add(disconnected);
    });
  }

  async function disconnect(facts: ConnectionFacts, code: number, reason: string): Promise<void> {
    const route = routes.get('$disconnect');
    const integration = options.integrations[route?.Target?.replace(/^integrations\//, '') ?? ''];
    if (integration === undefined || integration.IntegrationType === 'MOCK') return;
    const closing = { disconnectStatusCode: code, disconnectReason: reason };
    const event = {
      headers: { Host: domainName, 'x-api-key': '', 'X-Forwarded-For': '', 'x-restapi': '' },
      multiValueHeaders: {
        Host: [domainName],
        'x-api-key': [''],
        'X-Forwarded-For': [''],
        'x-restapi': [''],
      },
      requestContext: socketContext(api, facts, 'DISCONNECT', '$disconnect', closing),
      isBase64Encoded: false,
    };
    const arn = functionArnOf(integration.IntegrationUri);
    await invokeWithin(options.invoke, arn, event, SOCKET_INTEGRATION_MS).catch((error: unknown) =>
      log('socket-api', `$disconnect: ${String(error)}`),
    );
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const facts = connectionFacts(request, clock.now());
    handshakes.set(request, await openHandshake(options, api, routes.get('$connect'), facts, request));
    let accepted: WebSocket | undefined;
    const meter = createFrameMeter((length) => {
      if (length > FRAME_MAX_BYTES) accepted?.close(TOO_BIG, 'Frame too large');
    });
    server.handleUpgrade(request, socket, head, (webSocket) => {
      accepted = webSocket;
      onOpen(facts, webSocket);
    });
    // The meter must run before the library's listener. At an oversized frame, the meter closes the WebSocket. Then the
    // library emits the message of that frame. The listener in `onOpen` ignores the message of a closing WebSocket.
    socket.prependListener('data', meter);
  }

  return {
    handle: (request, response) => {
      manageConnection(options, connections, send, request, response).catch((error: unknown) => {
        log('socket-api', String(error));
        if (!response.headersSent) sendJson(response, 500, { message: 'Internal server error' });
      });
    },
    upgrade: (request, socket, head) => {
      socket.on('error', (error) => log('socket-api', error.message));
      upgrade(request, socket, head).catch((error: unknown) => {
        if (!(error instanceof HandshakeRefused)) log('socket-api', String(error));
        refuse(
          socket,
          error instanceof HandshakeRefused ? error : new HandshakeRefused(500, 'Internal server error'),
        );
      });
    },
    connections: () => connections.list(),
    closeConnection(connectionId, code = 1001, reason = 'Going away') {
      const connection = connections.get(connectionId);
      connection?.socket.close(code, reason);
      return connection !== undefined;
    },
    dropConnection(connectionId) {
      const connection = connections.get(connectionId);
      connection?.socket.terminate();
      return connection !== undefined;
    },
    async close() {
      connections.stopSweeping();
      const closed = connections.all().map(
        ({ socket }) =>
          new Promise((resolve) => {
            socket.once('close', resolve);
            socket.terminate();
          }),
      );
      await Promise.all(closed);
      await Promise.all(disconnects);
    },
  };
}

function limitTo(count: number): (work: () => Promise<void>) => Promise<void> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
