import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import https from 'node:https';
import { type Duplex, PassThrough } from 'node:stream';
import type { Headers, Origin, ViewerRequest } from './cloudfront-types.ts';
import type { ErrorCache } from './error-cache.ts';
import type { Forwards } from './resolve-behavior-references.ts';

const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/**
 * Headers that CloudFront forwards to S3 even if no policy names them.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/RequestAndResponseBehaviorS3Origin.html
 */
const TO_S3 = ['if-match', 'if-modified-since', 'if-none-match', 'if-range', 'if-unmodified-since', 'range'];
/**
 * CloudFront's default timeout for an origin. An HTTP API has the same timeout. The functions below wait a second
 * longer, so that the API times out first and its error reaches the viewer.
 */
const ORIGIN_TIMEOUT_MS = 30_000;

export interface OriginRequest {
  readonly origin: Origin;
  readonly port: number;
  readonly host: string;
  readonly forwards: Forwards;
  readonly ca: string | Buffer | undefined;
  readonly viewer: ViewerRequest;
  readonly viewerIp: string;
  readonly rawHeaders: readonly string[];
}

function send(asked: OriginRequest, headers: Record<string, string>) {
  const { viewer, origin } = asked;
  const query = viewer.querystring === '' || asked.forwards === 'path' ? '' : `?${viewer.querystring}`;
  return https.request({
    host: '127.0.0.1',
    servername: 'localhost',
    port: asked.port,
    method: viewer.method,
    path: `${origin.OriginPath ?? ''}${viewer.uri}${query}`,
    headers,
    ...(asked.ca !== undefined && { ca: asked.ca }),
  });
}

function headersFor({ origin, host, forwards, viewer, viewerIp }: OriginRequest): Record<string, string> {
  const sent = Object.entries(viewer.headers).filter(
    ([name]) => forwards === 'allButHost' || TO_S3.includes(name),
  );
  const headers: Record<string, string> = Object.fromEntries(sent);
  for (const name of HOP_BY_HOP) delete headers[name];
  headers.host = host;
  const before = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = before === undefined ? viewerIp : `${before}, ${viewerIp}`;
  headers.via = '2.0 local.cloudfront.net (CloudFront)';
  headers['x-amz-cf-id'] = randomBytes(32).toString('base64url');
  for (const { HeaderName, HeaderValue } of origin.OriginCustomHeaders ?? [])
    headers[HeaderName.toLowerCase()] = HeaderValue;
  return headers;
}

/**
 * Forwards a request, and stores an error response in `errors` if CloudFront would cache it. `onFailure` gets 504 for
 * an origin that does not answer in time, and 502 for a connection that fails.
 */
export function forward(
  asked: OriginRequest,
  request: IncomingMessage,
  response: ServerResponse,
  applyPolicyTo: (headers: Headers) => void,
  errors: ErrorCache,
  onFailure: (status: 502 | 504) => void,
): void {
  const { method, uri } = asked.viewer;
  const upstream = send(asked, headersFor(asked));
  let isOver = false;
  // `destroy` may cause an `error` event. Because `isOver` is already true, `end` does not report the event as a 502.
  const end = (status?: 502 | 504) => {
    if (!isOver && status !== undefined) onFailure(status);
    isOver = true;
    upstream.destroy();
  };
  upstream.setTimeout(ORIGIN_TIMEOUT_MS + 1_000, () => end(504));
  upstream.on('error', () => end(502));
  upstream.on('response', (answer) => {
    const headers: Headers = {};
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !HOP_BY_HOP.includes(name)) headers[name] = value;
    const status = answer.statusCode ?? 502;
    if (errors.keeps(method, status, headers)) {
      const chunks: Buffer[] = [];
      const origin = { ...headers };
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        errors.keep(method, uri, { status, headers: origin, body: Buffer.concat(chunks) }),
      );
    }
    applyPolicyTo(headers);
    response.writeHead(status, headers);
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  response.on('close', () => end());
  request.pipe(upstream);
}

/**
 * Connects a viewer's socket to the API's. `onFailure` gets the same statuses as in `forward`. A failure in the middle
 * of the API's refusal closes the viewer's socket.
 */
export function forwardUpgrade(
  asked: OriginRequest,
  socket: Duplex,
  head: Buffer,
  onFailure: (status: 502 | 504) => void,
) {
  const headers = {
    ...asSent(headersFor(asked), asked.rawHeaders),
    connection: 'Upgrade',
    upgrade: 'websocket',
  };
  const upstream = send(asked, headers);
  const leave = () => upstream.destroy();
  // Reads the viewer's socket from now on, because an unread socket does not emit `end` when the viewer leaves.
  const received = socket.pipe(new PassThrough());
  socket.on('end', leave);
  socket.on('close', leave);
  let isAnswered = false;
  const fail = (status: 502 | 504) => {
    // A second response would become part of the body that the viewer is reading.
    if (isAnswered) socket.destroy();
    else if (socket.writable) onFailure(status);
    upstream.destroy();
  };
  upstream.setTimeout(ORIGIN_TIMEOUT_MS + 1_000, () => fail(504));
  upstream.on('error', () => fail(502));
  upstream.on('response', (answer) => {
    isAnswered = true;
    answer.on('error', () => fail(502));
    socket.write(`${statusLine(answer)}\r\nconnection: close\r\n${headerLines(answer, ['connection'])}\r\n`);
    answer.pipe(socket);
  });
  upstream.on('upgrade', (answer, other, otherHead) => {
    socket.write(`${statusLine(answer)}\r\n${headerLines(answer, [])}\r\n`);
    socket.write(otherHead);
    other.write(head);
    other.setTimeout(0);
    // A viewer that has ended only its own half of the connection still gets frames that the API is sending.
    socket.off('end', leave);
    received.pipe(other).pipe(socket);
    for (const [one, another] of [
      [socket, other],
      [other, socket],
    ] as const) {
      one.on('error', () => another.destroy());
      one.on('close', () => another.destroy());
    }
  });
  upstream.end();
}

/** Gives header names the upper and lower case that the viewer sent. Events of a WebSocket API keep this spelling. */
function asSent(headers: Record<string, string>, rawHeaders: readonly string[]): Record<string, string> {
  const sent = rawHeaders.filter((_, position) => position % 2 === 0);
  const names = new Map(sent.map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [names.get(name) ?? name, value]));
}

const statusLine = (answer: IncomingMessage): string =>
  `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`;

function headerLines({ rawHeaders }: IncomingMessage, without: readonly string[]): string {
  let lines = '';
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (!without.includes((rawHeaders[i] ?? '').toLowerCase()))
      lines += `${rawHeaders[i]}: ${rawHeaders[i + 1]}\r\n`;
  return lines;
}
