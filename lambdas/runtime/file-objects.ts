/**
 * Objects of users' files in S3 (decision 0108): what a browser uploaded, the bytes that are kept, and their text. A
 * read that finds no object returns undefined. A copy that finds none returns false.
 */
import { credentials, timeouts } from './aws-client-settings.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { once } from './once.ts';

/** S3's SDK and client, loaded at the first use, because most calls and turns have no files. */
const s3 = once(async () => {
  const sdk = await import('@aws-sdk/client-s3');
  // `requestMs` bounds the time of each attempt until the response's headers have arrived. Only `READ_MS` also bounds
  // the time for a body.
  return { sdk, client: new sdk.S3Client({ credentials, ...timeouts({ requestMs: 5_000 }) }) };
});
const bucket = (): string => requireEnv(ENV.filesBucket);

export const uploadKey = (identityId: string, fileId: string): string => `uploads/${identityId}/${fileId}`;
export const filesPrefix = (owner: string): string => `files/${owner}/`;
export const fileKey = (owner: string, fileId: string): string => `${filesPrefix(owner)}${fileId}`;
export const textKey = (owner: string, fileId: string): string => `${fileKey(owner, fileId)}.txt`;

export interface ObjectHead {
  readonly bytes: number;
  /** Tag of the content. A later call that names it finds no object if the content was replaced. */
  readonly etag: string;
}

/** Returns an object's size and tag. */
export async function headObject(key: string): Promise<ObjectHead | undefined> {
  const { sdk, client } = await s3();
  const found = await unlessMissing(client.send(new sdk.HeadObjectCommand({ Bucket: bucket(), Key: key })));
  return found && { bytes: found.ContentLength ?? 0, etag: found.ETag ?? '' };
}

/**
 * Reads an object whole.
 * @param etag if given, an object with other content counts as missing
 */
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
 * Longest time for which an object is read, in milliseconds, all attempts together. Within a region, 20 MB, the largest
 * file, take about a second.
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
        // Do not copy the browser's metadata and the tags of a malware scanner.
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

/** Deletes objects. Some of them may be gone already. */
export async function deleteObjects(keys: readonly string[]): Promise<void> {
  const { sdk, client } = await s3();
  await Promise.all(keys.map((Key) => client.send(new sdk.DeleteObjectCommand({ Bucket: bucket(), Key }))));
}

/** Deletes all objects below a prefix. After a crash, another call deletes the rest. */
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
