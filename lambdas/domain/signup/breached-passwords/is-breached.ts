/**
 * Checks passwords against a list of the commonest passwords of known breaches. The list has about 18,000 passwords.
 * Passwords that are too short for an account are not listed.
 */
import { brotliDecompressSync } from 'node:zlib';
import { once } from '../../../runtime/once.ts';
import { PACKED } from './compressed-passwords.ts';

const known = once(() => new Set(brotliDecompressSync(Buffer.from(PACKED, 'base64')).toString().split('\n')));

/** True when a password is on the list, ignoring case and spaces at its ends. */
export const isBreached = (password: string): boolean => known().has(password.trim().toLowerCase());
