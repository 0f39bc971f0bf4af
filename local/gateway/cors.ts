/**
 * Emulates the CORS of API Gateway's HTTP APIs. An API without a CORS configuration gets no CORS headers, and its
 * preflight requests are not answered here.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderMap } from './http-response.ts';
import type { ApiProperties } from './types.ts';

type Cors = ApiProperties['CorsConfiguration'];

/** Returns the CORS headers for the response to a request; none for an origin that is not allowed. */
export function corsHeaders(cors: Cors, request: IncomingMessage): HeaderMap {
  const { origin } = request.headers;
  const allowed = cors?.AllowOrigins ?? [];
  if (origin === undefined || !(allowed.includes('*') || allowed.includes(origin))) return {};
  return {
    'access-control-allow-origin': allowed.includes('*') ? '*' : origin,
    vary: 'origin',
    ...(cors?.AllowCredentials === true && { 'access-control-allow-credentials': 'true' }),
    ...(cors?.ExposeHeaders !== undefined && {
      'access-control-expose-headers': cors.ExposeHeaders.join(','),
    }),
  };
}

/** Answers a preflight request, and returns true. Returns false for any other request, or without configured CORS. */
export function answerPreflight(cors: Cors, request: IncomingMessage, response: ServerResponse): boolean {
  const asks = request.headers['access-control-request-method'] !== undefined;
  if (cors === undefined || request.method !== 'OPTIONS' || !asks) return false;
  const headers = corsHeaders(cors, request);
  if (headers['access-control-allow-origin'] !== undefined) {
    headers['access-control-allow-methods'] = (cors.AllowMethods ?? []).join(',');
    headers['access-control-allow-headers'] = (cors.AllowHeaders ?? []).join(',');
    headers['access-control-max-age'] = String(cors.MaxAge ?? 0);
  }
  response.writeHead(204, headers).end();
  return true;
}
