/** Tokens that must not be accepted, each for a reason of its own (docs/safety.md 5). */
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const HOUR_S = 60 * 60;
const STRANGERS_POOL = 'us-east-1_Stranger0';

/** Signs as Cognito does, with the key of that pool. */
type Sign = (poolId: string, claims: Readonly<Record<string, unknown>>) => string;

/**
 * Tokens with valid signatures of Cognito that the product must still refuse. Each is a genuine token with one claim
 * changed (`issuedInTheFuture`: two). Only the last two are signed by another pool.
 */
export function strangersOf(token: string, sign: Sign): Record<string, string> {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const pool = String(claims.iss).split('/').at(-1) ?? '';
  const strangers = String(claims.iss).replace(pool, STRANGERS_POOL);
  const of = (change: object) => sign(pool, { ...claims, ...change });
  return {
    anotherClient: of({ aud: 'anotherclientofthispool0000' }),
    noAudience: of({ aud: undefined }),
    issuedByAnother: of({ iss: strangers }),
    noIssuer: of({ iss: undefined }),
    notYetValid: of({ nbf: claims.iat + HOUR_S }),
    issuedInTheFuture: of({ iat: claims.iat + HOUR_S, exp: claims.exp + HOUR_S }),
    accessWithAudience: of({ token_use: 'access' }),
    noUse: of({ token_use: undefined }),
    noExpiry: of({ exp: undefined }),
    anotherPool: sign(STRANGERS_POOL, { ...claims, iss: strangers }),
    anotherPoolInOurName: sign(STRANGERS_POOL, claims),
  };
}

/** Forgeries of a genuine token. */
export function forgeriesOf(token: string): Record<string, string> {
  const [head = '', body = '', signature = ''] = token.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString());
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = publicKey.export({ format: 'jwk' });
  const signed = (h: object, c: object): string => {
    const text = `${encode(h)}.${encode(c)}`;
    return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
  };
  const symmetric = `${encode({ ...header, alg: 'HS256' })}.${body}`;
  return {
    nothing: 'x',
    noSignature: `${head}.${body}.`,
    algNone: `${encode({ ...header, alg: 'none' })}.${body}.`,
    algNoneWithSignature: `${encode({ ...header, alg: 'none' })}.${body}.${signature}`,
    symmetric: `${symmetric}.${createHmac('sha256', String(header.kid)).update(symmetric).digest('base64url')}`,
    otherKey: signed(header, claims),
    unknownKeyId: signed({ ...header, kid: 'unknown' }, claims),
    embeddedKey: signed({ ...header, jwk }, claims),
    keyAddress: signed({ ...header, jku: 'https://localhost:1/jwks.json' }, claims),
    pathAsKeyId: signed({ ...header, kid: '../../../../dev/null' }, claims),
    changedClaims: `${head}.${encode({ ...claims, sub: 'someone-else' })}.${signature}`,
    otherIssuer: signed(header, { ...claims, iss: 'https://localhost:1/us-east-1_other' }),
  };
}
