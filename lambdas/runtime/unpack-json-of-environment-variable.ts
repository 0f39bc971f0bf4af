import { inflateRawSync } from 'node:zlib';

/** Returns the value that `lib/pack-json-for-environment-variable.ts` packed, without validating it. Throws if the text cannot be unpacked. */
export const unpackJson = (packed: string): unknown =>
  JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString());
