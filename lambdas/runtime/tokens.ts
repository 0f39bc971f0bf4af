import { JwtVerifier } from 'aws-jwt-verify';
import { once } from './clients.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';

/** Keys are cached; an unknown key id leads to one fetch, and a token with an unknown key is refused. */
const verifier = once(() => {
  const issuer = requireEnv(ENV.tokenIssuer);
  return JwtVerifier.create({
    issuer,
    audience: requireEnv(ENV.tokenAudience),
    jwksUri: `${issuer}/.well-known/jwks.json`,
    customJwtCheck: ({ payload }) => {
      if (payload.token_use !== 'id') throw new Error('Not an ID token');
    },
  });
});

/** The claims of a good ID token of this user pool and client; throws for any other. */
export async function verifyIdToken(token: string): Promise<Readonly<Record<string, unknown>>> {
  return { ...(await verifier().verify(token)) };
}
