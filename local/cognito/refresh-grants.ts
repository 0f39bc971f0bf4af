/** Stores sign-ins that can be refreshed, and computes the lifetimes of tokens. */
import { randomBytes } from 'node:crypto';
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
  grant: Pick<Grant, 'scope' | 'originJti' | 'authTime'>,
): string {
  const now = core.now();
  for (const [old, { expiresAt }] of Object.entries(core.state.grants))
    if (expiresAt <= now) delete core.state.grants[old];
  const token = randomBytes(48).toString('base64url');
  const expiresAt = now + lifetime(client, 'RefreshToken') * 1000;
  core.state.grants[token] = { ...grant, clientId, sub: user.sub, expiresAt, revoked: false };
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
