import { JwtVerifier } from 'aws-jwt-verify';
import { SimpleFetcher } from 'aws-jwt-verify/https';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { once } from './once.ts';

/**
 * Milliseconds for one fetch of the key set. The library fetches at most twice, which fits the authorizer's 10 s. The
 * library's defaults (1.5 s without data, 3 s in all) would refuse users while Cognito is slow.
 */
const KEYS_TIMEOUT_MS = 4_000;

/** Seconds by which Cognito's clock may be ahead of Lambda's. */
const CLOCK_DIFFERENCE_S = 60;

/**
 * Checks that `exp` and `iat` are present, and that `iat` is at most CLOCK_DIFFERENCE_S in the future. API Gateway's
 * own JWT authorizer, which the HTTP API has, checks both claims, too. The library checks `exp` only when it is
 * present, and does not compare `iat` with the clock.
 */
function checkTimes({ exp, iat }: JwtPayload): void {
  if (typeof exp !== 'number') throw new Error('The token never expires');
  if (typeof iat !== 'number' || iat > Date.now() / 1000 + CLOCK_DIFFERENCE_S)
    throw new Error('The token is not valid yet');
}

/**
 * Verifier with a cache of Cognito's keys. A token whose key is not in the cache causes a fetch of the keys. If the
 * fetched keys do not include the token's key, the token is refused, and the library fetches no keys for 10 s.
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
