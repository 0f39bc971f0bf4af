import { createPublicKey, verify } from 'node:crypto';
import { isRecord } from '../is-record.ts';
import type { AuthorizerProperties, KeysOf } from './gateway-types.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Error for a refused token. Its message goes into the header `www-authenticate`, in API Gateway's words. */
export class InvalidToken extends Error {}

/**
 * Verifies a token as API Gateway's JWT authorizer does, except for the scopes. `now` is in Unix milliseconds.
 * @throws InvalidToken, or the error of `keysOf`
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export async function verifyJwt(
  token: string,
  { JwtConfiguration }: AuthorizerProperties,
  keysOf: KeysOf,
  now: number,
): Promise<Claims> {
  const { Issuer = '', Audience = [] } = JwtConfiguration ?? {};
  const [head = '', payload = '', signature = '', ...rest] = token.split('.');
  const header = decode(head);
  const claims = decode(payload);
  if (header === undefined || claims === undefined || rest.length > 0)
    throw new InvalidToken('the token is malformed');
  if (header.alg !== 'RS256') throw new InvalidToken('signing method is invalid');
  if (claims.iss !== Issuer) throw new InvalidToken('the token has an invalid issuer');
  const key = (await keysOf(Issuer)).find((candidate) => candidate.kid === header.kid);
  if (key === undefined) throw new InvalidToken('unable to find the signing key');
  const publicKey = createPublicKey({ key, format: 'jwk' });
  if (!verify('sha256', Buffer.from(`${head}.${payload}`), publicKey, Buffer.from(signature, 'base64url')))
    throw new InvalidToken('the signature is invalid');
  checkTimes(claims, now / 1000);
  const audiences = [claims.aud ?? claims.client_id].flat();
  if (!audiences.some((audience) => Audience.includes(String(audience))))
    throw new InvalidToken('the token does not have a valid audience');
  return claims;
}

/** Converts claims to the strings that events contain; an array becomes `[a b]`. */
export function stringClaims(claims: Claims): Record<string, string> {
  const text = (value: unknown) => (Array.isArray(value) ? `[${value.join(' ')}]` : String(value));
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, text(value)]));
}

/**
 * Longest wait for an issuer's keys, in milliseconds.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
const KEYS_MS = 1_500;

/** Fetches an issuer's keys at each call, without a cache. */
export const fetchKeys: KeysOf = async (issuer) => {
  const signal = AbortSignal.timeout(KEYS_MS);
  const response = await fetch(`${issuer}/.well-known/jwks.json`, { signal });
  const body: unknown = await response.json();
  if (!response.ok || !isRecord(body) || !Array.isArray(body.keys)) throw new Error(`no keys at ${issuer}`);
  return body.keys;
};

/**
 * Returns a wrapper of `keysOf`. When `keysOf` fails, the wrapper returns the issuer's last known keys. API Gateway
 * caches keys for up to two hours; the wrapper keeps keys without a time limit.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-jwt-authorizer.html
 */
export function rememberKeys(keysOf: KeysOf): KeysOf {
  const known = new Map<string, Awaited<ReturnType<KeysOf>>>();
  return async (issuer) => {
    try {
      const keys = await keysOf(issuer);
      known.set(issuer, keys);
      return keys;
    } catch (error) {
      const kept = known.get(issuer);
      if (kept === undefined) throw error;
      return kept;
    }
  };
}

function checkTimes(claims: Claims, nowSeconds: number): void {
  if (typeof claims.exp !== 'number' || claims.exp <= nowSeconds)
    throw new InvalidToken('the token has expired');
  for (const name of ['nbf', 'iat']) {
    const time = claims[name];
    if (time !== undefined && (typeof time !== 'number' || time > nowSeconds + 1))
      throw new InvalidToken('the token is not valid yet');
  }
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
