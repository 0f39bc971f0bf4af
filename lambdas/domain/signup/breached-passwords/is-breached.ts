/** Passwords that everybody tries first: some 18,000, the commonest of known breaches that are long enough. */
import { brotliDecompressSync } from 'node:zlib';
import { once } from '../../../runtime/aws-clients.ts';
import { PACKED } from './packed-list.ts';

const known = once(() => new Set(brotliDecompressSync(Buffer.from(PACKED, 'base64')).toString().split('\n')));

/** True when a password is known from breaches, in whatever case. */
export const isBreached = (password: string): boolean => known().has(password.trim().toLowerCase());
