import {
  CreateMultipartUploadCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BUCKET, type S3Test, startS3 } from './s3-for-tests.ts';

const DAY_MS = 86_400_000;
const rule = { Status: 'Enabled' as const };
const Rules = [
  { ...rule, Prefix: 'uploads/', ExpirationInDays: 1 },
  { ...rule, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
  { Status: 'Disabled' as const, Prefix: 'files/', ExpirationInDays: 1 },
];
let s3: S3Test;
beforeEach(async () => {
  s3 = await startS3({ LifecycleConfiguration: { Rules } });
});
afterEach(() => s3.close());

/** Moves the clock to this time of the next day. */
const toNextDay = (ms: number) => {
  const now = s3.clock.now();
  s3.clock.advance(Math.floor(now / DAY_MS) * DAY_MS + DAY_MS + ms - now);
};
const put = (Key: string) => s3.fresh().send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'x' }));

it('objects below a rule’s prefix go at the first midnight after the rule’s days, others stay', async () => {
  toNextDay(1_000);
  await put('uploads/a');
  await put('files/a');
  s3.clock.advance(2 * DAY_MS - 2_000);
  expect(s3.s3.sweep()).toEqual({ objects: 0, uploads: 0 });
  s3.clock.advance(2_000);
  expect(s3.s3.sweep()).toEqual({ objects: 1, uploads: 0 });
  expect(s3.s3.keys(BUCKET)).toEqual(['files/a']);
  s3.clock.advance(30 * DAY_MS);
  expect(s3.s3.sweep()).toEqual({ objects: 0, uploads: 0 });
});

it('an upload that is not complete is aborted with its parts', async () => {
  toNextDay(1_000);
  const at = { Bucket: BUCKET, Key: 'files/big' };
  const { UploadId } = await s3.fresh().send(new CreateMultipartUploadCommand(at));
  await s3.fresh().send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: 'x' }));
  s3.clock.advance(2 * DAY_MS);
  expect(s3.s3.sweep()).toEqual({ objects: 0, uploads: 1 });
  await expect(s3.fresh().send(new ListPartsCommand({ ...at, UploadId }))).rejects.toMatchObject({
    name: 'NoSuchUpload',
  });
});
