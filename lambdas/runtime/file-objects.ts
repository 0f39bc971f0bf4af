/**
 * Objects of users' files in S3 (decision 0108): what a browser uploaded, the bytes that are kept, and their text. A
 * read that finds no object returns undefined.
 */
import { credentials, timeouts } from './aws-client-settings.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { once } from './once.ts';

const s3 = once(async () => {
  const sdk = await import('@aws-sdk/client-s3');
  // `requestMs` does not bound the time for the body of a response. `READ_MS` does.
  return { sdk, client: new sdk.S3Client({ credentials, ...timeouts({ requestMs: 5_000 }) }) };
});
const bucket = (): string => requireEnv(ENV.filesBucket);

export const uploadKey = (identityId: string, fileId: string): string => `uploads/${identityId}/${fileId}`;
export const filesPrefix = (owner: string): string => `files/${owner}/`;
export const fileKey = (owner: string, fileId: string): string => `${filesPrefix(owner)}${fileId}`;
export const textKey = (owner: string, fileId: string): string => `${fileKey(owner, fileId)}.txt`;

export interface ObjectHead {
  readonly bytes: number;
  readonly etag: string;
}

export async function headObject(key: string): Promise<ObjectHead | undefined> {
  const { sdk, client } = await s3();
  const found = await unlessMissing(client.send(new sdk.HeadObjectCommand({ Bucket: bucket(), Key: key })));
  return found && { bytes: found.ContentLength ?? 0, etag: found.ETag ?? '' };
}

/** @param etag if given, an object with other content counts as missing */
export async function readObject(key: string, etag?: string): Promise<Uint8Array | undefined> {
  const { sdk, client } = await s3();
  const found = await unlessMissing(
    client.send(
      new sdk.GetObjectCommand({ Bucket: bucket(), Key: key, ...(etag !== undefined && { IfMatch: etag }) }),
      { abortSignal: AbortSignal.timeout(READ_MS) },
    ),
  );
  return found?.Body?.transformToByteArray();
}

/**
 * Milliseconds for all attempts at reading an object. Within a region, the largest file (20 MB) takes about a second.
 */
const READ_MS = 15_000;

/** Copies an object. Returns false if the object is gone, or if its content no longer has the tag `from.etag`. */
export async function copyObject(
  from: { readonly key: string; readonly etag: string },
  to: { readonly key: string; readonly mediaType: string },
): Promise<boolean> {
  const { sdk, client } = await s3();
  const copied = await unlessMissing(
    client.send(
      new sdk.CopyObjectCommand({
        Bucket: bucket(),
        CopySource: `${bucket()}/${from.key.split('/').map(encodeURIComponent).join('/')}`,
        CopySourceIfMatch: from.etag,
        Key: to.key,
        ContentType: to.mediaType,
        // Leaves out the browser's metadata and the tags of a malware scanner.
        MetadataDirective: 'REPLACE',
        TaggingDirective: 'REPLACE',
      }),
    ),
  );
  return copied !== undefined;
}

export async function putText(key: string, text: string): Promise<void> {
  const { sdk, client } = await s3();
  await client.send(
    new sdk.PutObjectCommand({
      Bucket: bucket(),
      Key: key,
      Body: text,
      ContentType: 'text/plain; charset=utf-8',
    }),
  );
}

export async function deleteObjects(keys: readonly string[]): Promise<void> {
  const { sdk, client } = await s3();
  await Promise.all(keys.map((Key) => client.send(new sdk.DeleteObjectCommand({ Bucket: bucket(), Key }))));
}

export async function deleteBelow(prefix: string): Promise<void> {
  const { sdk, client } = await s3();
  for (;;) {
    const { Contents = [] } = await client.send(
      new sdk.ListObjectsV2Command({ Bucket: bucket(), Prefix: prefix, MaxKeys: 100 }),
    );
    if (Contents.length === 0) return;
    await deleteObjects(Contents.flatMap(({ Key }) => Key ?? []));
  }
}

const MISSING = ['NoSuchKey', 'NotFound', 'PreconditionFailed'];

async function unlessMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && MISSING.includes(error.name)) return undefined;
    throw error;
  }
}
