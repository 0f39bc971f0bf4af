import { inflateRawSync } from 'node:zlib';

/** Returns a value that `lib/pack-json.ts` packed. It is not validated. Throws for any other text. */
export const unpackJson = (packed: string): unknown =>
  JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString());
