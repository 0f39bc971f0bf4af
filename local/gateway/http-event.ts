import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ACCOUNT } from '../region-and-account.ts';
import { requestUrl } from '../request-url.ts';
import { logTime, requestId, sourceAddress } from './request-context-values.ts';

export interface EventContext {
  readonly apiId: string;
  readonly domainName: string;
  readonly stage: string;
  readonly routeKey: string;
  /** Time of the stack's clock, in Unix milliseconds. */
  readonly now: number;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly stageVariables?: Readonly<Record<string, string>>;
  readonly authorizer?: unknown;
}

/**
 * Builds an event of payload format 2.0, which HTTP APIs and function URLs share.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function httpEvent(request: IncomingMessage, body: Buffer, context: EventContext): object {
  const url = requestUrl(request);
  const { cookie } = request.headers;
  const query = joinedQuery(url.searchParams);
  const isBase64Encoded = body.length > 0 && !isTextual(request.headers['content-type']);
  const path = decodedPath(url.pathname);
  return {
    version: '2.0',
    routeKey: context.routeKey,
    rawPath: path,
    rawQueryString: url.search.slice(1),
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    headers: forwardedHeaders(request, body, context),
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    requestContext: {
      accountId: ACCOUNT,
      apiId: context.apiId,
      ...(context.authorizer !== undefined && { authorizer: context.authorizer }),
      domainName: context.domainName,
      domainPrefix: context.domainName.split('.')[0],
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: sourceAddress(request),
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: requestId(),
      routeKey: context.routeKey,
      stage: context.stage,
      time: logTime(context.now),
      timeEpoch: context.now,
    },
    ...(Object.keys(context.pathParameters ?? {}).length > 0 && { pathParameters: context.pathParameters }),
    ...(context.stageVariables !== undefined && { stageVariables: context.stageVariables }),
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? 'base64' : 'utf8') }),
    isBase64Encoded,
  };
}

function forwardedHeaders(request: IncomingMessage, body: Buffer, context: EventContext) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    if (name !== 'cookie' && value !== undefined)
      headers[name] = Array.isArray(value) ? value.join(',') : value;
  const before = headers['x-forwarded-for'];
  headers['x-forwarded-for'] =
    before === undefined ? sourceAddress(request) : `${before}, ${sourceAddress(request)}`;
  headers['x-forwarded-proto'] = 'https';
  headers['x-forwarded-port'] = '443';
  const seconds = Math.floor(context.now / 1000).toString(16);
  headers['x-amzn-trace-id'] ??= `Root=1-${seconds}-${randomBytes(12).toString('hex')}`;
  headers['content-length'] = String(body.length);
  delete headers['transfer-encoding'];
  return headers;
}

function joinedQuery(parameters: URLSearchParams): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of parameters) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(joined);
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function isTextual(contentType: string | undefined): boolean {
  return (
    contentType === undefined ||
    /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded|[\w.-]+\+(json|xml)))/i.test(
      contentType,
    )
  );
}
