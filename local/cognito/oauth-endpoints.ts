/** Serves `/oauth2/token`, `/oauth2/revoke` and `/oauth2/userInfo`. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../read-request-body.ts';
import { bearerOf } from './api-signed-in-user.ts';
import type { AppClient, Core } from './cognito-core-and-state.ts';
import { CognitoError } from './cognito-errors.ts';
import { CORS } from './cors.ts';
import type { Tickets } from './expiring-codes-and-sessions.ts';
import { type AuthenticationResult, issueTokens, refreshTokens } from './issue-and-refresh-tokens.ts';
import { revokeGrant } from './refresh-grants.ts';
import { attributeClaims } from './user-claims.ts';
import { readableAttributes, usersOf } from './users.ts';

const FORM_MAX_BYTES = 16 * 1024;

export interface AuthorizationCode {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly sub: string;
  readonly scope: string;
  readonly codeChallenge: string | undefined;
  readonly nonce: string | undefined;
  /** Unix seconds. */
  readonly authTime: number;
}

export async function serveOAuth(
  core: Core,
  codes: Tickets<AuthorizationCode>,
  endpoint: 'token' | 'revoke' | 'userInfo',
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (endpoint === 'userInfo') return sendUserInfo(core, request, response);
  if (request.method !== 'POST') return send(response, 405, { error: 'invalid_request' });
  const form = new URLSearchParams((await readBody(request, FORM_MAX_BYTES)).toString('utf8'));
  const clientId = form.get('client_id') ?? '';
  if (!Object.hasOwn(core.options.clients, clientId)) return send(response, 400, { error: 'invalid_client' });
  if (endpoint === 'revoke') {
    const token = form.get('token') ?? '';
    const grant = Object.hasOwn(core.state.grants, token) ? core.state.grants[token] : undefined;
    if (grant?.clientId === clientId) revokeGrant(core, token);
    response.writeHead(200, CORS).end();
    return;
  }
  try {
    const result = await grantTokens(core, codes, core.clientOf(clientId), form);
    if (result === undefined) return send(response, 400, { error: 'unsupported_grant_type' });
    send(response, 200, {
      ...(result.IdToken !== undefined && { id_token: result.IdToken }),
      access_token: result.AccessToken,
      ...(result.RefreshToken !== undefined && { refresh_token: result.RefreshToken }),
      expires_in: result.ExpiresIn,
      token_type: 'Bearer',
    });
  } catch (error) {
    if (!(error instanceof CognitoError)) throw error;
    send(response, 400, { error: 'invalid_grant', error_description: error.message });
  }
}

async function grantTokens(
  core: Core,
  codes: Tickets<AuthorizationCode>,
  app: AppClient,
  form: URLSearchParams,
): Promise<AuthenticationResult | undefined> {
  const grantType = form.get('grant_type');
  if (grantType === 'refresh_token') return refreshTokens(core, app, form.get('refresh_token') ?? '');
  if (grantType !== 'authorization_code') return undefined;
  const code = codes.take(form.get('code') ?? undefined);
  const user = usersOf(core, app.poolId)[code?.sub ?? ''];
  const verifier = form.get('code_verifier');
  const challenge = verifier === null ? undefined : createHash('sha256').update(verifier).digest('base64url');
  const valid =
    code?.clientId === app.clientId &&
    code.redirectUri === form.get('redirect_uri') &&
    code.codeChallenge === challenge &&
    user?.enabled === true;
  if (!valid) throw new CognitoError('InvalidGrant', 'The code is not valid');
  const { scope, nonce, authTime } = code;
  return issueTokens(core, app, user, { scope, source: 'HostedAuth', nonce, authTime });
}

function sendUserInfo(core: Core, request: IncomingMessage, response: ServerResponse): void {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  try {
    const { app, user, scope } = bearerOf(core, token);
    if (!scope.split(' ').includes('openid')) throw new CognitoError('InvalidToken', 'no openid scope');
    const claims = Object.entries(attributeClaims(readableAttributes(app, user), scope));
    send(response, 200, {
      ...Object.fromEntries(claims.map(([k, v]) => [k, String(v)])),
      username: user.sub,
    });
  } catch (error) {
    if (!(error instanceof CognitoError)) throw error;
    send(response, 401, { error: 'invalid_token', error_description: 'Access token is not valid' });
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { ...CORS, 'content-type': 'application/json' }).end(JSON.stringify(body));
}
