/** Identity-pool calls, which exchange a user pool's ID token for an identity and a role's credentials. */
import { createHash, randomUUID } from 'node:crypto';
import type { Action } from './api-unauthenticated.ts';
import type { Core } from './cognito-core-and-state.ts';
import { CognitoError, notAuthorized } from './cognito-errors.ts';
import type { IdentityPoolProperties } from './cognito-types.ts';
import type { Params } from './json-request-params.ts';
import { isRevoked } from './refresh-grants.ts';
import { type VerifiedToken, verifiedClaims } from './sign-and-verify-tokens.ts';
import { usersOf } from './users.ts';

const CREDENTIALS_SECONDS = 3_600;

export function identityActions(core: Core): Record<string, Action> {
  const poolOf = (identityPoolId: string): IdentityPoolProperties => {
    const pools = core.options.identityPools ?? {};
    const pool = Object.hasOwn(pools, identityPoolId) ? pools[identityPoolId] : undefined;
    if (pool === undefined)
      throw new CognitoError('ResourceNotFoundException', `IdentityPool '${identityPoolId}' not found.`);
    return pool;
  };
  /**
   * Identity pool of each identity. After a restart of the emulator, the map is empty. For a signed-in user,
   * `knownPoolFor` then finds the identity pool. For a guest's earlier identity, `GetCredentialsForIdentity` throws
   * ResourceNotFoundException.
   */
  const poolIdOfIdentity = new Map<string, string>();

  return {
    GetId(params) {
      const identityPoolId = params.text('IdentityPoolId');
      const pool = poolOf(identityPoolId);
      const sub = subjectOf(core, pool, params);
      const IdentityId =
        sub === undefined ? `${regionOf(identityPoolId)}:${randomUUID()}` : identityIdOf(identityPoolId, sub);
      poolIdOfIdentity.set(IdentityId, identityPoolId);
      return { IdentityId };
    },
    GetCredentialsForIdentity(params) {
      const IdentityId = params.text('IdentityId');
      const identityPoolId = poolIdOfIdentity.get(IdentityId) ?? knownPoolFor(core, params, IdentityId);
      if (identityPoolId === undefined)
        throw new CognitoError('ResourceNotFoundException', `Identity '${IdentityId}' not found.`);
      const sub = subjectOf(core, poolOf(identityPoolId), params);
      if (sub !== undefined && identityIdOf(identityPoolId, sub) !== IdentityId)
        throw notAuthorized("Logins don't match. Please include at least one valid login for this identity.");
      const kind = sub === undefined ? 'unauthenticated' : 'authenticated';
      const Expiration = Math.floor(core.now() / 1000) + CREDENTIALS_SECONDS;
      const expiresAt = Expiration * 1000;
      const credentials = core.options.roleCredentials?.({
        ...{ identityPoolId, identityId: IdentityId, kind, expiresAt },
      });
      if (credentials === undefined)
        throw new CognitoError(
          'InvalidIdentityPoolConfigurationException',
          'Invalid identity pool configuration.',
        );
      return {
        IdentityId,
        Credentials: {
          AccessKeyId: credentials.accessKeyId,
          SecretKey: credentials.secretAccessKey,
          SessionToken: credentials.sessionToken,
          Expiration,
        },
      };
    },
  };
}

/**
 * Returns the `sub` of the call's ID token. Returns undefined for a guest, who sends no token.
 * Throws NotAuthorizedException for an invalid or untrusted token, and for a guest if the pool allows no guests. If the
 * token's provider sets ServerSideTokenCheck, throws this error also for a revoked token or a deleted user.
 * Throws InvalidParameterException for several logins.
 */
function subjectOf(core: Core, pool: IdentityPoolProperties, params: Params): string | undefined {
  const [login, ...more] = Object.entries(params.map('Logins'));
  if (login === undefined) {
    if (pool.AllowUnauthenticatedIdentities) return undefined;
    throw notAuthorized('Unauthenticated access is not supported for this identity pool.');
  }
  if (more.length > 0) throw new CognitoError('InvalidParameterException', 'not emulated: several logins');
  const [provider, token] = login;
  const verified = verifiedClaims(core, token);
  if (verified === undefined || verified.claims.token_use !== 'id')
    throw notAuthorized('Invalid login token. Not a valid OpenId Connect identity token.');
  const lastPart = (name: string) => name.split('/').at(-1);
  const trusted = pool.CognitoIdentityProviders?.find(
    ({ ClientId, ProviderName }) =>
      ClientId === verified.claims.aud &&
      lastPart(ProviderName) === verified.poolId &&
      lastPart(provider) === verified.poolId,
  );
  if (trusted === undefined)
    throw notAuthorized('Token is not from a supported provider of this identity pool.');
  if (trusted.ServerSideTokenCheck) checkSignIn(core, verified);
  return String(verified.claims.sub);
}

/**
 * Throws NotAuthorizedException if the sign-in is revoked or the user is deleted.
 * https://docs.aws.amazon.com/cognitoidentity/latest/APIReference/API_CognitoIdentityProvider.html
 */
function checkSignIn(core: Core, { poolId, claims }: VerifiedToken): void {
  if (isRevoked(core, String(claims.origin_jti))) throw notAuthorized('Invalid login token. It was revoked.');
  if (!Object.hasOwn(usersOf(core, poolId), String(claims.sub)))
    throw notAuthorized('Invalid login token. The user is deleted.');
}

function knownPoolFor(core: Core, params: Params, identityId: string): string | undefined {
  const token = Object.values(params.map('Logins'))[0];
  const sub = token === undefined ? undefined : verifiedClaims(core, token)?.claims.sub;
  if (typeof sub !== 'string') return undefined;
  return Object.keys(core.options.identityPools ?? {}).find((id) => identityIdOf(id, sub) === identityId);
}

const regionOf = (identityPoolId: string): string => identityPoolId.split(':')[0] ?? '';

function identityIdOf(identityPoolId: string, sub: string): string {
  const digest = createHash('sha256').update(`${identityPoolId}/${sub}`).digest('hex');
  const parts = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ];
  return `${regionOf(identityPoolId)}:${parts.join('-')}`;
}
