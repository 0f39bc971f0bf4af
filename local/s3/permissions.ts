/** ARNs of buckets and objects, and the error that hides from a caller whether an object exists. */
import { accessDenied, noSuchKey } from './errors.ts';
import type { S3Call } from './types.ts';

/** ARN of an object, or of the bucket without a key. */
export const arnOf = (bucket: string, key?: string): string =>
  `arn:aws:s3:::${bucket}${key === undefined ? '' : `/${key}`}`;

/**
 * Returns the error for a missing object: NoSuchKey for a caller that may list the bucket, otherwise AccessDenied.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
 */
export const missing = ({ bucket, key, may }: S3Call): Error =>
  may('s3:ListBucket', arnOf(bucket)) ? noSuchKey(key) : accessDenied();
