import { createHash } from 'node:crypto';
import { arnOf, authorizeWrite, missing } from './authorize-write-and-missing-key.ts';
import { checkKey } from './check-key-length.ts';
import { checksumHeader } from './checksums.ts';
import { checkSource, checkTarget, isUnchanged } from './conditional-requests.ts';
import { overridesIn, storedHeaders } from './object-headers.ts';
import type { Operation, Service } from './operation-of-request.ts';
import { invalidArgument, invalidRequest, noSuchBucket, notEmulated, S3Error } from './s3-error.ts';
import type { ObjectFacts, S3Call, S3Reply } from './s3-types.ts';
import { decoded } from './verify-signature.ts';
import { xmlDocument } from './xml.ts';

/** Limit of one PutObject. https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const MAX_BYTES = 5 * 1_024 ** 3;

export const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`;
/** Rounds Unix milliseconds down, because S3 keeps no fractions of a second. */
export const wholeSecond = (time: number): number => Math.floor(time / 1_000) * 1_000;

export const putObject: Operation = async ({ store, clock }, call) => {
  const { bucket, key, headers, body, checksum } = call;
  authorizeWrite(call);
  checkKey(key);
  if (body.length > MAX_BYTES)
    throw new S3Error('EntityTooLarge', 400, 'Your proposed upload exceeds the maximum allowed size');
  const facts: ObjectFacts = {
    ...{ bucket, key, etag: etagOf(body), size: body.length, lastModified: wholeSecond(clock.now()) },
    headers: storedHeaders(headers),
    ...(checksum && { checksum }),
  };
  await store.putObject(facts, body, () => checkTarget(headers, key, store.object(bucket, key)));
  return { headers: { etag: facts.etag, ...ENCRYPTED, ...(checksum && checksumHeader(checksum)) } };
};

const ENCRYPTED = { 'x-amz-server-side-encryption': 'AES256' };

export const getObject: Operation = async (service, call) => {
  const { bucket, key, headers } = call;
  call.authorize('s3:GetObject', arnOf(bucket, key));
  const found = await service.store.readObject(bucket, key);
  if (!found) throw missing(call);
  const { facts, content } = found;
  const sent = headersOf(facts, call);
  if (isUnchanged(headers, facts)) return { status: 304, headers: { etag: facts.etag } };
  const range = rangeIn(headers.range, facts.size);
  if (range === undefined)
    return {
      headers: { ...sent, 'content-length': String(content.length), ...wholeChecksum(facts, call) },
      body: content,
    };
  const [first, last] = range;
  return {
    status: 206,
    headers: {
      ...sent,
      'content-length': String(last - first + 1),
      'content-range': `bytes ${first}-${last}/${facts.size}`,
    },
    body: content.subarray(first, last + 1),
  };
};

export const headObject: Operation = async (service, call) => {
  const { status, headers } = await getObject(service, call);
  return { ...(status !== undefined && { status }), ...(headers && { headers }) };
};

function headersOf(facts: ObjectFacts, { query }: S3Call): Record<string, string> {
  return {
    ...facts.headers,
    ...overridesIn(query),
    'accept-ranges': 'bytes',
    etag: facts.etag,
    'last-modified': new Date(facts.lastModified).toUTCString(),
    ...ENCRYPTED,
  };
}

const wholeChecksum = ({ checksum }: ObjectFacts, { headers }: S3Call) =>
  headers['x-amz-checksum-mode'] === 'ENABLED' && checksum
    ? {
        ...checksumHeader(checksum),
        'x-amz-checksum-type': checksum.value.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT',
      }
    : {};

/**
 * Returns the positions of the range's first and last byte; undefined without a header, and for a malformed range or
 * several ranges: S3 then sends the whole object.
 * @throws S3Error `InvalidRange` for a range without any byte of the object
 */
function rangeIn(header: string | undefined, size: number): readonly [number, number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (from >= size || (first === '' && last === '0'))
    throw new S3Error('InvalidRange', 416, 'The requested range is not satisfiable', {
      RangeRequested: header ?? '',
      ActualObjectSize: String(size),
    });
  return [from, to];
}

export const copyObject: Operation = async (service, call) => {
  const { store, clock } = service;
  const { bucket, key, headers } = call;
  const source = sourceOf(service, call);
  call.authorize('s3:GetObject', arnOf(source.bucket, source.key));
  authorizeWrite(call);
  checkKey(key);
  const found = await store.readObject(source.bucket, source.key);
  if (!found) throw missing({ ...source, may: call.may });
  checkSource(headers, found.facts);
  const replaces = headers['x-amz-metadata-directive'] === 'REPLACE';
  if (!replaces && source.bucket === bucket && source.key === key)
    throw invalidRequest(
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  const facts: ObjectFacts = {
    ...{ ...found.facts, bucket, key, etag: etagOf(found.content), lastModified: wholeSecond(clock.now()) },
    headers: replaces ? storedHeaders(headers) : found.facts.headers,
  };
  await store.putObject(facts, found.content, () => checkTarget(headers, key, store.object(bucket, key)));
  const LastModified = new Date(facts.lastModified).toISOString();
  return { headers: ENCRYPTED, body: xmlDocument('CopyObjectResult', { LastModified, ETag: facts.etag }) };
};

/**
 * Reads the header `x-amz-copy-source`: `<bucket>/<key>`, percent-encoded, with or without a leading slash.
 * @throws S3Error for another form, for a version of an object, and for a bucket that does not exist
 */
function sourceOf({ hasBucket }: Service, { headers }: S3Call): { bucket: string; key: string } {
  const header = String(headers['x-amz-copy-source']);
  if (header.includes('?versionId=')) throw notEmulated('versions of objects');
  const [bucket = '', ...key] = decoded(header).replace(/^\//, '').split('/');
  if (bucket === '' || key.join('/') === '')
    throw invalidArgument(
      'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
      'x-amz-copy-source',
      header,
    );
  if (!hasBucket(bucket)) throw noSuchBucket(bucket);
  return { bucket, key: key.join('/') };
}

export const deleteObject: Operation = async ({ store }, call): Promise<S3Reply> => {
  const { bucket, key, headers } = call;
  call.authorize('s3:DeleteObject', arnOf(bucket, key));
  const before = store.object(bucket, key);
  if (headers['if-match'] !== undefined && before) checkTarget(headers, key, before);
  store.removeObject(bucket, key);
  return { status: 204 };
};
