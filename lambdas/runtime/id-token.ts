import { JwtVerifier } from 'aws-jwt-verify';
import { SimpleFetcher } from 'aws-jwt-verify/https';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import type { JwtPayload } from 'aws-jwt-verify/jwt-model';
import { once } from './aws-clients.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';

/** Two tries fit the authorizer's 10 s; the library's own 1.5 s would refuse users while Cognito is slow. */
const KEYS_TIMEOUT_MS = 4_000;

/** Cognito's clock and Lambda's may differ by as much. */
const CLOCK_DIFFERENCE_S = 60;

/** The library looks at `exp` where there is one, and not at `iat`; API Gateway's authorizer asks for both. */
function checkTimes({ exp, iat }: JwtPayload): void {
  if (typeof exp !== 'number') throw new Error('The token never expires');
  if (typeof iat !== 'number' || iat > Date.now() / 1000 + CLOCK_DIFFERENCE_S)
    throw new Error('The token is not valid yet');
}

/** Keys are cached; an unknown key id leads to one fetch, and a token with an unknown key is refused. */
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

/** The claims of a good ID token of this user pool and client; throws for any other. */
export async function verifyIdToken(token: string): Promise<Readonly<Record<string, unknown>>> {
  return { ...(await verifier().verify(token)) };
}
