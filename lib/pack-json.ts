import { deflateRawSync } from 'node:zlib';

/** Packs a value for `lambdas/runtime/unpack-json.ts`, as a function may have 4 KB of environment variables in all. */
export const packJson = (value: unknown): string =>
  deflateRawSync(JSON.stringify(value), { level: 9 }).toString('base64');
