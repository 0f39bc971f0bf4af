/** Stores sign-ins that can be refreshed, and computes the lifetimes of tokens. */
import { randomBytes } from 'node:crypto';
import { invalidParameter } from './errors.ts';
import type { ClientOf, Core, Grant, User } from './state.ts';
import type { UserPoolClientProperties } from './types.ts';

const UNIT_SECONDS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

/** Returns the lifetime of a client's token in seconds. Defaults: 30 days for refresh tokens, one hour for others. */
export function lifetime(
  client: UserPoolClientProperties,
  token: 'AccessToken' | 'IdToken' | 'RefreshToken',
): number {
  const value = client[`${token}Validity`];
  const refresh = token === 'RefreshToken';
  if (value === undefined || value === 0) return refresh ? 30 * 86_400 : 3600;
  return value * (UNIT_SECONDS[client.TokenValidityUnits?.[token] ?? (refresh ? 'days' : 'hours')] ?? 3600);
}

/** Stores a sign-in and returns its refresh token. Deletes expired sign-ins. */
export function newGrant(
  core: Core,
  { clientId, client }: ClientOf,
  user: User,
  grant: Pick<Grant, 'scope' | 'originJti' | 'authTime'> & Partial<Pick<Grant, 'expiresAt'>>,
): string {
  const now = core.now();
  for (const [old, { expiresAt }] of Object.entries(core.state.grants))
    if (expiresAt <= now) delete core.state.grants[old];
  const token = randomBytes(48).toString('base64url');
  const { expiresAt = now + lifetime(client, 'RefreshToken') * 1000 } = grant;
  const { scope, originJti, authTime } = grant;
  core.state.grants[token] = {
    scope,
    originJti,
    authTime,
    clientId,
    sub: user.sub,
    expiresAt,
    revoked: false,
  };
  core.save();
  return token;
}

/** Revokes a sign-in. Its refresh token, and its access token in Cognito's own calls, are refused from then on. */
export function revokeGrant(core: Core, refreshToken: string): void {
  const grant = Object.hasOwn(core.state.grants, refreshToken) ? core.state.grants[refreshToken] : undefined;
  if (grant === undefined) return;
  grant.revoked = true;
  core.state.revoked[grant.originJti] = true;
  core.save();
}

/** Revokes all of a user's sign-ins. */
export function revokeAllOf(core: Core, sub: string): void {
  for (const [token, grant] of Object.entries(core.state.grants))
    if (grant.sub === sub) revokeGrant(core, token);
}

/** Flows that a client has when none are named. */
const DEFAULT_FLOWS = ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH'];

/** Returns a client's flows. An empty list counts as none named. */
export const flowsOf = ({ ExplicitAuthFlows = [] }: UserPoolClientProperties): readonly string[] =>
  ExplicitAuthFlows.length > 0 ? ExplicitAuthFlows : DEFAULT_FLOWS;

export const isRotating = ({ RefreshTokenRotation: rotation }: UserPoolClientProperties): boolean =>
  rotation?.Feature === 'ENABLED';

/**
 * Throws for a client that Cognito would not create: rotation needs the flow REFRESH_TOKEN_AUTH switched off.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-refresh-token.html
 */
export function assertRotation(clientId: string, client: UserPoolClientProperties): void {
  if (!isRotating(client)) return;
  const { RetryGracePeriodSeconds: grace = 0 } = client.RefreshTokenRotation ?? {};
  if (flowsOf(client).includes('ALLOW_REFRESH_TOKEN_AUTH'))
    throw invalidParameter(`${clientId}: refresh token rotation does not go with ALLOW_REFRESH_TOKEN_AUTH`);
  if (grace < 0 || grace > 60)
    throw invalidParameter(`${clientId}: RetryGracePeriodSeconds must be from 0 to 60`);
}

/** True if rotation has replaced the token and the grace period for retries is over. */
export function isRotatedOut({ client }: ClientOf, { rotatedAt }: Grant, now: number): boolean {
  const grace = (client.RefreshTokenRotation?.RetryGracePeriodSeconds ?? 0) * 1000;
  return rotatedAt !== undefined && now >= rotatedAt + grace;
}

/** Replaces a refresh token. The new one lives as long as the old one would have. */
export function rotate(core: Core, of: ClientOf, user: User, grant: Grant): string {
  grant.rotatedAt ??= core.now();
  return newGrant(core, of, user, grant);
}
