/** Uploads to a bucket that fails in every way that a connection can. */
import { SignatureV4 } from '@smithy/signature-v4';
import { describe, expect, it, vi } from 'vitest';
import { setOnline, withFakeTime } from '../../../../../../test/components/browser.ts';
import { BUCKET, bucket, startBucket } from '../../../../../../test/components/bucket.ts';
import { withRetries } from './retry.ts';
import { BucketError } from './sign-and-send-to-bucket.ts';
import { PART_BYTES, type PartialUpload, uploadFile } from './upload-file.ts';

startBucket();

const FILE = '00000000-0000-4000-8000-000000000001';
const KEY = `/uploads/us-east-1%3Aone/${FILE}`;
const SMALL = new Blob(['hello'], { type: 'text/plain' });
/** Two whole parts and a rest. */
const LARGE = new Blob([new Uint8Array(2 * PART_BYTES + 10).fill(7)]);

function upload(content: Blob, partial?: PartialUpload) {
  const controller = new AbortController();
  const shares: number[] = [];
  const offline: boolean[] = [];
  const credentials = vi.fn(async (_renew: boolean) => ({
    ...{ accessKeyId: 'ASIA', secretAccessKey: 'secret', sessionToken: 'token', identityId: 'us-east-1:one' },
  }));
  const done = uploadFile({
    bucket: { endpoint: BUCKET, region: 'us-east-1', credentials },
    fileId: FILE,
    content,
    partial,
    signal: controller.signal,
    onProgress: (share) => shares.push(share),
    onOffline: (isOffline) => offline.push(isOffline),
  });
  return { done, shares, offline, controller, credentials };
}

describe('a small file', () => {
  it('is one request, signed for the identity’s own prefix', async () => {
    const { done, shares } = upload(SMALL);
    await done;
    expect(bucket.requests).toEqual(['PUT']);
    const [{ path, headers } = expect.fail('nothing arrived')] = bucket.arrived;
    expect(path).toBe(KEY);
    expect(headers).toMatchObject({
      'x-amz-security-token': 'token',
      'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=ASIA\/\d{8}\/us-east-1\/s3\/aws4_request/,
      ),
    });
    expect(await bucket.objects.get(KEY)?.text()).toBe('hello');
    expect(shares).toEqual([0, 0.5, 1, 1]);
  });

  it.each(['unreachable', 'answerLost', { status: 503, xml: '' }] as const)(
    'is sent again after %j',
    async (fault) => {
      bucket.fail('PUT', fault);
      await withFakeTime(async (pass) => {
        const { done } = upload(SMALL);
        await vi.waitFor(async () => {
          await pass(1_000);
          expect(bucket.requests).toEqual(['PUT', 'PUT']);
        });
        await done;
      });
    },
  );

  it('is given up after several failures', async () => {
    for (let i = 0; i < 6; i += 1) bucket.fail('PUT', { status: 500, xml: '' });
    await withFakeTime(async (pass) => {
      const { done } = upload(SMALL);
      const failed = expect(done).rejects.toEqual(new BucketError(500, ''));
      await vi.waitFor(async () => {
        await pass(15_000);
        expect(bucket.requests).toHaveLength(6);
      });
      await failed;
    });
  });

  it('is refused at once for a reason that stays', async () => {
    bucket.fail('PUT', { status: 403, xml: '<Error><Code>AccessDenied</Code></Error>' });
    await expect(upload(SMALL).done).rejects.toEqual(new BucketError(403, 'AccessDenied'));
    expect(bucket.requests).toEqual(['PUT']);
  });

  it('that is cancelled while it is signed is not sent', async () => {
    const sign = vi.spyOn(SignatureV4.prototype, 'sign');
    const { done, controller } = upload(SMALL);
    sign.mockImplementationOnce(async (request) => {
      controller.abort();
      return request as never;
    });
    await expect(done).rejects.toMatchObject({ name: 'AbortError' });
    expect(bucket.requests).toEqual([]);
    sign.mockRestore();
  });

  it('that makes no progress for half a minute is sent again', async () => {
    bucket.fail('PUT', 'silent');
    await withFakeTime(async (pass) => {
      const { done } = upload(SMALL);
      await vi.waitFor(() => expect(bucket.requests).toEqual(['PUT']));
      await pass(29_000);
      expect(bucket.requests).toEqual(['PUT']);
      await vi.waitFor(async () => {
        await pass(1_000);
        expect(bucket.requests).toEqual(['PUT', 'PUT']);
      });
      await done;
    });
  });

  it('whose credentials have expired is signed again with new ones', async () => {
    bucket.fail('PUT', { status: 400, xml: '<Error><Code>ExpiredToken</Code></Error>' });
    const { done, credentials } = upload(SMALL);
    await done;
    expect(credentials.mock.calls).toEqual([[false], [true]]);
  });

  it('is signed by the bucket’s clock if the device’s is wrong', async () => {
    const xml =
      '<Error><Code>RequestTimeTooSkewed</Code><ServerTime>2031-01-01T00:00:00Z</ServerTime></Error>';
    bucket.fail('PUT', { status: 403, xml });
    await upload(SMALL).done;
    expect(bucket.arrived[1]?.headers['x-amz-date']).toMatch(/^20310101T0000/);
  });

  it('is not waited for while the device is offline if it was cancelled before', async () => {
    setOnline(false);
    const attempt = vi.fn(async () => undefined);
    const ended = vi.fn();
    const signal = AbortSignal.abort(new Error('cancelled'));
    withRetries(attempt, { signal, onOffline: () => undefined }).catch(ended);
    await vi.waitFor(() => expect(ended).toHaveBeenCalledWith(new Error('cancelled')));
    expect(attempt).not.toHaveBeenCalled();
  });

  it('waits while the device is offline, and continues by itself', async () => {
    setOnline(false);
    const { done, offline } = upload(SMALL);
    await vi.waitFor(() => expect(offline).toEqual([true]));
    expect(bucket.requests).toEqual([]);
    setOnline(true);
    await done;
    expect(offline).toEqual([true, false]);
  });
});

describe('a large file', () => {
  const WHOLE = ['POST uploads', 'PUT 1', 'PUT 2', 'PUT 3', 'POST'];

  it('is sent in parts, with progress over all of them', async () => {
    const { done, shares } = upload(LARGE);
    await done;
    expect(bucket.requests).toEqual(WHOLE);
    expect(bucket.objects.get(KEY)?.size).toBe(LARGE.size);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('continues with the part during which the connection was lost', async () => {
    bucket.hold();
    const { done, offline } = upload(LARGE);
    bucket.release();
    bucket.fail('PUT 2', 'unreachable');
    await vi.waitFor(() => expect(bucket.requests).toContain('PUT 1'));
    await done;
    expect(bucket.requests).toEqual(['POST uploads', 'PUT 1', 'PUT 2', 'PUT 2', 'PUT 3', 'POST']);
    expect(offline).toEqual([]);
    expect(bucket.objects.get(KEY)?.size).toBe(LARGE.size);
  });

  it('that was given up continues with the missing parts at a retry', async () => {
    const partial: PartialUpload = { etags: [] };
    for (let i = 0; i < 6; i += 1) bucket.fail('PUT 2', { status: 500, xml: '' });
    await withFakeTime(async (pass) => {
      const failed = expect(upload(LARGE, partial).done).rejects.toEqual(new BucketError(500, ''));
      await vi.waitFor(async () => {
        await pass(15_000);
        expect(bucket.requests).toHaveLength(8);
      });
      await failed;
    });
    bucket.requests.length = 0;
    const { done, shares } = upload(LARGE, partial);
    await done;
    expect(bucket.requests).toEqual(['PUT 2', 'PUT 3', 'POST']);
    expect(shares.filter((share) => share > 0 && share < 0.4)).toEqual([]);
    expect(bucket.objects.get(KEY)?.size).toBe(LARGE.size);
  });

  it('starts over at a retry after the bucket has refused it, or was given all of it', async () => {
    const partial: PartialUpload = { etags: [] };
    bucket.fail('PUT 2', { status: 403, xml: '<Error><Code>AccessDenied</Code></Error>' });
    await expect(upload(LARGE, partial).done).rejects.toEqual(new BucketError(403, 'AccessDenied'));
    for (const _ of ['refused', 'complete']) {
      bucket.requests.length = 0;
      await upload(LARGE, partial).done;
      expect(bucket.requests).toEqual(WHOLE);
    }
  });

  it('is complete when the answer to its completion was lost', async () => {
    bucket.fail('POST', 'answerLost');
    await upload(LARGE).done;
    expect(bucket.requests).toEqual([...WHOLE, 'POST']);
    expect(bucket.objects.get(KEY)?.size).toBe(LARGE.size);
  });

  it('begins again when the bucket has forgotten it', async () => {
    bucket.fail('PUT 3', { status: 404, xml: '<Error><Code>NoSuchUpload</Code></Error>' });
    await upload(LARGE).done;
    expect(bucket.requests).toEqual([...WHOLE.slice(0, 4), ...WHOLE]);
  });

  it.each([
    [
      'failed after it had sent the status 200',
      { status: 200, xml: '<Error><Code>InternalError</Code></Error>' },
    ],
    ['found the body too slow', { status: 400, xml: '<Error><Code>RequestTimeout</Code></Error>' }],
  ])('is completed by another try when the bucket %s', async (_, failure) => {
    bucket.fail('POST', failure);
    await upload(LARGE).done;
    expect(bucket.requests).toEqual([...WHOLE, 'POST']);
  });

  it('fails when the bucket says so in a completion with status 200', async () => {
    bucket.fail('POST', { status: 200, xml: '<Error><Code>InvalidPart</Code></Error>' });
    await expect(upload(LARGE).done).rejects.toEqual(new BucketError(200, 'InvalidPart'));
  });

  it('that is cancelled sends nothing more, and frees its parts', async () => {
    bucket.hold();
    const { done, controller } = upload(LARGE);
    await vi.waitFor(() => expect(bucket.requests).toEqual(['POST uploads']));
    bucket.release();
    bucket.hold();
    await vi.waitFor(() => expect(bucket.requests).toEqual(['POST uploads', 'PUT 1']));
    controller.abort();
    await expect(done).rejects.toMatchObject({ name: 'AbortError' });
    await vi.waitFor(() => expect(bucket.requests).toEqual(['POST uploads', 'PUT 1', 'DELETE']));
    bucket.release();
  });
});
