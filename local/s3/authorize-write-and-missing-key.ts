import { accessDenied, noSuchKey } from './s3-error.ts';
import type { S3Call } from './s3-types.ts';

export const arnOf = (bucket: string, key?: string): string =>
  `arn:aws:s3:::${bucket}${key === undefined ? '' : `/${key}`}`;

const KEYS_OF_HEADERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['acl', 'grant-full-control', 'grant-read', 'grant-read-acp', 'grant-write', 'grant-write-acp'],
      ...['server-side-encryption', 'server-side-encryption-aws-kms-key-id'],
      ...['server-side-encryption-customer-algorithm', 'storage-class', 'website-redirect-location'],
    ].map((name) => [`x-amz-${name}`, `s3:x-amz-${name}`]),
  ),
  ...Object.fromEntries(
    ['mode', 'retain-until-date', 'legal-hold'].map((name) => [
      `x-amz-object-lock-${name}`,
      `s3:object-lock-${name}`,
    ]),
  ),
};

/** Rights that a write needs beside `s3:PutObject`, by request header. */
const NEEDED: readonly [header: RegExp, action: string][] = [
  [/^x-amz-(?:acl|grant-)/, 's3:PutObjectAcl'],
  [/^x-amz-tagging$/, 's3:PutObjectTagging'],
  [/^x-amz-object-lock-(?:mode|retain-until-date)$/, 's3:PutObjectRetention'],
  [/^x-amz-object-lock-legal-hold$/, 's3:PutObjectLegalHold'],
];

/**
 * Throws AccessDenied unless the caller may write the object with the request's headers. A presigned URL may have
 * headers, such as `x-amz-acl`, as query parameters.
 * https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazons3.html
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
 */
export function authorizeWrite({ bucket, key, headers, query, authorize }: S3Call): void {
  const given = new Map([...query].map(([name, value]) => [name.toLowerCase(), value]));
  for (const [name, value] of Object.entries(headers)) given.set(name, String(value));
  const context = Object.entries(KEYS_OF_HEADERS).flatMap(([header, conditionKey]) => {
    const value = given.get(header);
    return value === undefined ? [] : [[conditionKey, value] as const];
  });
  const object = arnOf(bucket, key);
  authorize('s3:PutObject', object, Object.fromEntries(context));
  for (const [header, action] of NEEDED)
    if ([...given.keys()].some((name) => header.test(name))) authorize(action, object);
}

/**
 * Returns NoSuchKey to a caller that may list the bucket. Any other caller gets AccessDenied, which hides whether the
 * object exists.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export const missing = ({ bucket, key, may }: Pick<S3Call, 'bucket' | 'key' | 'may'>): Error =>
  may('s3:ListBucket', arnOf(bucket)) ? noSuchKey(key) : accessDenied();
