/** User-pool calls that a signed-in user makes with an access token. */
import type { Action } from './api-unauthenticated.ts';
import type { AppClient, Core, User } from './cognito-core-and-state.ts';
import { invalidParameter, notAuthorized } from './cognito-errors.ts';
import type { Params } from './json-request-params.ts';
import { associateToken, mfaSettings, setPreference, verifyToken } from './mfa/software-tokens.ts';
import { checkPolicy, hashPassword, passwordMatches } from './passwords.ts';
import { isRevoked, revokeAllOf } from './refresh-grants.ts';
import { verifiedClaims } from './sign-and-verify-tokens.ts';
import { API_SCOPE } from './user-claims.ts';
import { checkWritable, nameValues, readableAttributes, refuseTakenEmail, touch, usersOf } from './users.ts';
import { customMessage, sendCode, takeCode } from './verification-codes.ts';

export interface Bearer {
  readonly app: AppClient;
  readonly user: User;
  readonly scope: string;
}

/**
 * Checks an access token. Throws NotAuthorizedException for another kind of token, for an expired or revoked token, and
 * for a user who is deleted or disabled.
 */
export function bearerOf(core: Core, accessToken: string): Bearer {
  const verified = verifiedClaims(core, accessToken);
  const claims = verified?.claims;
  if (verified === undefined || claims?.token_use !== 'access') throw notAuthorized('Invalid Access Token');
  if (isRevoked(core, String(claims.origin_jti))) throw notAuthorized('Access Token has been revoked');
  const user = usersOf(core, verified.poolId)[String(claims.sub)];
  if (user === undefined) throw notAuthorized('Invalid Access Token');
  if (!user.enabled) throw notAuthorized('User is disabled.');
  return { app: core.clientOf(String(claims.client_id)), user, scope: String(claims.scope) };
}

export function selfActions(core: Core): Record<string, Action> {
  /** Requires Cognito's API scope, which a token of the hosted UI may lack. */
  const self = (params: Params): Bearer => {
    const bearer = bearerOf(core, params.text('AccessToken'));
    if (!bearer.scope.split(' ').includes(API_SCOPE))
      throw notAuthorized('Access Token does not have required scopes');
    return bearer;
  };
  /**
   * Refuses a call with `Session`. In a pool that requires MFA, a client may send `Session` instead of an access token.
   * Such pools are not emulated.
   */
  const withToken = (params: Params): Bearer => {
    if (params.maybe('Session') !== undefined) throw invalidParameter('not emulated: Session');
    return self(params);
  };
  return {
    GetUser(params) {
      const { app, user } = self(params);
      const UserAttributes = nameValues(readableAttributes(app, user));
      return { Username: user.sub, UserAttributes, ...mfaSettings(user) };
    },
    AssociateSoftwareToken(params) {
      const { app, user } = withToken(params);
      return { SecretCode: associateToken(core, app.pool, user) };
    },
    VerifySoftwareToken(params) {
      verifyToken(core, withToken(params).user, params.text('UserCode'));
      return { Status: 'SUCCESS' };
    },
    SetUserMFAPreference(params) {
      setPreference(core, self(params).user, params);
      return {};
    },
    async UpdateUserAttributes(params) {
      const { app, user } = self(params);
      const attributes = params.attributes('UserAttributes');
      checkWritable(app, attributes);
      refuseTakenEmail(core, app.poolId, user, attributes);
      const newEmail = attributes.email !== undefined && attributes.email !== user.attributes.email;
      Object.assign(user.attributes, attributes, newEmail && { email_verified: 'false' });
      touch(core, user);
      if (!newEmail) return { CodeDeliveryDetailsList: [] };
      const message = await customMessage(core, app, user, 'UpdateUserAttribute');
      return { CodeDeliveryDetailsList: [sendCode(core, app.poolId, user, 'attribute', message)] };
    },
    VerifyUserAttribute(params) {
      const { user } = self(params);
      if (params.text('AttributeName') !== 'email')
        throw invalidParameter('not emulated: an attribute but email');
      takeCode(core, user, 'attribute', params.text('Code'));
      user.attributes.email_verified = 'true';
      touch(core, user);
      return {};
    },
    async ChangePassword(params) {
      const { app, user } = self(params);
      checkPolicy(app.pool, params.password('ProposedPassword'));
      if (!(await passwordMatches(params.password('PreviousPassword'), user.password)))
        throw notAuthorized('Incorrect username or password.');
      user.password = await hashPassword(params.password('ProposedPassword'));
      touch(core, user);
      return {};
    },
    GlobalSignOut(params) {
      revokeAllOf(core, self(params).user.sub);
      return {};
    },
    DeleteUser(params) {
      const { app, user } = self(params);
      revokeAllOf(core, user.sub);
      delete usersOf(core, app.poolId)[user.sub];
      core.save();
      return {};
    },
  };
}
