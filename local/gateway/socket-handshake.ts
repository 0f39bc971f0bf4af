import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { isRecord } from '../is-record.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';
import { requestUrl } from '../request-url.ts';
import type { RouteProperties, SocketApiOptions } from './gateway-types.ts';
import { invokeWithin, SOCKET_INTEGRATION_MS } from './invoke-within.ts';
import { functionArnOf } from './lambda-uri.ts';
import { askAuthorizer, HandshakeRefused } from './socket-authorizer.ts';
import { type ApiFacts, type ConnectionFacts, requestPart, socketContext } from './socket-event.ts';

/** Headers that `$connect` returned, with lower-case names. Only the subprotocol gets into the handshake's response. */
export type HandshakeHeaders = Readonly<Record<string, string>>;

/**
 * If `$connect` has an authorizer, runs the authorizer and stores the result in `facts.authorizer`. Then runs
 * `$connect`, and returns the headers that `$connect` returned.
 * @throws HandshakeRefused for a path other than `/<stage>`, and when the authorizer or `$connect` refuses, fails or
 * is late
 */
export async function openHandshake(
  options: SocketApiOptions,
  api: ApiFacts,
  route: RouteProperties | undefined,
  facts: ConnectionFacts,
  request: IncomingMessage,
): Promise<HandshakeHeaders> {
  const { pathname } = requestUrl(request);
  if (pathname !== `/${api.stage}` && pathname !== `/${api.stage}/`)
    throw new HandshakeRefused(403, 'Forbidden');
  if (route === undefined) return {};
  const context = () => socketContext(api, facts, 'CONNECT', '$connect');
  if ((route.AuthorizationType ?? 'NONE') !== 'NONE') {
    const authorizer = options.authorizers?.[route.AuthorizerId ?? ''];
    if (authorizer?.AuthorizerType !== 'REQUEST')
      throw new Error(`not emulated: $connect authorization ${route.AuthorizationType}`);
    const methodArn = `arn:aws:execute-api:${REGION}:${ACCOUNT}:${api.apiId}/${api.stage}/$connect`;
    facts.authorizer = await askAuthorizer(authorizer, options.invoke, request, methodArn, context());
  }
  const integration = options.integrations[route.Target?.replace(/^integrations\//, '') ?? ''];
  if (integration === undefined || integration.IntegrationType === 'MOCK') return {};
  const event = { ...requestPart(request), requestContext: context() };
  const result = await invokeWithin(
    options.invoke,
    functionArnOf(integration.IntegrationUri),
    event,
    SOCKET_INTEGRATION_MS,
  );
  if (result === 'late') throw new HandshakeRefused(504, 'Endpoint request timed out');
  const status = isRecord(result.payload) ? Number(result.payload.statusCode) : Number.NaN;
  if (result.functionError !== undefined || !Number.isInteger(status))
    throw new HandshakeRefused(502, 'Internal server error');
  if (status < 200 || status > 299) throw new HandshakeRefused(status, STATUS_CODES[status] ?? 'Forbidden');
  return lowerCased(isRecord(result.payload) ? result.payload.headers : undefined);
}

export function chosenProtocol(headers: HandshakeHeaders, offered: ReadonlySet<string>): string | false {
  const chosen = headers['sec-websocket-protocol'];
  return chosen !== undefined && offered.has(chosen) ? chosen : false;
}

export function refuse(socket: Duplex, { status, message }: HandshakeRefused): void {
  const body = JSON.stringify({ message });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function lowerCased(headers: unknown): HandshakeHeaders {
  const entries = isRecord(headers) ? Object.entries(headers) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
