import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutBucketTaggingCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUCKET, type S3Test, startS3, UNLISTED } from './s3-for-tests.ts';

let s3: S3Test;
beforeEach(async () => {
  s3 = await startS3();
});
afterEach(() => s3.close());

const at = (Key: string) => ({ Bucket: BUCKET, Key });
const put = (Key: string, Body: string, more: object = {}) =>
  s3.writer.send(new PutObjectCommand({ ...at(Key), Body, ...more }));
const textOf = async (Key: string, more: object = {}) => {
  const { Body } = await s3.writer.send(new GetObjectCommand({ ...at(Key), ...more }));
  return Body?.transformToString();
};
const refusal = (name: string, status: number) =>
  expect.objectContaining({ name, $metadata: expect.objectContaining({ httpStatusCode: status }) });

describe('an object', () => {
  it('comes back with its content, type, metadata, ETag and checksum', async () => {
    const { ETag, ChecksumCRC32 } = await put('a/b c+ü.txt', 'Hello', {
      ContentType: 'text/plain',
      Metadata: { owner: 'me' },
    });
    expect(ETag).toBe('"8b1a9953c4611296a827abf8c47804d7"');
    expect(ChecksumCRC32).toBe('99GJgg==');
    const read = await s3.writer.send(new GetObjectCommand(at('a/b c+ü.txt')));
    expect(read).toMatchObject({
      ...{ ETag, ContentType: 'text/plain', ContentLength: 5, Metadata: { owner: 'me' } },
      ...{ ChecksumCRC32, ServerSideEncryption: 'AES256' },
    });
    expect(await read.Body?.transformToString()).toBe('Hello');
    const head = await s3.writer.send(new HeadObjectCommand(at('a/b c+ü.txt')));
    expect(head).toMatchObject({ ETag, ContentLength: 5, ContentType: 'text/plain' });
  });

  it('may be sent as a stream, whose checksum follows in the trailer', async () => {
    const Body = Readable.from([Buffer.alloc(70_000, 'a'), Buffer.from('end')]);
    await s3.writer.send(new PutObjectCommand({ ...at('stream'), Body, ContentLength: 70_003 }));
    const read = await s3.writer.send(new GetObjectCommand(at('stream')));
    expect(read.ContentLength).toBe(70_003);
    expect(read.ContentEncoding).toBeUndefined();
    expect((await read.Body?.transformToString())?.slice(-4)).toBe('aend');
  });

  it('is replaced by a second put, and gone after a delete, which succeeds twice', async () => {
    await put('key', 'one');
    await put('key', 'two');
    expect(await textOf('key')).toBe('two');
    for (let i = 0; i < 2; i += 1)
      expect(await s3.writer.send(new DeleteObjectCommand(at('key')))).toMatchObject({
        $metadata: { httpStatusCode: 204 },
      });
    await expect(textOf('key')).rejects.toEqual(refusal('NoSuchKey', 404));
  });

  it('survives a restart of the emulator', async () => {
    await put('kept', 'content');
    await s3.close({ keepFiles: true });
    s3 = await startS3({}, s3.folder);
    expect(await textOf('kept')).toBe('content');
  });

  it('is its newest version after a crash that left an older one beside it', async () => {
    const folder = path.join(s3.folder, 'objects');
    await put('key', 'one');
    const older = readdirSync(folder).map((file) => ({
      file: path.join(folder, `zz${path.extname(file)}`),
      content: readFileSync(path.join(folder, file)),
    }));
    await put('key', 'two');
    await s3.close({ keepFiles: true });
    const minuteAgo = Date.now() / 1000 - 60;
    for (const { file, content } of older) {
      writeFileSync(file, content);
      utimesSync(file, minuteAgo, minuteAgo);
    }
    s3 = await startS3({}, s3.folder);
    expect(await textOf('key')).toBe('two');
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('is read whole by readers while writers replace it', async () => {
    await put('busy', 'a'.repeat(50_000));
    const reads = Promise.all(Array.from({ length: 20 }, () => textOf('busy')));
    await Promise.all(['b', 'c', 'd'].map((letter) => put('busy', letter.repeat(50_000))));
    for (const text of await reads) expect(text).toMatch(/^(a{50000}|b{50000}|c{50000}|d{50000})$/);
  });
});

describe('a range', () => {
  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
  ])('%s gives these bytes', async (Range, text, ContentRange) => {
    await put('digits', '0123456789');
    const read = await s3.writer.send(new GetObjectCommand({ ...at('digits'), Range }));
    expect(read).toMatchObject({ ContentRange, ContentLength: text.length });
    expect(await read.Body?.transformToString()).toBe(text);
  });

  it('beyond the end is refused', async () => {
    await put('digits', '0123456789');
    await expect(textOf('digits', { Range: 'bytes=10-' })).rejects.toEqual(refusal('InvalidRange', 416));
  });
});

describe('a copy', () => {
  const copy = (more: object = {}) =>
    s3.writer.send(
      new CopyObjectCommand({ ...at('files/to'), CopySource: `${BUCKET}/uploads/fr%C3%B6m`, ...more }),
    );

  it('has the content, the ETag and the type of its source', async () => {
    const { ETag } = await put('uploads/fröm', 'text', { ContentType: 'text/csv' });
    expect((await copy()).CopyObjectResult?.ETag).toBe(ETag);
    expect(await s3.writer.send(new HeadObjectCommand(at('files/to')))).toMatchObject({
      ...{ ETag, ContentType: 'text/csv' },
    });
    expect(await textOf('files/to')).toBe('text');
  });

  it('may replace type and metadata', async () => {
    await put('uploads/fröm', 'text', { ContentType: 'text/csv', Metadata: { a: '1' } });
    await copy({ MetadataDirective: 'REPLACE', ContentType: 'image/png' });
    expect(await s3.writer.send(new HeadObjectCommand(at('files/to')))).toMatchObject({
      ...{ ContentType: 'image/png', Metadata: {} },
    });
  });

  it('is refused once the source was replaced since it was read', async () => {
    const { ETag } = await put('uploads/fröm', 'what was read');
    await put('uploads/fröm', 'what came later');
    await expect(copy({ CopySourceIfMatch: ETag })).rejects.toEqual(refusal('PreconditionFailed', 412));
    await expect(textOf('files/to')).rejects.toEqual(refusal('NoSuchKey', 404));
  });

  it.each([
    ['of a missing source', {}, 'NoSuchKey', 404],
    ['of a bucket that does not exist', { CopySource: 'other/key' }, 'NoSuchBucket', 404],
    ['without a key', { CopySource: BUCKET }, 'InvalidArgument', 400],
  ])('%s is refused', async (_, more, name, status) => {
    await expect(copy(more)).rejects.toEqual(refusal(name, status));
  });

  it('of a missing object is refused with 404, or 403 without the right to list the bucket', async () => {
    const ofListed = copy({ CopySource: `${BUCKET}/none` });
    await expect(ofListed).rejects.toEqual(refusal('NoSuchKey', 404));
    await expect(ofListed).rejects.toMatchObject({ Key: 'none' });
    await expect(copy({ CopySource: `${UNLISTED}/none` })).rejects.toEqual(refusal('AccessDenied', 403));
  });

  it('of an object to itself without a change is refused', async () => {
    await put('files/to', 'text');
    await expect(copy({ CopySource: `${BUCKET}/files/to` })).rejects.toEqual(refusal('InvalidRequest', 400));
  });
});

describe('conditions', () => {
  it('on a write let it create only, or replace only what was read', async () => {
    const { ETag } = await put('key', 'one', { IfNoneMatch: '*' });
    await expect(put('key', 'two', { IfNoneMatch: '*' })).rejects.toEqual(refusal('PreconditionFailed', 412));
    await put('key', 'two', { IfMatch: ETag });
    await expect(put('key', 'three', { IfMatch: ETag })).rejects.toEqual(refusal('PreconditionFailed', 412));
    await expect(put('other', 'one', { IfMatch: ETag })).rejects.toEqual(refusal('NoSuchKey', 404));
    expect(await textOf('key')).toBe('two');
  });

  it('on a read are checked', async () => {
    const { ETag } = await put('key', 'one');
    expect(await textOf('key', { IfMatch: ETag })).toBe('one');
    await expect(textOf('key', { IfMatch: '"other"' })).rejects.toEqual(refusal('PreconditionFailed', 412));
    await expect(textOf('key', { IfNoneMatch: ETag })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
  });
});

describe('what S3 refuses', () => {
  it('is a call without the permission, in the words of IAM', async () => {
    const refused = s3.reader.send(new PutObjectCommand({ ...at('key'), Body: 'x' }));
    await expect(refused).rejects.toEqual(refusal('AccessDenied', 403));
    await expect(refused).rejects.toThrow('is not authorized to perform: s3:PutObject on resource');
  });

  it('is a missing object, which a caller without the right to list cannot tell from a forbidden one', async () => {
    await expect(s3.reader.send(new GetObjectCommand(at('none')))).rejects.toEqual(
      refusal('AccessDenied', 403),
    );
    await expect(s3.writer.send(new HeadObjectCommand(at('none')))).rejects.toEqual(refusal('NotFound', 404));
    expect(s3.iam.denied).toEqual([]);
  });

  it.each([
    ['of another bucket', { Bucket: 'another' }, 'NoSuchBucket', 404],
    ['with a key that is too long', { Key: 'ü'.repeat(513) }, 'KeyTooLongError', 400],
    ['with too much metadata', { Metadata: { a: 'x'.repeat(2_048) } }, 'MetadataTooLarge', 400],
    ['with an ACL', { ACL: 'public-read' as const }, 'AccessControlListNotSupported', 400],
    ['whose checksum is wrong', { ChecksumCRC32: 'AAAAAA==' }, 'BadDigest', 400],
    ['whose MD5 is wrong', { ContentMD5: '1B2M2Y8AsgTpgAmY7PhCfg==' }, 'BadDigest', 400],
    ['with tags, which are not emulated', { Tagging: 'a=b' }, 'NotImplemented', 501],
  ])('is a put %s', async (_, more, name, status) => {
    await expect(put('key', 'content', more)).rejects.toEqual(refusal(name, status));
  });

  it('is an operation that is not emulated, by its name', async () => {
    const Tagging = { TagSet: [] };
    await expect(s3.writer.send(new PutBucketTaggingCommand({ Bucket: BUCKET, Tagging }))).rejects.toThrow(
      "The local stack does not emulate S3's PUT tagging of a bucket",
    );
  });
});

describe('a fault', () => {
  it('before the effect leaves nothing, after it the object', async () => {
    const fail = { code: 'SlowDown', status: 503, message: 'Please reduce your request rate.' };
    s3.faults.at({ service: 's3', action: 'PutObject', effect: { fail } });
    await expect(put('key', 'x')).rejects.toEqual(refusal('SlowDown', 503));
    await expect(textOf('key')).rejects.toEqual(refusal('NoSuchKey', 404));
    s3.faults.at({ service: 's3', action: 'PutObject', caller: 'writer', phase: 'after', effect: { fail } });
    await expect(put('key', 'x')).rejects.toEqual(refusal('SlowDown', 503));
    expect(await textOf('key')).toBe('x');
  });
});
