/**
 * Checks the conditional headers of reads, writes and copies, such as `If-Match`.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-requests.html
 */
import type { IncomingHttpHeaders } from 'node:http';
import { noSuchKey, notEmulated, preconditionFailed } from './s3-error.ts';
import type { ObjectFacts } from './s3-types.ts';

const bare = (etag: string): string => etag.trim().replace(/^W\//, '').replaceAll('"', '');

const names = (header: string, { etag }: ObjectFacts): boolean =>
  header.split(',').some((one) => one.trim() === '*' || bare(one) === bare(etag));

/** True when a read is answered by 304. Throws PreconditionFailed when If-Match or If-Unmodified-Since fails. */
export function isUnchanged(headers: IncomingHttpHeaders, facts: ObjectFacts): boolean {
  checkUnchanged(headers, '', facts);
  const etag = headers['if-none-match'];
  if (etag !== undefined) return names(etag, facts);
  return Date.parse(headers['if-modified-since'] ?? '') >= facts.lastModified;
}

/** Throws PreconditionFailed when a copy's conditions on its source do not hold. */
export function checkSource(headers: IncomingHttpHeaders, facts: ObjectFacts): void {
  const prefix = 'x-amz-copy-source-';
  checkUnchanged(headers, prefix, facts);
  const etag = textOf(headers[`${prefix}if-none-match`]);
  if (etag !== undefined && names(etag, facts)) throw preconditionFailed(`${prefix}If-None-Match`);
  const since = Date.parse(textOf(headers[`${prefix}if-modified-since`]) ?? '');
  if (etag === undefined && since >= facts.lastModified)
    throw preconditionFailed(`${prefix}If-Modified-Since`);
}

function checkUnchanged(headers: IncomingHttpHeaders, prefix: string, facts: ObjectFacts): void {
  const etag = textOf(headers[`${prefix}if-match`]);
  if (etag !== undefined && !names(etag, facts)) throw preconditionFailed(`${prefix}If-Match`);
  const since = Date.parse(textOf(headers[`${prefix}if-unmodified-since`]) ?? '');
  if (etag === undefined && since < facts.lastModified)
    throw preconditionFailed(`${prefix}If-Unmodified-Since`);
}

/** Checks a write's conditions. Throws PreconditionFailed, or NoSuchKey for an If-Match without a stored object. */
export function checkTarget(
  headers: IncomingHttpHeaders,
  key: string,
  before: ObjectFacts | undefined,
): void {
  const none = headers['if-none-match'];
  if (none !== undefined && none !== '*') throw notEmulated('If-None-Match of a write with an ETag');
  if (none === '*' && before !== undefined) throw preconditionFailed('If-None-Match');
  const match = headers['if-match'];
  if (match === undefined) return;
  if (before === undefined) throw noSuchKey(key);
  if (!names(match, before)) throw preconditionFailed('If-Match');
}

const textOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value;
