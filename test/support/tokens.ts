/** Tokens that must not be accepted, each for a reason of its own (safety row 5). */
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

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
