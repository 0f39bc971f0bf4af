/** Serves the hosted UI: `/oauth2/authorize`, the pages for sign-in, sign-up and passwords, `/logout`, and `/error`. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../read-request-body.ts';
import type { SignIn } from './check-password-or-code.ts';
import type { Core, User } from './cognito-core-and-state.ts';
import { CognitoError } from './cognito-errors.ts';
import { createTickets, type Tickets } from './expiring-codes-and-sessions.ts';
import { type FormHandlers, formHandlers, type Outcome, type PageTicket } from './hosted-form-handlers.ts';
import { errorPage, isPageName, PAGES, type PageName } from './hosted-pages.ts';
import { cookieOf, redirect, sendPage } from './hosted-ui-responses-and-cookies.ts';
import type { AuthorizationCode } from './oauth-endpoints.ts';
import { type AuthorizeRequest, callbackUrl, parseAuthorizeRequest } from './parse-authorization-request.ts';
import { usersOf } from './users.ts';

const FORM_MAX_BYTES = 16 * 1024;
/**
 * Lifetime of a session. Each sign-in by the session's cookie restarts this time.
 * https://repost.aws/knowledge-center/cognito-logout-endpoint-globalsignoutapi
 */
const SESSION_MS = 3_600_000;
const PAGE_TICKET_MS = 3_600_000;
const COOKIE = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const ERRORS = new Set(['invalid_client', 'unauthorized_client', 'redirect_mismatch', 'invalid_request']);
/**
 * Pages that are shown after the user has entered a correct password or has set a new one. A GET of their URL shows
 * `login`, because a GET has no ticket that names the user.
 */
const AFTER_PASSWORD = new Set<PageName>(['newPassword', 'mfa']);

interface Session {
  readonly poolId: string;
  readonly sub: string;
  /** Unix seconds. */
  readonly authTime: number;
}

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

/** Resolves with false when the URL is not the hosted UI's. */
export type HostedUi = (visit: Visit) => Promise<boolean>;

export function createHostedUi(core: Core, signIn: SignIn, codes: Tickets<AuthorizationCode>): HostedUi {
  const brand = core.options.productName;
  const sessions = createTickets<Session>(core, SESSION_MS);
  const pageTickets = createTickets<PageTicket>(core, PAGE_TICKET_MS);
  const handlers: FormHandlers = formHandlers(core, signIn);

  function finish(
    visit: Visit,
    asked: AuthorizeRequest,
    user: User,
    authTime: number,
    cookies: string[] = [],
  ): void {
    const code = codes.issue({
      clientId: asked.app.clientId,
      redirectUri: asked.redirectUri,
      sub: user.sub,
      scope: asked.scope,
      codeChallenge: asked.codeChallenge,
      nonce: asked.nonce,
      authTime,
    });
    redirect(visit.response, callbackUrl(asked.redirectUri, asked.state, { code }), cookies);
  }

  function authorize(visit: Visit, asked: AuthorizeRequest) {
    const session = sessions.read(cookieOf(visit.request, 'cognito'));
    const user =
      session?.poolId === asked.app.poolId ? usersOf(core, session.poolId)[session.sub] : undefined;
    if (session !== undefined && user?.enabled && asked.prompt !== 'login') {
      sessions.prolong(cookieOf(visit.request, 'cognito'));
      return finish(visit, asked, user, session.authTime);
    }
    if (asked.prompt === 'none')
      return redirect(
        visit.response,
        callbackUrl(asked.redirectUri, asked.state, { error: 'login_required' }),
      );
    redirect(visit.response, `/login${visit.url.search}`);
  }

  function showPage(
    visit: Visit,
    asked: AuthorizeRequest,
    name: PageName,
    more: { error?: string; email?: string; ticket?: string } = {},
  ) {
    const csrf = cookieOf(visit.request, 'XSRF-TOKEN') ?? randomUUID();
    const page = PAGES[name](brand, {
      query: visit.url.searchParams.toString(),
      csrf,
      email: asked.loginHint,
      ...more,
    });
    const cookies = [`XSRF-TOKEN=${csrf}; ${COOKIE}`];
    sendPage(visit.response, 200, page, new URL(asked.redirectUri).origin, cookies);
  }

  async function submit(visit: Visit, asked: AuthorizeRequest, path: PageName | 'resend'): Promise<void> {
    const form = new URLSearchParams((await readBody(visit.request, FORM_MAX_BYTES)).toString('utf8'));
    const csrf = cookieOf(visit.request, 'XSRF-TOKEN');
    const shown: PageName = path === 'resend' ? 'confirmUser' : path;
    if (csrf === undefined || form.get('_csrf') !== csrf)
      return showPage(visit, asked, 'login', { error: 'This page has expired. Please try again.' });
    const email = form.get('username') ?? undefined;
    const ticket = form.get('ticket') ?? undefined;
    let outcome: Outcome;
    try {
      outcome = await handlers[path](asked.app, form, pageTickets.read(ticket));
    } catch (error) {
      if (!(error instanceof CognitoError)) throw error;
      const kept = { ...(email !== undefined && { email }), ...(ticket !== undefined && { ticket }) };
      return showPage(visit, asked, shown, { ...kept, error: error.message });
    }
    if ('page' in outcome) {
      const { page, ticket: found } = outcome;
      return showPage(visit, asked, page, found === undefined ? {} : { ticket: pageTickets.issue(found) });
    }
    const authTime = Math.floor(core.now() / 1000);
    const session = sessions.issue({ poolId: asked.app.poolId, sub: outcome.user.sub, authTime });
    finish(visit, asked, outcome.user, authTime, [`cognito=${session}; ${COOKIE}`]);
  }

  function logout({ request, response, url }: Visit) {
    const clientId = url.searchParams.get('client_id') ?? '';
    const known = Object.hasOwn(core.options.clients, clientId) ? core.options.clients[clientId] : undefined;
    if (known === undefined) return redirect(response, '/error?error=invalid_client');
    const logoutUri = url.searchParams.get('logout_uri');
    const allowed =
      logoutUri === null
        ? known.CallbackURLs?.includes(url.searchParams.get('redirect_uri') ?? '')
        : known.LogoutURLs?.includes(logoutUri);
    if (allowed !== true) return redirect(response, '/error?error=redirect_mismatch');
    sessions.take(cookieOf(request, 'cognito'));
    redirect(response, logoutUri ?? `/login${url.search}`, [`cognito=; Max-Age=0; ${COOKIE}`]);
  }

  return async (visit) => {
    const { request, response, url } = visit;
    const name = url.pathname.slice(1);
    const isPage = isPageName(name) || name === 'resend';
    if (name === 'error') {
      const code = url.searchParams.get('error') ?? '';
      sendPage(response, 400, errorPage(brand, ERRORS.has(code) ? code : 'invalid_request'));
    } else if (name === 'logout') logout(visit);
    else if (name === 'oauth2/authorize' || isPage) {
      const asked = parseAuthorizeRequest(core, url.searchParams);
      if ('error' in asked) {
        const { error, redirect: back } = asked;
        redirect(response, back ? callbackUrl(back.uri, back.state, { error }) : `/error?error=${error}`);
      } else if (!isPage) authorize(visit, asked);
      else if (request.method === 'POST') await submit(visit, asked, name);
      else showPage(visit, asked, name === 'resend' || AFTER_PASSWORD.has(name) ? 'login' : name);
    } else return false;
    return true;
  };
}
