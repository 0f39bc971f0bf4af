import type { AppClient, Core } from './cognito-core-and-state.ts';

export interface AuthorizeRequest {
  readonly app: AppClient;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string | undefined;
  readonly codeChallenge: string | undefined;
  readonly nonce: string | undefined;
  readonly prompt: string | undefined;
  readonly loginHint: string | undefined;
}

/**
 * Refused request. `redirect` is set only if the `redirect_uri` is a callback URL of the client. The error must not be
 * sent to another URL.
 */
export interface BadRequest {
  readonly error: string;
  readonly redirect?: { readonly uri: string; readonly state: string | undefined };
}

/** Validates the request. https://docs.aws.amazon.com/cognito/latest/developerguide/authorization-endpoint.html */
export function parseAuthorizeRequest(core: Core, query: URLSearchParams): AuthorizeRequest | BadRequest {
  const field = (name: string) => query.get(name) ?? undefined;
  const clientId = field('client_id') ?? '';
  if (!Object.hasOwn(core.options.clients, clientId)) return { error: 'invalid_client' };
  const app = core.clientOf(clientId);
  const { client } = app;
  const hasUi = (core.options.domains ?? []).some((domain) => domain.UserPoolId === app.poolId);
  if (!hasUi || client.AllowedOAuthFlowsUserPoolClient === false) return { error: 'unauthorized_client' };
  const redirectUri = field('redirect_uri') ?? '';
  if (!(client.CallbackURLs ?? []).includes(redirectUri)) return { error: 'redirect_mismatch' };
  const state = field('state');
  const fail = (error: string): BadRequest => ({ error, redirect: { uri: redirectUri, state } });
  if (field('response_type') !== 'code') return fail('unsupported_response_type');
  if (!(client.AllowedOAuthFlows ?? []).includes('code')) return fail('unauthorized_client');
  const allowed = client.AllowedOAuthScopes ?? [];
  const scope = field('scope') ?? allowed.join(' ');
  if (!scope.split(' ').every((one) => allowed.includes(one))) return fail('invalid_scope');
  const codeChallenge = field('code_challenge');
  const method = field('code_challenge_method');
  if ((codeChallenge !== undefined || method !== undefined) && (method !== 'S256' || !codeChallenge))
    return fail('invalid_request');
  return {
    app,
    redirectUri,
    scope,
    state,
    codeChallenge,
    nonce: field('nonce'),
    prompt: field('prompt'),
    loginHint: field('login_hint'),
  };
}

export function callbackUrl(uri: string, state: string | undefined, result: Record<string, string>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}
