/** Refresh tokens. A grant is the record of a refresh token and its sign-in. */
import { randomBytes } from 'node:crypto';
import { lifetime } from './client-settings.ts';
import type { AppClient, Core, Grant, User } from './cognito-core-and-state.ts';

/**
 * Longest lifetime of an access token, in milliseconds.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
const ACCESS_MS = 86_400_000;

export function newGrant(
  core: Core,
  { clientId, client }: AppClient,
  user: User,
  grant: Pick<Grant, 'scope' | 'originJti' | 'authTime'> & Partial<Pick<Grant, 'expiresAt'>>,
): string {
  const now = core.now();
  removeExpired(core, now);
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
  };
  core.save();
  return token;
}

/**
 * Deletes each grant whose access tokens have all expired. Then deletes each revocation whose sign-in has no grant
 * left. If a revocation were deleted earlier, a revoked access token could become valid again.
 */
function removeExpired({ state }: Core, now: number): void {
  for (const [token, { expiresAt }] of Object.entries(state.grants))
    if (expiresAt + ACCESS_MS <= now) delete state.grants[token];
  const signIns = new Set(Object.values(state.grants).map(({ originJti }) => originJti));
  for (const originJti of Object.keys(state.revoked))
    if (!signIns.has(originJti)) delete state.revoked[originJti];
}

export const isRevoked = ({ state }: Core, originJti: string): boolean =>
  Object.hasOwn(state.revoked, originJti);

/** Revokes all tokens of the refresh token's sign-in. */
export function revokeGrant(core: Core, refreshToken: string): void {
  const grant = Object.hasOwn(core.state.grants, refreshToken) ? core.state.grants[refreshToken] : undefined;
  if (grant === undefined) return;
  core.state.revoked[grant.originJti] = true;
  core.save();
}

export function revokeAllOf(core: Core, sub: string): void {
  for (const [token, grant] of Object.entries(core.state.grants))
    if (grant.sub === sub) revokeGrant(core, token);
}

/** True if rotation has replaced the token and the grace period for retries is over. */
export function isRotatedOut({ client }: AppClient, { rotatedAt }: Grant, now: number): boolean {
  const grace = (client.RefreshTokenRotation?.RetryGracePeriodSeconds ?? 0) * 1000;
  return rotatedAt !== undefined && now >= rotatedAt + grace;
}

/** Replaces the grant's refresh token. The new token has the same time of expiry as the old token. */
export function rotate(core: Core, app: AppClient, user: User, grant: Grant): string {
  grant.rotatedAt ??= core.now();
  return newGrant(core, app, user, grant);
}
