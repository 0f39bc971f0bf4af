/** Emulates Cognito: user pools, identity pools and the hosted UI on one listener. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestUrl } from '../request-url.ts';
import { checkMailSenders } from './check-mail-senders-of-pools.ts';
import { createSignIn } from './check-password-or-code.ts';
import { assertRotation } from './client-settings.ts';
import { createCore, type User } from './cognito-core-and-state.ts';
import { notAuthorized } from './cognito-errors.ts';
import type { Cognito, CognitoOptions } from './cognito-types.ts';
import { answerPreflight, CORS } from './cors.ts';
import { createTickets } from './expiring-codes-and-sessions.ts';
import { createHostedUi } from './hosted-ui.ts';
import { issueTokens } from './issue-and-refresh-tokens.ts';
import { createJsonApi } from './json-api.ts';
import { assertMfa, unusedCode } from './mfa/software-tokens.ts';
import { newTotpSecret } from './mfa/totp.ts';
import { type AuthorizationCode, serveOAuth } from './oauth-endpoints.ts';
import { hashPassword } from './passwords.ts';
import { hasKeys, publicKeys, signToken } from './sign-and-verify-tokens.ts';
import { API_SCOPE } from './user-claims.ts';
import { addUser, findUser, newUser, requireUser, touch, usersOf } from './users.ts';
import { assertVerification } from './verification-codes.ts';

export type * from './cognito-types.ts';

const CODE_MS = 5 * 60_000;

/** @throws if a pool or a client has a setting that Cognito would refuse or that is not emulated */
export function createCognito(options: CognitoOptions): Cognito {
  checkMailSenders(options);
  const core = createCore(options);
  for (const [id, client] of Object.entries(options.clients)) assertRotation(id, client);
  for (const [id, pool] of Object.entries(options.pools)) {
    assertMfa(id, pool);
    assertVerification(pool);
  }
  const signIn = createSignIn(core);
  const codes = createTickets<AuthorizationCode>(core, CODE_MS);
  const jsonApi = createJsonApi(core, signIn);
  const hostedUi = createHostedUi(core, signIn, codes);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = requestUrl(request);
    if (request.method === 'OPTIONS') return answerPreflight(response);
    const target = request.headers['x-amz-target'];
    if (typeof target === 'string') return jsonApi(target, request, response);
    const [, endpoint] = /^\/oauth2\/(token|revoke|userInfo)$/.exec(url.pathname) ?? [];
    if (endpoint === 'token' || endpoint === 'revoke' || endpoint === 'userInfo')
      return serveOAuth(core, codes, endpoint, request, response);
    const [, poolId, document] = /^\/([\w-]+)\/\.well-known\/([\w-]+(?:\.json)?)$/.exec(url.pathname) ?? [];
    if (poolId !== undefined && (Object.hasOwn(options.pools, poolId) || hasKeys(core, poolId))) {
      const body =
        document === 'jwks.json' ? { keys: await keysOfPool(poolId) } : openIdConfiguration(poolId);
      response.writeHead(200, { ...CORS, 'content-type': 'application/json' }).end(JSON.stringify(body));
      return;
    }
    if (!(await hostedUi({ request, response, url }))) response.writeHead(404).end();
  }

  async function keysOfPool(poolId: string) {
    const keys = () => publicKeys(core, poolId);
    const step = { service: 'cognito', action: 'jwks.json' } as const;
    return options.faults ? options.faults.around(step, keys) : keys();
  }

  function openIdConfiguration(poolId: string): object {
    const issuer = options.issuer(poolId);
    const at = (path: string) => new URL(path, issuer).href;
    return {
      authorization_endpoint: at('/oauth2/authorize'),
      end_session_endpoint: at('/logout'),
      id_token_signing_alg_values_supported: ['RS256'],
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      response_types_supported: ['code'],
      revocation_endpoint: at('/oauth2/revoke'),
      scopes_supported: ['openid', 'email', 'phone', 'profile'],
      subject_types_supported: ['public'],
      token_endpoint: at('/oauth2/token'),
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      userinfo_endpoint: at('/oauth2/userInfo'),
    };
  }

  const poolIds = Object.keys(options.pools);
  const poolOf = (email: string): string => {
    const poolId = poolIds.find((id) => findUser(core, id, email) !== undefined) ?? poolIds[0];
    if (poolId === undefined) throw new Error('there is no user pool');
    return poolId;
  };

  return {
    handle: (request, response) => {
      serve(request, response).catch((error: unknown) => {
        options.log('cognito', `${request.method} ${request.url?.split('?')[0]}: ${String(error)}`);
        if (!response.headersSent) response.writeHead(500).end();
      });
    },
    async keysOf(issuer) {
      const poolId = poolIds.find((id) => options.issuer(id) === issuer);
      if (poolId === undefined) throw new Error(`no user pool has the issuer ${issuer}`);
      return keysOfPool(poolId);
    },
    async createUser(email, password, { name, groups = [], emailVerified = true, hasSecondFactor } = {}) {
      const poolId = poolOf(email);
      const existing = findUser(core, poolId, email);
      const user: User = existing ?? newUser(core, email, {}, 'CONFIRMED');
      Object.assign(user.attributes, name !== undefined && { name }, {
        email_verified: String(emailVerified),
      });
      user.status = 'CONFIRMED';
      user.groups = [...groups];
      if (hasSecondFactor) user.totp ??= { secret: newTotpSecret(), usedStep: 0, isOn: true };
      user.password = await hashPassword(password);
      if (existing === undefined) addUser(core, poolId, user);
      touch(core, user);
      return user.sub;
    },
    async tokensFor(email, clientId) {
      const poolId = poolOf(email);
      const user = requireUser(core, poolId, email);
      if (!user.enabled) throw notAuthorized('User is disabled.');
      const first = Object.entries(options.clients).find(
        ([, client]) => client.UserPoolId === poolId && client.AllowedOAuthFlowsUserPoolClient !== false,
      )?.[0];
      const app = core.clientOf(clientId ?? first ?? '');
      const scope = (app.client.AllowedOAuthScopes ?? [API_SCOPE]).join(' ');
      const result = await issueTokens(core, app, user, { scope, source: 'HostedAuth' });
      return {
        idToken: result.IdToken ?? '',
        accessToken: result.AccessToken,
        refreshToken: result.RefreshToken ?? '',
        expiresIn: result.ExpiresIn,
      };
    },
    codeFor: (email) => unusedCode(core, requireUser(core, poolOf(email), email)),
    codes: () =>
      poolIds
        .flatMap((poolId) => Object.values(usersOf(core, poolId)))
        .flatMap((user) => {
          const code = unusedCode(core, user);
          return code === undefined ? [] : [{ email: user.attributes.email ?? user.sub, code }];
        }),
    disableUser(email) {
      const user = requireUser(core, poolOf(email), email);
      user.enabled = false;
      touch(core, user);
    },
    sign: (poolId, claims) => signToken(core, poolId, claims),
  };
}
