import { S3Error } from './s3-error.ts';

/** Longest key in bytes. https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html */
const KEY_BYTES = 1_024;

export function checkKey(key: string): void {
  const size = Buffer.byteLength(key);
  if (size > KEY_BYTES)
    throw new S3Error('KeyTooLongError', 400, 'Your key is too long', {
      Size: String(size),
      MaxSizeAllowed: String(KEY_BYTES),
    });
}
