/** Stores, revokes and rotates refresh tokens. A grant is the record of a refresh token and its sign-in. */
import { randomBytes } from 'node:crypto';
import { lifetime } from './client-settings.ts';
import type { AppClient, Core, Grant, User } from './state.ts';

/** Stores a grant and returns its refresh token. Deletes expired grants. */
export function newGrant(
  core: Core,
  { clientId, client }: AppClient,
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

/** Revokes a refresh token. Cognito's own calls then also refuse the access tokens of its sign-in. */
export function revokeGrant(core: Core, refreshToken: string): void {
  const grant = Object.hasOwn(core.state.grants, refreshToken) ? core.state.grants[refreshToken] : undefined;
  if (grant === undefined) return;
  grant.revoked = true;
  core.state.revoked[grant.originJti] = true;
  core.save();
}

/** Revokes all of a user's refresh tokens. */
export function revokeAllOf(core: Core, sub: string): void {
  for (const [token, grant] of Object.entries(core.state.grants))
    if (grant.sub === sub) revokeGrant(core, token);
}

/** True if rotation has replaced the token and the grace period for retries is over. */
export function isRotatedOut({ client }: AppClient, { rotatedAt }: Grant, now: number): boolean {
  const grace = (client.RefreshTokenRotation?.RetryGracePeriodSeconds ?? 0) * 1000;
  return rotatedAt !== undefined && now >= rotatedAt + grace;
}

/** Replaces a refresh token. The new one lives as long as the old one would have. */
export function rotate(core: Core, app: AppClient, user: User, grant: Grant): string {
  grant.rotatedAt ??= core.now();
  return newGrant(core, app, user, grant);
}
