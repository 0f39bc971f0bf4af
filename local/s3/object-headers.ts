import type { IncomingHttpHeaders } from 'node:http';
import { invalidArgument, notEmulated, S3Error } from './s3-error.ts';

const KEPT = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];
const METADATA = 'x-amz-meta-';
const DEFAULT_TYPE = 'binary/octet-stream';
/**
 * Largest metadata of one object in bytes: the names without their prefix, and the values.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html
 */
const METADATA_BYTES = 2_048;
const NOT_EMULATED = [
  'x-amz-object-lock-mode',
  'x-amz-server-side-encryption-customer-algorithm',
  'x-amz-tagging',
  'x-amz-website-redirect-location',
  'x-amz-write-offset-bytes',
];

/**
 * Returns the headers that S3 keeps of a request that creates an object.
 * @throws S3Error for an ACL or metadata that S3 refuses, and for features that are not emulated
 */
export function storedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  for (const name of NOT_EMULATED) if (headers[name] !== undefined) throw notEmulated(`header ${name}`);
  const acl = headers['x-amz-acl'];
  if (acl !== undefined && acl !== 'bucket-owner-full-control')
    throw new S3Error('AccessControlListNotSupported', 400, 'The bucket does not allow ACLs');
  if ((headers['x-amz-server-side-encryption'] ?? 'AES256') !== 'AES256')
    throw notEmulated('encryption by KMS');
  if ((headers['x-amz-storage-class'] ?? 'STANDARD') !== 'STANDARD') throw notEmulated('storage classes');
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && (KEPT.includes(name) || name.startsWith(METADATA))
      ? [[name, value] as const]
      : [],
  );
  const metadata = kept.filter(([name]) => name.startsWith(METADATA));
  const size = metadata.reduce(
    (sum, [name, value]) => sum + name.length - METADATA.length + Buffer.byteLength(value),
    0,
  );
  if (size > METADATA_BYTES)
    throw new S3Error(
      'MetadataTooLarge',
      400,
      'Your metadata headers exceed the maximum allowed metadata size',
      {
        Size: String(size),
        MaxSizeAllowed: String(METADATA_BYTES),
      },
    );
  const stored: Record<string, string> = { 'content-type': DEFAULT_TYPE, ...Object.fromEntries(kept) };
  const encoding = withoutFraming(stored['content-encoding']);
  delete stored['content-encoding'];
  return { ...stored, ...(encoding !== '' && { 'content-encoding': encoding }) };
}

/** Removes `aws-chunked`, which describes the request body, not the object. */
const withoutFraming = (encoding = ''): string =>
  encoding
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'aws-chunked')
    .join(',');

const OVERRIDES: Readonly<Record<string, string>> = Object.fromEntries(
  KEPT.map((name) => [`response-${name}`, name]),
);

export function overridesIn(query: URLSearchParams): Record<string, string> {
  const found = [...query].flatMap(([name, value]) => {
    const header = OVERRIDES[name];
    return header === undefined ? [] : [[header, value] as const];
  });
  for (const [header, value] of found)
    if (/[\r\n]/.test(value))
      throw invalidArgument('Header value cannot contain line breaks.', header, value);
  return Object.fromEntries(found);
}
