/** The bucket of files in the whole stack: what a signed-in user may do there, and addresses on the site's origin. */
import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bucketUrlOf, identityOf, keysBelow, presignedPath } from '../support/files.ts';
import { ask } from '../support/https-request.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let Bucket: string;
let operator: S3Client;
beforeAll(async () => {
  stack = await startTestStack();
  const { outputs, operator: env, urls } = stack.inner;
  Bucket = outputs.FilesBucket ?? '';
  operator = new S3Client({
    ...{ endpoint: urls.s3, region: 'us-east-1' },
    credentials: {
      accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
    },
  });
});
afterAll(() => stack.close());

/** The operator's client, which signs by the stack's clock. */
const asOperator = (): S3Client => {
  operator.config.systemClockOffset = stack.inner.clock.offset();
  return operator;
};

const denied = expect.objectContaining({
  name: 'AccessDenied',
  $metadata: expect.objectContaining({ httpStatusCode: 403 }),
});

describe('a signed-in user', () => {
  it('uploads below the prefix of their own identity', async () => {
    const { identityId, client } = await identityOf(stack, await stack.givenUser());
    const Key = `uploads/${identityId}/file`;
    await client.send(new PutObjectCommand({ Bucket: await bucketUrlOf(stack), Key, Body: 'content' }));
    const { Body } = await asOperator().send(new GetObjectCommand({ Bucket, Key }));
    expect(await Body?.transformToString()).toBe('content');
  });

  it('may do nothing else: neither write elsewhere, nor read, list or delete, not even own uploads', async () => {
    const [one, another] = await Promise.all([stack.givenUser(), stack.givenUser()]);
    const { identityId, client } = await identityOf(stack, one);
    const stranger = await identityOf(stack, another);
    const at = { Bucket: await bucketUrlOf(stack) };
    const own = `uploads/${identityId}/file`;
    await client.send(new PutObjectCommand({ ...at, Key: own, Body: 'mine' }));
    for (const Key of [
      `uploads/${stranger.identityId}/file`,
      `uploads/${identityId}`,
      `uploads/${identityId}-more/file`,
      'uploads/*/file',
      `files/${one.owner}/file`,
      'file',
    ])
      await expect(client.send(new PutObjectCommand({ ...at, Key, Body: 'x' })), Key).rejects.toEqual(denied);
    await expect(client.send(new GetObjectCommand({ ...at, Key: own }))).rejects.toEqual(denied);
    await expect(client.send(new DeleteObjectCommand({ ...at, Key: own }))).rejects.toEqual(denied);
    await expect(
      client.send(new ListObjectsV2Command({ ...at, Prefix: `uploads/${identityId}/` })),
    ).rejects.toEqual(denied);
  });

  it.each([
    ['a storage class', { StorageClass: 'DEEP_ARCHIVE' }],
    ['reduced redundancy', { StorageClass: 'REDUCED_REDUNDANCY' }],
    ['encryption by KMS', { ServerSideEncryption: 'aws:kms' }],
    ['a key of KMS', { ServerSideEncryption: 'aws:kms', SSEKMSKeyId: 'arn:aws:kms:us-east-1:1:key/k' }],
    ['a key of KMS alone', { SSEKMSKeyId: 'arn:aws:kms:us-east-1:1:key/k' }],
    ['a key of the caller', { SSECustomerAlgorithm: 'AES256', SSECustomerKey: 'k'.repeat(32) }],
    ['an ACL', { ACL: 'public-read' }],
    ['the ACL of buckets without ACLs', { ACL: 'bucket-owner-full-control' }],
    ['a grant', { GrantRead: 'uri="http://acs.amazonaws.com/groups/global/AllUsers"' }],
    ['a redirect', { WebsiteRedirectLocation: 'https://evil.example.com' }],
    ['a lock', { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: new Date(4e12) }],
    ['a legal hold', { ObjectLockLegalHoldStatus: 'ON' }],
    ['tags', { Tagging: 'GuardDutyMalwareScanStatus=NO_THREATS_FOUND' }],
  ] as const)('may not upload with %s, at once or in parts', async (_, headers) => {
    const { identityId, client } = await identityOf(stack, await stack.givenUser());
    const object = { Bucket: await bucketUrlOf(stack), Key: `uploads/${identityId}/file` };
    await expect(client.send(new PutObjectCommand({ ...object, ...headers, Body: 'x' }))).rejects.toEqual(
      denied,
    );
    const parts = new CreateMultipartUploadCommand({ ...object, ...headers });
    await expect(client.send(parts)).rejects.toEqual(denied);
  });

  it('may say that an upload is of the bucket’s own class and encryption', async () => {
    const { identityId, client } = await identityOf(stack, await stack.givenUser());
    const object = { Bucket: await bucketUrlOf(stack), Key: `uploads/${identityId}/file` };
    const said = { StorageClass: 'STANDARD', ServerSideEncryption: 'AES256' } as const;
    await client.send(new PutObjectCommand({ ...object, ...said, Body: 'content' }));
    expect(await keysBelow(stack, object.Key)).toEqual([object.Key]);
  });

  it('cannot upload with credentials that are older than an hour, and can with new ones of the pool', async () => {
    const user = await stack.givenUser();
    const { identityId, client } = await identityOf(stack, user);
    stack.moveClock(3_600_000);
    client.config.systemClockOffset = stack.inner.clock.offset();
    const Key = `uploads/${identityId}/file`;
    const put = new PutObjectCommand({ Bucket: await bucketUrlOf(stack), Key, Body: 'x' });
    await expect(client.send(put)).rejects.toThrow('The provided token has expired.');
    const { idToken } = await stack.inner.tokensFor(user.email);
    const renewed = await identityOf(stack, { token: idToken });
    expect(renewed.identityId).toBe(identityId);
    renewed.client.config.systemClockOffset = stack.inner.clock.offset();
    await renewed.client.send(put);
    expect(await keysBelow(stack, Key)).toEqual([Key]);
  });
});

it('without the role’s permission, an upload below the own prefix is denied', async () => {
  const other = await startTestStack({
    withoutPermission: { function: 'IdentityPoolAuthenticated', action: 's3:PutObject' },
  });
  try {
    const { identityId, client } = await identityOf(other, await other.givenUser());
    const Key = `uploads/${identityId}/file`;
    const put = new PutObjectCommand({ Bucket: await bucketUrlOf(other), Key, Body: 'content' });
    await expect(client.send(put)).rejects.toEqual(denied);
  } finally {
    await other.close();
  }
});

describe('a presigned address', () => {
  const Key = 'files/owner/a file';
  const disposition = 'attachment; filename="r.csv"';
  const signed = (more: object = {}) =>
    presignedPath(stack, {
      key: Key,
      query: { 'response-content-disposition': disposition, 'response-content-type': 'text/csv' },
      ...more,
    });
  const open = (path: string, headers: Record<string, string> = {}) =>
    ask(stack.urls.site + path, 'GET', { headers });
  beforeAll(() =>
    operator.send(new PutObjectCommand({ Bucket, Key, Body: 'a,b', ContentType: 'text/html' })),
  );

  it('gives the file on the site’s own origin, in the form that was signed', async () => {
    const { status, text, headers } = await open(await signed());
    expect({ status, text }).toEqual({ status: 200, text: 'a,b' });
    expect(headers).toMatchObject({
      'content-type': 'text/csv',
      'content-disposition': disposition,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('gives a byte range of the file', async () => {
    const { status, text } = await open(await signed(), { range: 'bytes=2-' });
    expect({ status, text }).toEqual({ status: 206, text: 'b' });
  });

  it.each<[string, (path: string) => string]>([
    ['of another file', (path) => path.replace('a%20file', 'another')],
    ['with another type', (path) => path.replace('text%2Fcsv', 'text%2Fhtml')],
    ['without its disposition', (path) => path.replace(/response-content-disposition=[^&]*&?/, '')],
    ['for longer', (path) => path.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000')],
    ['with another signature', (path) => path.replace(/(Signature=)../, '$100')],
    ['without a signature', (path) => path.split('?')[0] ?? ''],
  ])('%s is refused', async (_, change) => {
    const path = await signed();
    expect(change(path)).not.toBe(path);
    const { status, headers } = await open(change(path));
    expect(status).toBe(403);
    expect(headers).toMatchObject({ 'content-security-policy': "sandbox; default-src 'none'" });
  });

  it('is refused when it has expired', async () => {
    const path = await signed({ expiresIn: 300 });
    stack.moveClock(290_000);
    expect((await open(path)).status).toBe(200);
    stack.moveClock(11_000);
    const { status, text } = await open(path);
    expect(status).toBe(403);
    expect(text).toContain('Request has expired');
  });

  it('needs nothing of the viewer: a token or cookies of the site do not reach S3', async () => {
    const token = (await stack.givenUser()).token;
    const headers = { authorization: `Bearer ${token}`, cookie: 'a=b', 'x-amz-meta-a': 'b' };
    expect(await open(await signed(), headers)).toMatchObject({ status: 200, text: 'a,b' });
  });

  it('refuses a PUT', async () => {
    const path = await signed();
    expect((await ask(stack.urls.site + path, 'PUT', { text: 'x' })).status).toBe(403);
  });
});

describe('a page', () => {
  const preflight = async (origin: string) =>
    ask(`${await bucketUrlOf(stack)}/uploads/x`, 'OPTIONS', {
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'x-amz-date',
      },
    });

  it('of the site may upload to the bucket: by its rules, and by the page’s own policy', async () => {
    const { status, headers } = await preflight(stack.urls.site);
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe(stack.urls.site);
    const page = await stack.http('GET', '/chat');
    const [connect] = /connect-src [^;]*/.exec(String(page.headers['content-security-policy'])) ?? [];
    expect(connect?.split(' ')).toContain(await bucketUrlOf(stack));
  });

  it('of any other origin may not', async () => {
    for (const origin of ['https://evil.example.com', 'https://localhost:1', 'null'])
      expect(await preflight(origin)).toMatchObject({ status: 403 });
  });
});

it('an upload that is never registered is gone after two days, and a file stays', async () => {
  const DAY_MS = 86_400_000;
  for (const Key of ['uploads/some/one', 'files/owner/kept'])
    await asOperator().send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));
  stack.moveClock(2 * DAY_MS);
  stack.inner.s3.sweep();
  expect(stack.inner.s3.keys(Bucket)).toContain('files/owner/kept');
  expect(stack.inner.s3.keys(Bucket).filter((key) => key.startsWith('uploads/'))).toEqual([]);
});
