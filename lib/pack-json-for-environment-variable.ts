import { deflateRawSync } from 'node:zlib';

/**
 * Compresses a value for `lambdas/runtime/unpack-json-of-environment-variable.ts`, because Lambda allows a function at most 4 KB of environment
 * variables.
 */
export const packJson = (value: unknown): string =>
  deflateRawSync(JSON.stringify(value), { level: 9 }).toString('base64');
