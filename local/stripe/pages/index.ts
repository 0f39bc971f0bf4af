/** The stand-in's pages, under the API's own address. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as bodyText } from 'node:stream/consumers';
import { catchUp } from '../catch-up.ts';
import type { State } from '../state.ts';
import { missingPage } from './checkout.ts';
import { type PageAnswer, type PageCall, pageAt } from './handlers.ts';

export const isPage = (url: string | undefined): boolean => !/^\/v\d\//.test(url ?? '');

/** `clock` may be one that the dashboard can move. */
export function createPages(state: State, clock: PageCall['clock']) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: path } = new URL(request.url ?? '/', 'http://localhost');
    const form = request.method === 'POST' ? new URLSearchParams(await bodyText(request)) : undefined;
    // The pages act by forms, so what another site posts is refused.
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
    send(response, answer ?? { status: 404, page: missingPage() });
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
