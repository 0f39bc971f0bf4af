/** Requests that the SDK does not send by itself: presigned, forged, late, and those of a browser on another origin. */
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../iam/iam.ts';
import { signedUrl } from './presign-for-tests.ts';
import { BUCKET, type S3Test, startS3 } from './s3-for-tests.ts';

const ORIGIN = 'https://d1.cloudfront.net';
const CORS = {
  CorsConfiguration: {
    CorsRules: [
      {
        AllowedOrigins: [ORIGIN],
        AllowedMethods: ['PUT', 'GET'],
        AllowedHeaders: ['*'],
        ExposedHeaders: ['ETag'],
        MaxAge: 3_000,
      },
    ],
  },
};
const HOUR_MS = 3_600_000;
let s3: S3Test;
let key: Session;
beforeEach(async () => {
  s3 = await startS3(CORS);
  key = s3.sessionOf('Writer');
  await s3.writer.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'files/a b', Body: 'content' }));
});
afterEach(() => s3.close());

const codeOf = async (response: Response) => /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
const presign = (more: object = {}) =>
  signedUrl({ url: `${s3.bucketUrl}/files/a%20b`, key, expiresIn: 300, now: s3.clock.now(), ...more });

describe('a presigned address', () => {
  it('gives the object, with the headers that its query asks for', async () => {
    const query = { 'response-content-type': 'text/plain', 'response-content-disposition': 'attachment' };
    const response = await fetch(await presign({ query }));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('content');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...{ 'content-type': 'text/plain', 'content-disposition': 'attachment', server: 'AmazonS3' },
    });
  });

  it('may come through CloudFront, which adds its id, but with no other unsigned header of Amazon', async () => {
    const url = await presign();
    expect((await fetch(url, { headers: { 'x-amz-cf-id': 'id' } })).status).toBe(200);
    const response = await fetch(url, { headers: { 'x-amz-meta-a': 'b' } });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('<HeadersNotSigned>x-amz-meta-a</HeadersNotSigned>');
  });

  it('is for its method alone', async () => {
    const url = await presign();
    expect(await codeOf(await fetch(url, { method: 'PUT', body: 'x' }))).toBe('SignatureDoesNotMatch');
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(403);
  });

  it('gives nothing when its signer may not read', async () => {
    const other = s3.iam.openSession('Other', {}, s3.clock.now() + HOUR_MS);
    expect(await codeOf(await fetch(await presign({ key: other })))).toBe('AccessDenied');
  });

  it('dies with the credentials that signed it', async () => {
    s3.clock.advance(HOUR_MS - 1_000);
    const url = await presign();
    expect((await fetch(url)).status).toBe(200);
    s3.clock.advance(2_000);
    expect(await codeOf(await fetch(url))).toBe('ExpiredToken');
  });

  it.each<[string, (url: string) => string, number, string]>([
    ['of another object', (url) => url.replace('a%20b', 'ab'), 403, 'SignatureDoesNotMatch'],
    ['for longer', (url) => url.replace('Expires=300', 'Expires=301'), 403, 'SignatureDoesNotMatch'],
    ['with one more parameter', (url) => `${url}&response-content-type=a`, 403, 'SignatureDoesNotMatch'],
    ['of another key', (url) => url.replace(/ASIA\w{4}/, 'ASIA0000'), 403, 'InvalidAccessKeyId'],
    ['with another token', (url) => url.replace('Security-Token=', '$&-'), 400, 'InvalidToken'],
    [
      'for eight days',
      (url) => url.replace('Expires=300', 'Expires=691200'),
      400,
      'AuthorizationQueryParametersError',
    ],
    [
      'without its expiry',
      (url) => url.replace('X-Amz-Expires=300', ''),
      400,
      'AuthorizationQueryParametersError',
    ],
    [
      'of another region',
      (url) => url.replace('us-east-1', 'eu-west-1'),
      400,
      'AuthorizationQueryParametersError',
    ],
    ['without any signature', (url) => url.split('?')[0] ?? '', 403, 'AccessDenied'],
  ])('%s is refused', async (_, change, status, code) => {
    const url = await presign();
    expect(change(url)).not.toBe(url);
    const response = await fetch(change(url));
    expect(response.status).toBe(status);
    expect(await codeOf(response)).toBe(code);
  });

  it('is refused with a second signature in the header', async () => {
    const response = await fetch(await presign(), { headers: { authorization: 'AWS4-HMAC-SHA256 x' } });
    expect(await codeOf(response)).toBe('InvalidArgument');
  });

  it('is refused after its time, and before it', async () => {
    const url = await presign();
    s3.clock.advance(302_000);
    const late = await fetch(url);
    expect(late.status).toBe(403);
    expect(await late.text()).toContain('<Message>Request has expired</Message>');
    const early = await fetch(await presign({ now: s3.clock.now() + HOUR_MS }));
    expect(await early.text()).toContain('<Message>Request is not yet valid</Message>');
  });
});

describe('a signature in the header', () => {
  const get = new GetObjectCommand({ Bucket: BUCKET, Key: 'files/a b' });
  const refusal = (name: string, status: number) =>
    expect.objectContaining({ name, $metadata: expect.objectContaining({ httpStatusCode: status }) });

  it('made with another secret is refused', async () => {
    const forged = s3.clientOf({ ...key, secretAccessKey: 'other' });
    await expect(forged.send(get)).rejects.toEqual(refusal('SignatureDoesNotMatch', 403));
  });

  it('without the session’s token is refused', async () => {
    const { accessKeyId, secretAccessKey } = key;
    const forged = s3.clientOf({ accessKeyId, secretAccessKey });
    await expect(forged.send(get)).rejects.toEqual(refusal('InvalidToken', 400));
  });

  it('of an unknown key is refused', async () => {
    const forged = s3.clientOf({ ...key, accessKeyId: 'ASIA0000000000000000' });
    await expect(forged.send(get)).rejects.toEqual(refusal('InvalidAccessKeyId', 403));
  });

  it('for another region is refused', async () => {
    const elsewhere = s3.clientOf(key, { region: 'eu-west-1' });
    await expect(elsewhere.send(get)).rejects.toEqual(refusal('AuthorizationHeaderMalformed', 400));
  });

  it('is refused when the clocks differ by more than 15 minutes', async () => {
    const late = s3.clientOf(key, { systemClockOffset: -16 * 60_000 });
    await expect(late.send(get)).rejects.toEqual(refusal('RequestTimeTooSkewed', 403));
    const nearly = s3.clientOf(key, { systemClockOffset: -14 * 60_000 });
    await expect(nearly.send(get)).resolves.toMatchObject({ ContentLength: 7 });
  });
});

it('the date of a reply is the stack’s, by which the SDK corrects its clock', async () => {
  s3.clock.advance(HOUR_MS);
  const url = await presign();
  expect(Date.parse((await fetch(url)).headers.get('date') ?? '')).toBeGreaterThan(s3.clock.now() - 5_000);
  const patient = s3.clientOf(s3.sessionOf('Writer'), { systemClockOffset: 0, maxAttempts: 2 });
  const get = () => patient.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'files/a b' }));
  expect((await get()).$metadata.attempts).toBe(2);
  expect((await get()).$metadata.attempts).toBe(1);
});

describe('a page of another origin', () => {
  const preflight = (origin: string, method = 'PUT') =>
    fetch(`${s3.bucketUrl}/uploads/x`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type,x-amz-date',
      },
    });

  it('may upload, and read the ETag, where a rule names it', async () => {
    const response = await preflight(ORIGIN);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'PUT, GET',
      'access-control-allow-headers': 'content-type, x-amz-date',
      'access-control-expose-headers': 'ETag',
      'access-control-max-age': '3000',
    });
    const read = await fetch(await presign(), { headers: { origin: ORIGIN } });
    expect(read.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(read.headers.get('vary')).toContain('Origin');
    const refused = await fetch(`${s3.bucketUrl}/files/a`, { headers: { origin: ORIGIN } });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });

  it.each([
    ['another origin', 'https://d2.cloudfront.net', 'PUT'],
    ['another scheme', 'http://d1.cloudfront.net', 'PUT'],
    ['another method', ORIGIN, 'DELETE'],
  ])('may not with %s', async (_, origin, method) => {
    const response = await preflight(origin, method);
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await codeOf(response)).toBe('AccessForbidden');
    const read = await fetch(await presign(), { headers: { origin } });
    if (origin !== ORIGIN) expect(read.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may not at a bucket without rules', async () => {
    await s3.close();
    s3 = await startS3();
    const response = await preflight(ORIGIN);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('CORS is not enabled for this bucket');
  });
});
