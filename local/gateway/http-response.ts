import type { ServerResponse } from 'node:http';
import { isRecord } from '../is-record.ts';
import { requestId } from './request-context-values.ts';

type HeaderMap = Record<string, string | string[]>;

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: HeaderMap = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'apigw-requestid': requestId(), ...headers })
    .end(JSON.stringify(body));
}

/**
 * Sends a function's result (payload format 2.0). A result without `statusCode` becomes the body of a response with
 * status 200. Returns false, and sends nothing, when the result is invalid.
 */
export function sendResult(response: ServerResponse, result: unknown): boolean {
  if (!isRecord(result) || !('statusCode' in result)) {
    const body = typeof result === 'string' ? result : JSON.stringify(result ?? null);
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    return true;
  }
  const status = Number(result.statusCode);
  const body = result.body ?? '';
  if (!Number.isInteger(status) || status < 100 || status > 599 || typeof body !== 'string') return false;
  const merged: HeaderMap = { 'content-type': 'text/plain;charset=UTF-8', 'apigw-requestid': requestId() };
  if (isRecord(result.headers))
    for (const [name, value] of Object.entries(result.headers)) merged[name.toLowerCase()] = String(value);
  if (Array.isArray(result.cookies)) merged['set-cookie'] = result.cookies.map(String);
  const bytes = Buffer.from(body, result.isBase64Encoded === true ? 'base64' : 'utf8');
  merged['content-length'] = String(bytes.length);
  response.writeHead(status, merged).end(bytes);
  return true;
}
