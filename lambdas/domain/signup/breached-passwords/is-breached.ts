/**
 * Checks passwords against a list of the 18,000 or so commonest ones that are known from breaches and long enough
 * for an account.
 */
import { brotliDecompressSync } from 'node:zlib';
import { once } from '../../../runtime/aws-clients.ts';
import { PACKED } from './packed-list.ts';

const known = once(() => new Set(brotliDecompressSync(Buffer.from(PACKED, 'base64')).toString().split('\n')));

/** True when a password is on the list, ignoring case. */
export const isBreached = (password: string): boolean => known().has(password.trim().toLowerCase());
