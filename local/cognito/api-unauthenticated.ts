/** User-pool calls without AWS credentials or an access token, such as sign-up and sign-in. */

import { flowsOf } from './client-settings.ts';
import type { AppClient, Core } from './cognito-core-and-state.ts';
import { CognitoError, invalidParameter } from './cognito-errors.ts';
import { refreshTokens } from './issue-and-refresh-tokens.ts';
import type { Params } from './json-request-params.ts';
import type { PasswordFlow } from './password-sign-in-and-challenges.ts';
import { revokeGrant } from './refresh-grants.ts';
import {
  confirmForgotPassword,
  confirmSignUp,
  forgotPassword,
  resendCode,
  signUp,
} from './sign-up-and-recovery.ts';

export type Action = (params: Params) => Promise<object> | object;

export function publicActions(core: Core, flow: PasswordFlow): Record<string, Action> {
  const clientOf = (params: Params): AppClient => core.clientOf(params.text('ClientId'));

  return {
    async SignUp(params) {
      const { user, delivery } = await signUp(core, clientOf(params), {
        username: params.username(),
        password: params.password(),
        attributes: params.attributes('UserAttributes'),
        validationData: params.attributes('ValidationData'),
        clientMetadata: params.map('ClientMetadata'),
      });
      const UserConfirmed = user.status === 'CONFIRMED';
      return { UserConfirmed, UserSub: user.sub, ...(delivery && { CodeDeliveryDetails: delivery }) };
    },
    async ConfirmSignUp(params) {
      await confirmSignUp(core, clientOf(params), params.username(), params.text('ConfirmationCode'));
      return {};
    },
    ResendConfirmationCode: async (params) => ({
      CodeDeliveryDetails: await resendCode(core, clientOf(params), params.username()),
    }),
    ForgotPassword: async (params) => ({
      CodeDeliveryDetails: await forgotPassword(core, clientOf(params), params.username()),
    }),
    async ConfirmForgotPassword(params) {
      await confirmForgotPassword(core, clientOf(params), {
        username: params.username(),
        password: params.password(),
        code: params.text('ConfirmationCode'),
        clientMetadata: params.map('ClientMetadata'),
      });
      return {};
    },
    async InitiateAuth(params) {
      const app = clientOf(params);
      const name = params.text('AuthFlow');
      const parameters = params.map('AuthParameters');
      const flows = flowsOf(app.client);
      if (name === 'USER_PASSWORD_AUTH') {
        if (!flows.includes('ALLOW_USER_PASSWORD_AUTH'))
          throw invalidParameter('USER_PASSWORD_AUTH flow not enabled for this client');
        return flow.begin(app, parameters);
      }
      if (name !== 'REFRESH_TOKEN_AUTH' && name !== 'REFRESH_TOKEN')
        throw new CognitoError('InvalidParameterException', `not emulated: AuthFlow ${name}`);
      if (!flows.includes('ALLOW_REFRESH_TOKEN_AUTH'))
        throw invalidParameter('Auth flow not enabled for this client');
      const result = await refreshTokens(core, app, parameters.REFRESH_TOKEN ?? '');
      return { AuthenticationResult: result, ChallengeParameters: {} };
    },
    RespondToAuthChallenge: (params) => flow.respond(clientOf(params), params),
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
