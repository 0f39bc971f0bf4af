import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { isRecord } from '../is-record.ts';
import type { Core } from './cognito-core-and-state.ts';

export type Claims = Record<string, unknown>;

export interface VerifiedToken {
  readonly poolId: string;
  readonly claims: Claims;
}

interface Key {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Cache of imported keys by their stored object. Importing a key takes longer than signing with it. */
const imported = new WeakMap<object, Key>();
/** Keys by pool. All stacks of a test process share them, because making a key takes a tenth of a second. */
const made = new Map<string, Core['state']['keys'][string]>();

function keyOf(core: Core, poolId: string): Key {
  const stored = core.state.keys[poolId] ?? addKey(core, poolId);
  const known = imported.get(stored);
  if (known) return known;
  const privateKey = createPrivateKey({ key: stored.jwk, format: 'jwk' });
  const key = { kid: stored.kid, privateKey, publicKey: createPublicKey(privateKey) };
  imported.set(stored, key);
  return key;
}

function addKey(core: Core, poolId: string) {
  const key = made.get(poolId) ?? makeKey();
  made.set(poolId, key);
  core.state.keys[poolId] = key;
  core.save();
  return key;
}

function makeKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid: randomUUID(), jwk: privateKey.export({ format: 'jwk' }) };
}

export const hasKeys = (core: Core, poolId: string): boolean => Object.hasOwn(core.state.keys, poolId);

export function publicKeys(core: Core, poolId: string) {
  const { kid, publicKey } = keyOf(core, poolId);
  return [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', kid, use: 'sig' }];
}

export function signToken(core: Core, poolId: string, claims: Claims): string {
  const { kid, privateKey } = keyOf(core, poolId);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${encode({ kid, alg: 'RS256' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(content), privateKey);
  return `${content}.${signature.toString('base64url')}`;
}

/** Returns the claims of an unexpired token that a pool of this emulator signed; else undefined. */
export function verifiedClaims(core: Core, token: string): VerifiedToken | undefined {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.');
  const claims = decode(payload);
  const poolId = Object.keys(core.options.pools).find((id) => core.options.issuer(id) === claims?.iss);
  if (claims === undefined || poolId === undefined || rest.length > 0) return undefined;
  if (decode(header)?.alg !== 'RS256') return undefined;
  const content = Buffer.from(`${header}.${payload}`);
  if (!verify('sha256', content, keyOf(core, poolId).publicKey, Buffer.from(signature, 'base64url')))
    return undefined;
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
