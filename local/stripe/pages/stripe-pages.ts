import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as bodyText } from 'node:stream/consumers';
import { html } from '../../outbox/html-template-tag.ts';
import { requestUrl } from '../../request-url.ts';
import { catchUp } from '../due-changes.ts';
import type { State } from '../stripe-emulator-context.ts';
import { type PageAnswer, type PageCall, pageAt } from './answer-page-requests.ts';
import { page } from './page-parts.ts';

export const isPage = (url: string | undefined): boolean => !/^\/v\d\//.test(url ?? '');

const MISSING = page('Not found', html`<p>There is nothing at this address.</p>`);

export function createPages(state: State, clock: PageCall['clock']) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path } = requestUrl(request);
    const form = request.method === 'POST' ? new URLSearchParams(await bodyText(request)) : undefined;
    // Refuses posts from other sites (CSRF).
    const site = request.headers['sec-fetch-site'];
    if (form && site !== undefined && site !== 'same-origin') {
      response.writeHead(403).end();
      return;
    }
    catchUp(state);
    const answer = pageAt({ state, clock, path, form });
    if (form) {
      catchUp(state);
      state.store.save();
    }
    send(response, answer ?? { status: 404, page: MISSING });
  };
}

function send(response: ServerResponse, answer: PageAnswer): void {
  const headers = {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  };
  if ('to' in answer) response.writeHead(303, { ...headers, location: answer.to }).end();
  else
    response
      .writeHead(answer.status, { ...headers, 'content-type': 'text/html; charset=utf-8' })
      .end(answer.page.text);
}
