import { deflateRawSync } from 'node:zlib';

/**
 * Packs a long value for an environment variable, as a function may have 4 KB of variables in all. The functions unpack
 * it (`lambdas/runtime/unpack-json.ts`).
 */
export const packJson = (value: unknown): string =>
  deflateRawSync(JSON.stringify(value), { level: 9 }).toString('base64');
