/** Creates each pool's signing key, and signs and verifies tokens with it. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { isRecord } from '../is-record.ts';
import type { Core } from './state.ts';

export type Claims = Record<string, unknown>;

function keyOf(core: Core, poolId: string) {
  const stored = core.state.keys[poolId];
  if (stored !== undefined) return stored;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { kid: randomUUID(), jwk: privateKey.export({ format: 'jwk' }) };
  core.state.keys[poolId] = key;
  core.save();
  return key;
}

/** True when the pool already has a signing key. */
export const hasKeys = (core: Core, poolId: string): boolean => Object.hasOwn(core.state.keys, poolId);

/** Returns the pool's key set, as `jwks.json` publishes it. */
export function publicKeys(core: Core, poolId: string) {
  const { kid, jwk } = keyOf(core, poolId);
  const publicJwk = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'jwk' });
  return [{ ...publicJwk, alg: 'RS256', kid, use: 'sig' }];
}

/** Signs claims as a JWT of the pool. */
export function signToken(core: Core, poolId: string, claims: Claims): string {
  const { kid, jwk } = keyOf(core, poolId);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${encode({ kid, alg: 'RS256' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(content), createPrivateKey({ key: jwk, format: 'jwk' }));
  return `${content}.${signature.toString('base64url')}`;
}

/** Returns the claims of an unexpired token that a pool of this emulator signed, else undefined. */
export function verifiedClaims(core: Core, token: string): { poolId: string; claims: Claims } | undefined {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.');
  const claims = decode(payload);
  const poolId = Object.keys(core.options.pools).find((id) => core.options.issuer(id) === claims?.iss);
  if (claims === undefined || poolId === undefined || rest.length > 0) return undefined;
  if (decode(header)?.alg !== 'RS256') return undefined;
  const key = createPublicKey({ key: keyOf(core, poolId).jwk, format: 'jwk' });
  const content = Buffer.from(`${header}.${payload}`);
  if (!verify('sha256', content, key, Buffer.from(signature, 'base64url'))) return undefined;
  if (typeof claims.exp !== 'number' || claims.exp * 1000 <= core.now()) return undefined;
  return { poolId, claims };
}

function decode(part: string): Claims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
