/** Lists objects by prefix, in pages. https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */

import { arnOf } from './authorize-write-and-missing-key.ts';
import type { Operation } from './operation-of-request.ts';
import { invalidArgument } from './s3-error.ts';
import type { ObjectFacts } from './s3-types.ts';
import { xmlDocument } from './xml.ts';

const MAX_KEYS = 1_000;

/** An object, or a common prefix such as `photos/`, which stands for all keys that begin with `photos/`. */
type Entry = { readonly name: string; readonly object?: ObjectFacts };

export const listObjects: Operation = async ({ store }, call) => {
  const { bucket, query } = call;
  const value = (name: string) => query.get(name) ?? undefined;
  const [prefix = '', delimiter, after = ''] = [value('prefix'), value('delimiter'), value('start-after')];
  call.authorize('s3:ListBucket', arnOf(bucket), { 's3:prefix': prefix });
  const token = value('continuation-token');
  const previous = Buffer.from(token ?? '', 'base64url').toString();
  const maxKeys = pageSizeIn(value('max-keys'), 'max-keys');
  // `start-after` skips single keys, so a common prefix stays in the listing if one of its keys comes later.
  // A continuation token skips whole entries: those of the previous pages.
  const objects = store
    .objectsOf(bucket)
    .filter(({ key }) => key.startsWith(prefix) && (token !== undefined || isAfter(key, after)));
  const entries = entriesOf(objects, { prefix, delimiter }).filter(({ name }) => isAfter(name, previous));
  const page = entries.slice(0, maxKeys);
  const isTruncated = entries.length > page.length && maxKeys > 0;
  const encode = value('encoding-type') === 'url' ? encodeURIComponent : (text: string) => text;
  return {
    body: xmlDocument('ListBucketResult', {
      ...{ Name: bucket, Prefix: encode(prefix), KeyCount: page.length, MaxKeys: maxKeys },
      ...(delimiter !== undefined && { Delimiter: encode(delimiter) }),
      ...(value('encoding-type') !== undefined && { EncodingType: 'url' }),
      ...(value('start-after') !== undefined && { StartAfter: encode(after) }),
      ...(token !== undefined && { ContinuationToken: token }),
      IsTruncated: isTruncated,
      ...(isTruncated && {
        NextContinuationToken: Buffer.from(page.at(-1)?.name ?? '').toString('base64url'),
      }),
      Contents: page.flatMap(({ object }) => (object ? [contentOf(object, encode)] : [])),
      CommonPrefixes: page.flatMap(({ name, object }) => (object ? [] : [{ Prefix: encode(name) }])),
    }),
  };
};

const isAfter = (key: string, other: string): boolean =>
  Buffer.compare(Buffer.from(key), Buffer.from(other)) > 0;

/** Returns the page size in the parameter `name`, whose value is `text`. The limit and the default are 1,000. */
export function pageSizeIn(text: string | undefined, name: string): number {
  if (text === undefined) return MAX_KEYS;
  if (!/^\d+$/.test(text))
    throw invalidArgument(`Provided ${name} not an integer or within integer range`, name, text);
  return Math.min(Number(text), MAX_KEYS);
}

function entriesOf(
  objects: readonly ObjectFacts[],
  { prefix, delimiter }: { readonly prefix: string; readonly delimiter: string | undefined },
): Entry[] {
  const seen = new Map<string, Entry>();
  for (const object of objects) {
    const end = delimiter ? object.key.indexOf(delimiter, prefix.length) : -1;
    const name = end < 0 ? object.key : object.key.slice(0, end + (delimiter?.length ?? 0));
    if (!seen.has(name)) seen.set(name, { name, ...(end < 0 && { object }) });
  }
  return [...seen.values()];
}

const contentOf = (facts: ObjectFacts, encode: (text: string) => string) => ({
  Key: encode(facts.key),
  LastModified: new Date(facts.lastModified).toISOString(),
  ETag: facts.etag,
  ...(facts.checksum && { ChecksumAlgorithm: facts.checksum.algorithm }),
  Size: facts.size,
  StorageClass: 'STANDARD',
});
