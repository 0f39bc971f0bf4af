import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Html } from '../outbox/html-template-tag.ts';

/** Sends a page that no site can show in an iframe. A form's response may redirect to the origin `formTarget`. */
export function sendPage(
  response: ServerResponse,
  status: number,
  page: Html,
  formTarget = '',
  cookies: string[] = [],
): void {
  const csp = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self' ${formTarget}; frame-ancestors 'none'; base-uri 'none'`;
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': csp,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    })
    .end(page.text);
}

export function redirect(response: ServerResponse, location: string, cookies: string[] = []): void {
  response
    .writeHead(302, {
      location,
      'cache-control': 'no-store',
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    })
    .end();
}

export function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const cookies = (request.headers.cookie ?? '').split('; ').map((cookie) => cookie.split('='));
  return cookies.find(([key]) => key === name)?.[1];
}
