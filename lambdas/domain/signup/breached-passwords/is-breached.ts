import { brotliDecompressSync } from 'node:zlib';
import { once } from '../../../runtime/once.ts';
import { PACKED } from './compressed-passwords.ts';

const known = once(() => new Set(brotliDecompressSync(Buffer.from(PACKED, 'base64')).toString().split('\n')));

/** True for one of the about 18,000 commonest breached passwords. Ignores case and outer spaces. */
export const isBreached = (password: string): boolean => known().has(password.trim().toLowerCase());
