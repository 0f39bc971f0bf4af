import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BUCKET, type S3Test, startS3 } from './s3-for-tests.ts';

/** Runs before the store reads a content. */
const beforeRead = vi.hoisted(() => vi.fn(async () => {}));
vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>();
  const readFile = async (file: string) => {
    await beforeRead();
    return fs.readFile(file);
  };
  return { ...fs, readFile };
});

const MB = 1_024 ** 2;
let s3: S3Test;
beforeEach(async () => {
  s3 = await startS3();
});
afterEach(() => s3.close());

const at = { Bucket: BUCKET, Key: 'uploads/big' };
const refusal = (name: string, status: number) =>
  expect.objectContaining({ name, $metadata: expect.objectContaining({ httpStatusCode: status }) });
const begin = async (more: object = {}) =>
  String((await s3.writer.send(new CreateMultipartUploadCommand({ ...at, ...more }))).UploadId);
const upload = async (UploadId: string, PartNumber: number, Body: Buffer): Promise<CompletedPart> => {
  const { ETag, ChecksumCRC32 } = await s3.writer.send(
    new UploadPartCommand({ ...at, UploadId, PartNumber, Body }),
  );
  return { ETag, ChecksumCRC32, PartNumber };
};
const complete = (UploadId: string, Parts: CompletedPart[]) =>
  s3.writer.send(new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } }));
const letters = (letter: string, size: number) => Buffer.alloc(size, letter);

describe('an upload in parts', () => {
  it('becomes one object, with the ETag and the checksum of its parts', async () => {
    const UploadId = await begin({ ContentType: 'application/pdf', ChecksumAlgorithm: 'CRC32' });
    const last = await upload(UploadId, 2, letters('b', 10));
    const first = await upload(UploadId, 1, letters('a', 5 * MB));
    const { ETag, ChecksumCRC32 } = await complete(UploadId, [first, last]);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    expect(ChecksumCRC32).toMatch(/-2$/);
    const read = await s3.writer.send(new GetObjectCommand(at));
    expect(read).toMatchObject({ ETag, ContentType: 'application/pdf', ContentLength: 5 * MB + 10 });
    expect((await read.Body?.transformToString())?.slice(-11)).toBe('abbbbbbbbbb');
    await expect(complete(UploadId, [first, last])).rejects.toEqual(refusal('NoSuchUpload', 404));
  });

  it('is resumed by the list of its parts, over a restart, and a part sent again replaces the first', async () => {
    const UploadId = await begin();
    await upload(UploadId, 1, letters('x', 5 * MB));
    await upload(UploadId, 1, letters('a', 5 * MB));
    await s3.close({ keepFiles: true });
    s3 = await startS3({}, s3.folder);
    const { Parts } = await s3.writer.send(new ListPartsCommand({ ...at, UploadId }));
    expect(Parts).toEqual([expect.objectContaining({ PartNumber: 1, Size: 5 * MB })]);
    const last = await upload(UploadId, 2, letters('b', 1));
    await complete(UploadId, [...(Parts ?? []), last]);
    const { Body } = await s3.writer.send(new GetObjectCommand({ ...at, Range: 'bytes=0-1' }));
    expect(await Body?.transformToString()).toBe('aa');
  });

  it('lists its parts in pages', async () => {
    const UploadId = await begin();
    for (const number of [1, 2, 3]) await upload(UploadId, number, letters('a', number));
    const list = async (more: object) => {
      const {
        Parts = [],
        IsTruncated,
        NextPartNumberMarker,
      } = await s3.writer.send(new ListPartsCommand({ ...at, UploadId, MaxParts: 2, ...more }));
      return { numbers: Parts.map(({ PartNumber }) => PartNumber), IsTruncated, NextPartNumberMarker };
    };
    expect(await list({})).toEqual({ numbers: [1, 2], IsTruncated: true, NextPartNumberMarker: '2' });
    expect(await list({ PartNumberMarker: '2' })).toMatchObject({ numbers: [3], IsTruncated: false });
  });

  it('is gone after its abort', async () => {
    const UploadId = await begin();
    const part = await upload(UploadId, 1, letters('a', 1));
    await s3.writer.send(new AbortMultipartUploadCommand({ ...at, UploadId }));
    await expect(upload(UploadId, 2, letters('a', 1))).rejects.toEqual(refusal('NoSuchUpload', 404));
    await expect(complete(UploadId, [part])).rejects.toEqual(refusal('NoSuchUpload', 404));
    await expect(s3.writer.send(new AbortMultipartUploadCommand({ ...at, UploadId }))).rejects.toEqual(
      refusal('NoSuchUpload', 404),
    );
  });

  it('is gone when it is aborted while its completion reads its parts', async () => {
    const UploadId = await begin();
    const part = await upload(UploadId, 1, letters('a', 1));
    beforeRead.mockImplementationOnce(async () => {
      await s3.writer.send(new AbortMultipartUploadCommand({ ...at, UploadId }));
    });
    await expect(complete(UploadId, [part])).rejects.toEqual(refusal('NoSuchUpload', 404));
  });

  it('has no effect on the object before it is complete', async () => {
    await s3.writer.send(new PutObjectCommand({ ...at, Body: 'before' }));
    await upload(await begin(), 1, letters('a', 1));
    const { Body } = await s3.writer.send(new GetObjectCommand(at));
    expect(await Body?.transformToString()).toBe('before');
  });

  it('belongs to its key', async () => {
    const UploadId = await begin();
    const other = new UploadPartCommand({ ...at, Key: 'uploads/other', UploadId, PartNumber: 1, Body: 'x' });
    await expect(s3.writer.send(other)).rejects.toEqual(refusal('NoSuchUpload', 404));
  });
});

describe('a completion that S3 refuses', () => {
  it.each<[string, (parts: CompletedPart[]) => CompletedPart[], string]>([
    ['names a part that was not uploaded', ([one]) => [{ ...one, PartNumber: 9 }], 'InvalidPart'],
    ['has another ETag', ([one]) => [{ ...one, ETag: '"00000000000000000000000000000000"' }], 'InvalidPart'],
    ['has another checksum', ([one]) => [{ ...one, ChecksumCRC32: 'AAAAAA==' }], 'InvalidPart'],
    ['leaves out a checksum', ([one]) => [{ ...one, ChecksumCRC32: undefined }], 'InvalidRequest'],
    ['has a part below 5 MB before the last', (parts) => parts, 'EntityTooSmall'],
    ['is not in order', (parts) => parts.toReversed(), 'InvalidPartOrder'],
    ['is empty', () => [], 'MalformedXML'],
  ])('%s', async (_, listed, name) => {
    const UploadId = await begin({ ChecksumAlgorithm: 'CRC32' });
    const parts = [await upload(UploadId, 1, letters('a', 5)), await upload(UploadId, 2, letters('b', 5))];
    await expect(complete(UploadId, listed(parts))).rejects.toEqual(refusal(name, 400));
    const { Parts } = await s3.writer.send(new ListPartsCommand({ ...at, UploadId }));
    expect(Parts).toHaveLength(2);
  });

  it('may only create the object, which another write has created meanwhile', async () => {
    const UploadId = await begin();
    const part = await upload(UploadId, 1, letters('a', 5));
    await s3.writer.send(new PutObjectCommand({ ...at, Body: 'first' }));
    const create = new CompleteMultipartUploadCommand({
      ...{ ...at, UploadId, MultipartUpload: { Parts: [part] }, IfNoneMatch: '*' },
    });
    await expect(s3.writer.send(create)).rejects.toEqual(refusal('PreconditionFailed', 412));
  });
});

it.each(['0', '10001', 'x'])('a part numbered %s is refused', async (number) => {
  const UploadId = await begin();
  const PartNumber = number as unknown as number; // what an SDK without types would send
  await expect(
    s3.writer.send(new UploadPartCommand({ ...at, UploadId, PartNumber, Body: 'x' })),
  ).rejects.toEqual(refusal('InvalidArgument', 400));
});

it('each step of an upload needs its right', async () => {
  const UploadId = await begin();
  const step = { ...at, UploadId };
  for (const send of [
    () => s3.reader.send(new CreateMultipartUploadCommand(at)),
    () => s3.reader.send(new UploadPartCommand({ ...step, PartNumber: 1, Body: 'x' })),
    () => s3.reader.send(new CompleteMultipartUploadCommand({ ...step, MultipartUpload: { Parts: [] } })),
    () => s3.reader.send(new AbortMultipartUploadCommand(step)),
    () => s3.reader.send(new ListPartsCommand(step)),
  ])
    await expect(send()).rejects.toEqual(refusal('AccessDenied', 403));
  expect(s3.iam.denied.map(({ action }) => action)).toEqual([
    ...['s3:PutObject', 's3:PutObject', 's3:PutObject'],
    ...['s3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
  ]);
});

describe('many objects', () => {
  const put = (Key: string) => s3.writer.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'x' }));
  const list = async (more: object = {}) => {
    const listed = await s3.writer.send(new ListObjectsV2Command({ Bucket: BUCKET, ...more }));
    const { Contents = [], CommonPrefixes = [], NextContinuationToken } = listed;
    return {
      keys: Contents.map(({ Key }) => Key),
      prefixes: CommonPrefixes.map(({ Prefix }) => Prefix),
      token: NextContinuationToken,
    };
  };

  it('are listed in the order of their bytes, by prefix and in pages', async () => {
    for (const key of ['b/ü <&>', 'a/2', 'a/1', 'a/3/x', 'c']) await put(key);
    expect((await list()).keys).toEqual(['a/1', 'a/2', 'a/3/x', 'b/ü <&>', 'c']);
    expect((await list({ Prefix: 'b/', EncodingType: 'url' })).keys).toEqual(['b%2F%C3%BC%20%3C%26%3E']);
    expect(await list({ Delimiter: '/' })).toMatchObject({ keys: ['c'], prefixes: ['a/', 'b/'] });
    const afterOne = { Delimiter: '/', StartAfter: 'a/1' };
    expect(await list(afterOne)).toMatchObject({ keys: ['c'], prefixes: ['a/', 'b/'] });
    const first = await list({ ...afterOne, MaxKeys: 1 });
    const rest = { ...afterOne, ContinuationToken: first.token };
    expect([first.prefixes, (await list(rest)).prefixes]).toEqual([['a/'], ['b/']]);
    expect((await list({ Prefix: 'a/', StartAfter: 'a/1' })).keys).toEqual(['a/2', 'a/3/x']);
    const { keys, token } = await list({ MaxKeys: 2 });
    expect(keys).toEqual(['a/1', 'a/2']);
    expect((await list({ MaxKeys: 9, ContinuationToken: token })).keys).toEqual(['a/3/x', 'b/ü <&>', 'c']);
  });

  it('are deleted in one call, those that are gone too', async () => {
    for (const key of ['a', 'b', 'c']) await put(key);
    const Objects = ['a', 'b & c', 'gone'].map((Key) => ({ Key }));
    const { Deleted } = await s3.writer.send(
      new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }),
    );
    expect(Deleted).toEqual(Objects);
    expect((await list()).keys).toEqual(['b', 'c']);
  });

  it('are not deleted without the right, which is told for each', async () => {
    await put('a');
    const { Errors } = await s3.reader.send(
      new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: [{ Key: 'a' }] } }),
    );
    expect(Errors).toEqual([expect.objectContaining({ Key: 'a', Code: 'AccessDenied' })]);
    expect((await list()).keys).toEqual(['a']);
    await expect(s3.reader.send(new ListObjectsV2Command({ Bucket: BUCKET }))).rejects.toEqual(
      refusal('AccessDenied', 403),
    );
  });
});
