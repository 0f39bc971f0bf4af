import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { wireError } from '../aws-json/aws-json-service.ts';
import { S3Error } from './s3-error.ts';
import type { S3Reply } from './s3-types.ts';
import { errorDocument } from './xml.ts';

/** Code of the fault by which a test cuts the connection. */
const CUT = 'ECONNRESET';

export const isCut = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === CUT;

/** Builds the reply to a failed request. A defect of the emulator becomes `InternalError`. */
export function errorReply(error: unknown, url: string): S3Reply {
  const { code, status, message, details } = error instanceof S3Error ? error : refusalOf(error);
  const content = { Code: code, Message: message, ...details, Resource: url.split('?')[0] ?? '' };
  return {
    status,
    headers: { 'content-type': 'application/xml' },
    body: errorDocument({ ...content, RequestId: requestId(), HostId: 'local' }),
  };
}

function refusalOf(error: unknown): S3Error {
  const { code, status, message } = wireError(error);
  return code === 'AccessDeniedException'
    ? new S3Error('AccessDenied', 403, message)
    : new S3Error(code.replace(/^InternalServerError$/, 'InternalError'), status, message);
}

const requestId = (): string => randomBytes(8).toString('hex').toUpperCase();

/** Sends a reply with the stack's time `now` (Unix milliseconds), by which the SDK corrects its clock. */
export function sendReply(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status = 200, body = '', headers = {} }: S3Reply,
  now: number,
): void {
  const type = typeof body === 'string' && body !== '' ? { 'content-type': 'application/xml' } : {};
  const all = {
    ...{ date: new Date(now).toUTCString(), server: 'AmazonS3', 'x-amz-request-id': requestId() },
    ...{ ...type, ...headers },
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) response.setHeader(name, value);
  response.statusCode = status;
  if (method === 'HEAD' || status === 204 || status === 304) {
    response.end();
    return;
  }
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
