/** Loaded while the browser is idle, or with the first renewal. */
import { refreshAuthTokensWithoutDedupe } from 'aws-amplify/auth/cognito';

/**
 * Renews the tokens. If rotation replaced the refresh token over a minute ago, Cognito responds with
 * RefreshTokenReuseException. After this error, Amplify removes the tokens, but does not report an ended session.
 * Amplify reports an ended session only after NotAuthorizedException, so this function gives the error that name.
 */
export const renewTokens: typeof refreshAuthTokensWithoutDedupe = (options) =>
  refreshAuthTokensWithoutDedupe(options).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'RefreshTokenReuseException')
      error.name = 'NotAuthorizedException';
    throw error;
  });
