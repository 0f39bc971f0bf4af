/** Loaded while the browser is idle, or with the first renewal. */
import { refreshAuthTokensWithoutDedupe } from 'aws-amplify/auth/cognito';

/**
 * Renews the tokens. Renames RefreshTokenReuseException, the error for a refresh token that rotation has replaced.
 * Amplify removes the tokens after this error too, but reports an ended session only after NotAuthorizedException.
 */
export const renewTokens: typeof refreshAuthTokensWithoutDedupe = (options) =>
  refreshAuthTokensWithoutDedupe(options).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'RefreshTokenReuseException')
      error.name = 'NotAuthorizedException';
    throw error;
  });
