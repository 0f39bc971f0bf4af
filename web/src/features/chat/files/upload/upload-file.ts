import { isFinal, withRetries } from './retry.ts';
import { type Bucket, BucketError, sendToBucket, textOf } from './sign-and-send-to-bucket.ts';

/** Larger files are uploaded in parts, so that after a lost connection at most one part is sent again. */
const MULTIPART_BYTES = 8_000_000;
/** S3 refuses smaller parts, except the last one. */
export const PART_BYTES = 5 * 1024 * 1024;
const RESTARTS = 2;

/** State of an upload in parts. The caller keeps it, so that a retry sends only the parts that are missing. */
export interface PartialUpload {
  uploadId?: string | undefined;
  etags: string[];
}

export interface UploadOptions {
  /** `uploadFile` changes it. @default the upload begins from the start */
  readonly partial?: PartialUpload | undefined;
  readonly bucket: Bucket;
  readonly fileId: string;
  readonly content: Blob;
  readonly signal: AbortSignal;
  /** Called with a number from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly onOffline: (isOffline: boolean) => void;
}

/**
 * Uploads a file straight to the bucket. A large file is sent in parts. A later call with the same `partial` continues
 * with the first missing part. If the bucket has removed the upload, begins a new one, at most RESTARTS times.
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
      // The bucket removes an incomplete upload after a day, for example while the client is offline. The loop then
      // begins a new upload.
      if (!isForgotten(error) || restarts >= RESTARTS) throw error;
    }
  }
}

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
      // S3 may have completed the upload in an earlier try whose answer was lost. S3 then answers the next try with
      // `NoSuchUpload`. So from the second try on, this error counts as a success. If S3 has removed the incomplete
      // upload instead, the later registration of the file fails.
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
