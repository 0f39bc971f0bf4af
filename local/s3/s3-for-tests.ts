import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import { createClock, createFaults } from '../faults/faults.ts';
import { createIam, type Session } from '../iam/iam.ts';
import { REGION } from '../region-and-account.ts';
import { type BucketProperties, createS3 } from './s3.ts';

export const BUCKET = 'files-of-a-test';
/** Bucket whose objects the writer may get, but not list. */
export const UNLISTED = 'archive-of-a-test';
export const ARN = `arn:aws:s3:::${BUCKET}`;
const HOUR_MS = 3_600_000;

export type S3Test = Awaited<ReturnType<typeof startS3>>;

/** Starts the emulator. In `BUCKET`, `writer` may do everything, and `reader` may only get objects. */
export async function startS3(
  properties: BucketProperties = {},
  folder = mkdtempSync(path.join(tmpdir(), 's3-')),
) {
  const clock = createClock();
  const faults = createFaults();
  const allow = (role: string, Action: string[], Resource: string | string[]) => ({
    Roles: [role],
    PolicyDocument: { Statement: { Effect: 'Allow' as const, Action, Resource } },
  });
  const iam = createIam(
    { Writer: {}, Reader: {} },
    [
      allow('Writer', ['s3:*'], [ARN, `${ARN}/*`]),
      allow('Writer', ['s3:GetObject'], `arn:aws:s3:::${UNLISTED}/*`),
      allow('Reader', ['s3:GetObject'], `${ARN}/*`),
    ],
    undefined,
    undefined,
    clock,
  );
  const { authorize, allowed, keyOf } = iam;
  const s3 = createS3({
    ...{
      buckets: { [BUCKET]: properties, [UNLISTED]: {} },
      folder,
      clock,
      faults,
      authorize,
      allowed,
      keyOf,
    },
    callerOf: () => 'writer',
  });
  const server = createServer((request, response) => void s3.handle(request, response));
  const own = createServer((request, response) => void s3.handleBucket(BUCKET)(request, response));
  const portOf = async (one: typeof server) => {
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
    return (one.address() as AddressInfo).port; // a listening TCP server has an AddressInfo
  };
  const endpoint = `http://127.0.0.1:${await portOf(server)}`;
  const bucketUrl = `http://localhost:${await portOf(own)}`;
  const sessionOf = (role: string, context: Readonly<Record<string, string>> = {}) =>
    iam.openSession(role, context, clock.now() + HOUR_MS);
  const clients: S3Client[] = [];
  const clientOf = (
    credentials: Pick<Session, 'accessKeyId' | 'secretAccessKey'>,
    more: S3ClientConfig = {},
  ) => {
    const systemClockOffset = clock.offset();
    const client = new S3Client({
      endpoint,
      region: REGION,
      credentials,
      maxAttempts: 1,
      systemClockOffset,
      ...more,
    });
    clients.push(client);
    return client;
  };
  return {
    ...{ s3, iam, clock, faults, folder, endpoint, bucketUrl, sessionOf, clientOf },
    /** For use after a test has advanced the clock: `writer` still signs with the earlier time. */
    fresh: () => clientOf(sessionOf('Writer')),
    writer: clientOf(sessionOf('Writer')),
    reader: clientOf(sessionOf('Reader')),
    async close({ keepFiles = false } = {}) {
      for (const client of clients) client.destroy();
      for (const one of [server, own]) {
        one.closeAllConnections();
        await new Promise((resolve) => one.close(resolve));
      }
      if (!keepFiles) rmSync(folder, { recursive: true });
    },
  };
}
