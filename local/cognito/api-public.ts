/** User-pool calls without AWS credentials or an access token, such as sign-up and sign-in. */

import { CognitoError, invalidParameter, notAuthorized } from './errors.ts';
import { createTickets } from './one-time-tickets.ts';
import type { Params } from './params.ts';
import { checkPolicy, hashPassword } from './passwords.ts';
import { flowsOf, revokeGrant } from './refresh-grants.ts';
import type { SignIn } from './sign-in.ts';
import { confirmForgotPassword, confirmSignUp, forgotPassword, resendCode, signUp } from './sign-up.ts';
import type { ClientOf, Core } from './state.ts';
import { issueTokens, refreshTokens } from './tokens.ts';
import { API_SCOPE } from './user-claims.ts';
import { touch, usersOf } from './users.ts';

export type Action = (params: Params) => Promise<object> | object;

/** Lifetime of an authentication session: three minutes, Cognito's default. */
const CHALLENGE_MS = 3 * 60_000;

export function publicActions(core: Core, signIn: SignIn): Record<string, Action> {
  const challenges = createTickets<{ clientId: string; sub: string }>(core, CHALLENGE_MS);
  const clientOf = (params: Params): ClientOf => core.clientOf(params.text('ClientId'));

  async function withPassword(of: ClientOf, parameters: Record<string, string>): Promise<object> {
    const { USERNAME: username = '', PASSWORD: password = '' } = parameters;
    const user = await signIn.checkPassword(of, username, password);
    if (user.status === 'FORCE_CHANGE_PASSWORD')
      return {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session: challenges.issue({ clientId: of.clientId, sub: user.sub }),
        ChallengeParameters: {
          USER_ID_FOR_SRP: user.sub,
          requiredAttributes: '[]',
          userAttributes: JSON.stringify(user.attributes),
        },
      };
    await signIn.signedIn(of, user);
    const result = await issueTokens(core, of, user, { scope: API_SCOPE, source: 'Authentication' });
    return { AuthenticationResult: result, ChallengeParameters: {} };
  }

  return {
    async SignUp(params) {
      const { user, delivery } = await signUp(core, clientOf(params), {
        username: params.text('Username'),
        password: params.text('Password'),
        attributes: params.attributes('UserAttributes'),
        validationData: params.attributes('ValidationData'),
        clientMetadata: params.map('ClientMetadata'),
      });
      const UserConfirmed = user.status === 'CONFIRMED';
      return { UserConfirmed, UserSub: user.sub, ...(delivery && { CodeDeliveryDetails: delivery }) };
    },
    async ConfirmSignUp(params) {
      await confirmSignUp(core, clientOf(params), params.text('Username'), params.text('ConfirmationCode'));
      return {};
    },
    ResendConfirmationCode: async (params) => ({
      CodeDeliveryDetails: await resendCode(core, clientOf(params), params.text('Username')),
    }),
    ForgotPassword: async (params) => ({
      CodeDeliveryDetails: await forgotPassword(core, clientOf(params), params.text('Username')),
    }),
    async ConfirmForgotPassword(params) {
      await confirmForgotPassword(core, clientOf(params), {
        username: params.text('Username'),
        password: params.text('Password'),
        code: params.text('ConfirmationCode'),
      });
      return {};
    },
    async InitiateAuth(params) {
      const of = clientOf(params);
      const flow = params.text('AuthFlow');
      const parameters = params.map('AuthParameters');
      const flows = flowsOf(of.client);
      if (flow === 'USER_PASSWORD_AUTH') {
        if (!flows.includes('ALLOW_USER_PASSWORD_AUTH'))
          throw invalidParameter('USER_PASSWORD_AUTH flow not enabled for this client');
        return withPassword(of, parameters);
      }
      if (flow !== 'REFRESH_TOKEN_AUTH' && flow !== 'REFRESH_TOKEN')
        throw new CognitoError('InvalidParameterException', `not emulated: AuthFlow ${flow}`);
      if (!flows.includes('ALLOW_REFRESH_TOKEN_AUTH'))
        throw invalidParameter('Auth flow not enabled for this client');
      const result = await refreshTokens(core, of, parameters.REFRESH_TOKEN ?? '');
      return { AuthenticationResult: result, ChallengeParameters: {} };
    },
    async RespondToAuthChallenge(params) {
      const of = clientOf(params);
      if (params.text('ChallengeName') !== 'NEW_PASSWORD_REQUIRED')
        throw invalidParameter(`not emulated: challenge ${params.text('ChallengeName')}`);
      const password = params.map('ChallengeResponses').NEW_PASSWORD ?? '';
      checkPolicy(of.pool, password);
      const challenge = challenges.take(params.text('Session'));
      const user = usersOf(core, of.poolId)[challenge?.sub ?? ''];
      if (challenge?.clientId !== of.clientId || user === undefined)
        throw notAuthorized('Invalid session for the user.');
      user.password = await hashPassword(password);
      user.status = 'CONFIRMED';
      touch(core, user);
      const result = await issueTokens(core, of, user, { scope: API_SCOPE, source: 'NewPasswordChallenge' });
      return { AuthenticationResult: result, ChallengeParameters: {} };
    },
    GetTokensFromRefreshToken: async (params) => ({
      AuthenticationResult: await refreshTokens(core, clientOf(params), params.text('RefreshToken')),
    }),
    RevokeToken(params) {
      const { client } = clientOf(params);
      if (client.EnableTokenRevocation === false)
        throw new CognitoError(
          'UnsupportedOperationException',
          'Revoke token is not enabled for this client',
        );
      revokeGrant(core, params.text('Token'));
      return {};
    },
  };
}
