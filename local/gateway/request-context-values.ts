import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Returns a request id like API Gateway's: 16 characters of base64. */
export const requestId = (): string => randomBytes(11).toString('base64');

export const sourceAddress = (request: IncomingMessage): string =>
  (request.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, '');

/** Formats a time, given in Unix milliseconds, as in `requestContext`: `21/Nov/2026:02:30:00 +0000`. */
export function logTime(now: number): string {
  const [, day, month, year, time] = new Date(now).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
