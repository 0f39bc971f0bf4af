/** Uploads a file straight to the bucket, in parts if it is large. */

import { isFinal, withRetries } from './retry.ts';
import { type Bucket, BucketError, sendToBucket, textOf } from './sign-and-send-to-bucket.ts';

/** Bytes above which a file is uploaded in parts, so that after a lost connection at most one part is sent again. */
const MULTIPART_BYTES = 8_000_000;
/** Bytes of a part. S3 refuses smaller parts, except the last one. */
export const PART_BYTES = 5 * 1024 * 1024;
/** Largest number of restarts in one call. An upload in parts restarts when the bucket has removed the upload. */
const RESTARTS = 2;

/** State of an upload in parts. The caller keeps it, so that a retry sends only the parts that are missing. */
export interface PartialUpload {
  /** Id by which the bucket knows the upload; undefined before the upload has begun. */
  uploadId?: string | undefined;
  /** ETags of the uploaded parts, in order. */
  etags: string[];
}

export interface UploadOptions {
  /** State of an upload in parts, which `uploadFile` changes. @default the upload begins from the start */
  readonly partial?: PartialUpload | undefined;
  readonly bucket: Bucket;
  readonly fileId: string;
  readonly content: Blob;
  readonly signal: AbortSignal;
  /** Called with the uploaded share of the file, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Called with true when a request begins to wait for the connection, and with false when the connection is back. */
  readonly onOffline: (isOffline: boolean) => void;
}

/**
 * Uploads a file. After a lost connection, an upload in parts continues with the part that was interrupted, also in a
 * later call with the same `partial`. A file that is sent as a whole is sent again from its first byte.
 * If the bucket has removed an upload in parts, begins a new upload, at most RESTARTS times.
 * @throws BucketError when the bucket refuses for good (`isFinal`), or after the last restart; BucketError or
 * TransferError after the last try; the signal's reason; the error of `bucket.credentials`
 */
export async function uploadFile(options: UploadOptions): Promise<void> {
  const { content, onProgress } = options;
  onProgress(0);
  if (content.size <= MULTIPART_BYTES) await uploadWhole(options);
  else await uploadInParts(options);
  onProgress(1);
}

async function uploadWhole({ bucket, fileId, content, signal, onProgress, onOffline }: UploadOptions) {
  const send = () =>
    sendToBucket(bucket, {
      method: 'PUT',
      fileId,
      body: content,
      contentType: content.type || 'application/octet-stream',
      signal,
      onProgress: (sent) => onProgress(sent / Math.max(1, content.size)),
    });
  await withRetries(send, { signal, onOffline });
}

async function uploadInParts(options: UploadOptions): Promise<void> {
  const { signal, partial = { etags: [] } } = options;
  for (let restarts = 0; ; restarts += 1) {
    const uploadId = partial.uploadId ?? (await begin(options));
    partial.uploadId = uploadId;
    try {
      await sendParts(options, uploadId, partial.etags);
      await complete(options, uploadId, partial.etags);
      forget(partial);
      return;
    } catch (error) {
      if (signal.aborted) abandon(options, uploadId);
      signal.throwIfAborted();
      if (error instanceof BucketError && isFinal(error)) forget(partial);
      // The bucket's lifecycle rule removes an upload that is not complete after a day, for example because the client
      // was offline. The loop then begins a new upload.
      if (!isForgotten(error) || restarts >= RESTARTS) throw error;
    }
  }
}

/** Lets the next try begin from the start, because the upload is complete or the bucket refuses to continue it. */
function forget(partial: PartialUpload): void {
  partial.uploadId = undefined;
  partial.etags = [];
}

async function begin({ bucket, fileId, content, signal, onOffline }: UploadOptions): Promise<string> {
  const contentType = content.type || 'application/octet-stream';
  const request = { method: 'POST', fileId, query: { uploads: '' }, contentType, signal } as const;
  const { text } = await withRetries(() => sendToBucket(bucket, request), { signal, onOffline });
  const uploadId = textOf(text, 'UploadId');
  if (uploadId === undefined) throw new BucketError(200, '');
  return uploadId;
}

/** Uploads the missing parts one after the other. Adds the ETag of each to `etags`. */
async function sendParts(options: UploadOptions, uploadId: string, etags: string[]): Promise<void> {
  const { bucket, fileId, content, signal, onProgress, onOffline } = options;
  for (let from = etags.length * PART_BYTES; from < content.size; from += PART_BYTES) {
    const request = {
      method: 'PUT',
      fileId,
      query: { partNumber: String(etags.length + 1), uploadId },
      body: content.slice(from, from + PART_BYTES),
      signal,
      onProgress: (sent: number) => onProgress((from + sent) / content.size),
    } as const;
    const { etag } = await withRetries(() => sendToBucket(bucket, request), { signal, onOffline });
    etags.push(etag);
  }
}

async function complete(options: UploadOptions, uploadId: string, etags: readonly string[]): Promise<void> {
  const { bucket, fileId, signal, onOffline } = options;
  const parts = etags.map(
    (etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  );
  const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
  const request = {
    method: 'POST',
    fileId,
    query: { uploadId },
    body,
    contentType: 'application/xml',
    signal,
  } as const;
  let tries = 0;
  const send = async () => {
    tries += 1;
    try {
      await sendToBucket(bucket, request);
    } catch (error) {
      // An earlier try, whose answer was lost, has probably completed the upload. If it has not, there is no object,
      // and the call that registers the file fails.
      if (tries === 1 || !isForgotten(error)) throw error;
    }
  };
  await withRetries(send, { signal, onOffline });
}

/** Deletes the parts of a cancelled upload. If that fails, the bucket's lifecycle rule deletes them after a day. */
function abandon({ bucket, fileId }: UploadOptions, uploadId: string): void {
  const signal = new AbortController().signal;
  sendToBucket(bucket, { method: 'DELETE', fileId, query: { uploadId }, signal }).catch(() => undefined);
}

const isForgotten = (error: unknown): boolean =>
  error instanceof BucketError && error.code === 'NoSuchUpload';

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
