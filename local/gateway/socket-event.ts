/** Builds the parts of a WebSocket API's events. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { requestUrl } from '../request-url.ts';
import { logTime, requestId, sourceAddress } from './request-context-values.ts';

/** Data of a connection that all of the connection's events contain. */
export interface ConnectionFacts {
  readonly connectionId: string;
  /** Unix milliseconds. */
  readonly connectedAt: number;
  readonly sourceIp: string;
  readonly userAgent: string | undefined;
  /** Set once the authorizer has allowed the connection. */
  authorizer: Readonly<Record<string, unknown>> | undefined;
}

export interface ApiFacts {
  readonly apiId: string;
  readonly domainName: string;
  readonly stage: string;
  now(): number;
}

export type EventType = 'CONNECT' | 'MESSAGE' | 'DISCONNECT';

/** Returns a new connection's data. Its id looks like one of API Gateway: 11 random bytes in base64. */
export function connectionFacts(request: IncomingMessage, now: number): ConnectionFacts {
  return {
    connectionId: randomBytes(11).toString('base64'),
    connectedAt: now,
    sourceIp: sourceAddress(request),
    userAgent: request.headers['user-agent'],
    authorizer: undefined,
  };
}

/** Builds the `requestContext` of an event. The fields of `more` are added to it. */
export function socketContext(
  api: ApiFacts,
  connection: ConnectionFacts,
  eventType: EventType,
  routeKey: string,
  more: object = {},
): object {
  const now = api.now();
  return {
    routeKey,
    eventType,
    extendedRequestId: requestId(),
    requestTime: logTime(now),
    messageDirection: 'IN',
    stage: api.stage,
    connectedAt: connection.connectedAt,
    requestTimeEpoch: now,
    identity: {
      ...(connection.userAgent !== undefined && { userAgent: connection.userAgent }),
      sourceIp: connection.sourceIp,
    },
    requestId: requestId(),
    domainName: api.domainName,
    connectionId: connection.connectionId,
    apiId: api.apiId,
    ...(connection.authorizer !== undefined && { authorizer: connection.authorizer }),
    ...more,
  };
}

/**
 * Builds the fields of `$connect` and authorizer events that describe the HTTP request of the handshake: its headers,
 * whose names keep their upper and lower case, and its query. Adds `X-Forwarded-For` if the request lacks it.
 */
export function requestPart(request: IncomingMessage): object {
  const headers: Record<string, string> = {};
  const multiValueHeaders: Record<string, string[]> = {};
  const add = (name: string, value: string) => {
    headers[name] = value;
    multiValueHeaders[name] = [...(multiValueHeaders[name] ?? []), value];
  };
  const raw = request.rawHeaders;
  for (let i = 0; i < raw.length; i += 2) add(raw[i] ?? '', raw[i + 1] ?? '');
  if (request.headers['x-forwarded-for'] === undefined) add('X-Forwarded-For', sourceAddress(request));
  const query = requestUrl(request).searchParams;
  const multi: Record<string, string[]> = {};
  for (const [name, value] of query) multi[name] = [...(multi[name] ?? []), value];
  return {
    headers,
    multiValueHeaders,
    ...(query.size > 0 && {
      queryStringParameters: Object.fromEntries(query),
      multiValueQueryStringParameters: multi,
    }),
    isBase64Encoded: false,
  };
}
