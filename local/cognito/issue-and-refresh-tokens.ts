/**
 * Issues and refreshes ID, access and refresh tokens.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-tokens-with-identity-providers.html
 */
import { randomUUID } from 'node:crypto';
import { isRotating, lifetime } from './client-settings.ts';
import type { AppClient, Core, Grant, User } from './cognito-core-and-state.ts';
import { CognitoError, notAuthorized } from './cognito-errors.ts';
import { isRevoked, isRotatedOut, newGrant, rotate } from './refresh-grants.ts';
import { type Claims, signToken } from './sign-and-verify-tokens.ts';
import { applyTokenOverrides } from './token-overrides.ts';
import { runTrigger } from './triggers.ts';
import { API_SCOPE, attributeClaims } from './user-claims.ts';
import { readableAttributes, usersOf } from './users.ts';

export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken?: string;
  readonly RefreshToken?: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
}

export interface Issue {
  readonly scope: string;
  readonly source: 'HostedAuth' | 'Authentication' | 'NewPasswordChallenge' | 'RefreshTokens';
  readonly nonce?: string | undefined;
  /** Unix seconds of a new sign-in. Ignored with `grant`. @default now */
  readonly authTime?: number | undefined;
  /** Sign-in whose tokens are refreshed. @default a new sign-in */
  readonly grant?: Grant;
}

/** Runs the trigger PreTokenGeneration and issues tokens. An ID token needs the scope `openid` or API_SCOPE. */
export async function issueTokens(
  core: Core,
  app: AppClient,
  user: User,
  issue: Issue,
): Promise<AuthenticationResult> {
  const { clientId, client, poolId } = app;
  const now = Math.floor(core.now() / 1000);
  const groups = groupsOf(core, poolId, user);
  const originJti = issue.grant?.originJti ?? randomUUID();
  const authTime = issue.grant?.authTime ?? issue.authTime ?? now;
  const common: Claims = {
    sub: user.sub,
    ...(groups.length > 0 && { 'cognito:groups': groups }),
    iss: core.options.issuer(poolId),
    origin_jti: originJti,
    event_id: randomUUID(),
    auth_time: authTime,
    iat: now,
  };
  const id: Claims = {
    ...common,
    ...attributeClaims(readableAttributes(app, user), issue.scope),
    'cognito:username': user.sub,
    aud: clientId,
    token_use: 'id',
    ...(issue.nonce !== undefined && { nonce: issue.nonce }),
    exp: now + lifetime(client, 'IdToken'),
    jti: randomUUID(),
  };
  const access: Claims = {
    ...common,
    client_id: clientId,
    version: 2,
    token_use: 'access',
    scope: issue.scope,
    username: user.sub,
    exp: now + lifetime(client, 'AccessToken'),
    jti: randomUUID(),
  };
  const response = await runTrigger(core, {
    name: 'PreTokenGeneration',
    source: `TokenGeneration_${issue.source}`,
    poolId,
    clientId,
    user,
    request: {
      groupConfiguration: { groupsToOverride: groups, iamRolesToOverride: [], preferredRole: null },
      scopes: issue.scope.split(' '),
    },
    response: { claimsOverrideDetails: null, claimsAndScopeOverrideDetails: null },
  });
  applyTokenOverrides(response, id, access);
  const scopes = issue.scope.split(' ');
  const hasId = scopes.includes('openid') || scopes.includes(API_SCOPE);
  return {
    AccessToken: signToken(core, poolId, access),
    ...(hasId && { IdToken: signToken(core, poolId, id) }),
    ...(issue.grant === undefined && {
      RefreshToken: newGrant(core, app, user, { scope: issue.scope, originJti, authTime }),
    }),
    ...(issue.grant && isRotating(client) && { RefreshToken: rotate(core, app, user, issue.grant) }),
    ExpiresIn: lifetime(client, 'AccessToken'),
    TokenType: 'Bearer',
  };
}

/**
 * Issues new tokens for a refresh token. Throws RefreshTokenReuseException if rotation has replaced the token and the
 * grace period for retries is over. Throws NotAuthorizedException if the token is invalid for another reason, or if the
 * user is deleted or disabled.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetTokensFromRefreshToken.html
 */
export async function refreshTokens(
  core: Core,
  app: AppClient,
  refreshToken: string,
): Promise<AuthenticationResult> {
  const grant = Object.hasOwn(core.state.grants, refreshToken) ? core.state.grants[refreshToken] : undefined;
  if (grant === undefined || grant.clientId !== app.clientId) throw notAuthorized('Invalid Refresh Token');
  if (isRevoked(core, grant.originJti)) throw notAuthorized('Refresh Token has been revoked');
  if (isRotatedOut(app, grant, core.now()))
    throw new CognitoError('RefreshTokenReuseException', 'Refresh Token has been rotated');
  if (grant.expiresAt <= core.now()) throw notAuthorized('Refresh Token has expired');
  const user = usersOf(core, app.poolId)[grant.sub];
  if (user === undefined) throw notAuthorized('Invalid Refresh Token');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  return issueTokens(core, app, user, { scope: grant.scope, source: 'RefreshTokens', grant });
}

function groupsOf(core: Core, poolId: string, user: User): string[] {
  const groups = (core.options.groups ?? []).filter(
    (group) => group.UserPoolId === poolId && user.groups.includes(group.GroupName),
  );
  const rank = (precedence: number | undefined) => precedence ?? Number.MAX_SAFE_INTEGER;
  return groups.sort((a, b) => rank(a.Precedence) - rank(b.Precedence)).map((group) => group.GroupName);
}
