import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { requestUrl } from '../request-url.ts';
import { logTime, requestId, sourceAddress } from './request-context-values.ts';

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

export function connectionFacts(request: IncomingMessage, now: number): ConnectionFacts {
  return {
    connectionId: randomBytes(11).toString('base64'),
    connectedAt: now,
    sourceIp: sourceAddress(request),
    userAgent: request.headers['user-agent'],
    authorizer: undefined,
  };
}

/** Builds the `requestContext` of an event, with the fields of `more`. */
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
 * Builds the fields of `$connect` and authorizer events that describe the handshake's HTTP request. Header names keep
 * their upper and lower case.
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
