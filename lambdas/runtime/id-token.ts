import { JwtVerifier } from 'aws-jwt-verify';
import { SimpleFetcher } from 'aws-jwt-verify/https';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { once } from './once.ts';

/**
 * Milliseconds for one fetch of the key set. The library fetches at most twice, which fits the authorizer's 10 s. The
 * library's defaults would refuse users while Cognito is slow.
 */
const KEYS_TIMEOUT_MS = 4_000;

/** Seconds by which Cognito's clock may be ahead of Lambda's. */
const CLOCK_DIFFERENCE_S = 60;

/**
 * Checks `exp` and `iat`, as the HTTP API's JWT authorizer does. The library accepts a token without `exp`, and does
 * not compare `iat` with the clock.
 */
function checkTimes({ exp, iat }: JwtPayload): void {
  if (typeof exp !== 'number') throw new Error('The token never expires');
  if (typeof iat !== 'number' || iat > Date.now() / 1000 + CLOCK_DIFFERENCE_S)
    throw new Error('The token is not valid yet');
}

/**
 * Verifier that caches Cognito's keys. If a fetch brings no key for a token, the library fetches no keys for the next
 * 10 s.
 */
const verifier = once(() => {
  const issuer = requireEnv(ENV.tokenIssuer);
  const defaultRequestOptions = { timeout: KEYS_TIMEOUT_MS, responseTimeout: KEYS_TIMEOUT_MS };
  const jwksCache = new SimpleJwksCache({ fetcher: new SimpleFetcher({ defaultRequestOptions }) });
  const config = {
    issuer,
    audience: requireEnv(ENV.tokenAudience),
    jwksUri: `${issuer}/.well-known/jwks.json`,
    customJwtCheck: ({ payload }: { payload: JwtPayload }) => {
      if (payload.token_use !== 'id') throw new Error('Not an ID token');
      checkTimes(payload);
    },
  };
  return JwtVerifier.create(config, { jwksCache });
});

/**
 * Returns the claims of an ID token of this user pool and client. Throws if the token is not valid, or if Cognito's
 * keys cannot be fetched.
 */
export async function verifyIdToken(token: string): Promise<Readonly<Record<string, unknown>>> {
  return { ...(await verifier().verify(token)) };
}
