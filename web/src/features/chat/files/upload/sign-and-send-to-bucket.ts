import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { type BucketResponse, transfer } from './send-with-progress.ts';

/** Temporary AWS credentials of the signed-in user, and the identity whose prefix they may write to. */
export interface UploadCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly identityId: string;
}

/** Returns the user's credentials. With `renew`, fetches new ones in place of expired ones. */
export type CredentialSource = (renew: boolean) => Promise<UploadCredentials>;

export interface Bucket {
  /** Origin, such as `https://<bucket>.s3.us-east-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: CredentialSource;
}

export interface BucketRequest {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly fileId: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Blob | string;
  readonly contentType?: string;
  readonly signal: AbortSignal;
  /** Called with the bytes sent so far. */
  readonly onProgress?: (sent: number) => void;
}

/** Refusal of the bucket. `code` is S3's code, such as `NoSuchUpload`, or '' for an answer without a code. */
export class BucketError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`The bucket answered ${status} ${code}`);
    this.name = 'BucketError';
    this.status = status;
    this.code = code;
  }
}

const EXPIRED: ReadonlySet<string> = new Set(['ExpiredToken', 'InvalidToken', 'TokenRefreshRequired']);

/**
 * Milliseconds by which the bucket's clock is ahead of the device's. S3 refuses signatures that are more than 15
 * minutes off.
 */
let clockOffset = 0;

/**
 * Signs and sends a request. Repeats it once after expired credentials or a wrong clock of the device.
 * @throws BucketError for a refusal; TransferError if no answer came; the signal's reason after an abort; the error of
 * `credentials`
 */
export async function sendToBucket(bucket: Bucket, request: BucketRequest): Promise<BucketResponse> {
  let response = await sendOnce(bucket, request, false);
  const code = codeOf(response);
  if (code === 'RequestTimeTooSkewed') clockOffset = offsetOf(response.text);
  if (code === 'RequestTimeTooSkewed' || EXPIRED.has(code))
    response = await sendOnce(bucket, request, EXPIRED.has(code));
  if (response.status < 200 || response.status > 299 || isErrorBody(response))
    throw new BucketError(response.status, codeOf(response));
  return response;
}

async function sendOnce(bucket: Bucket, request: BucketRequest, renew: boolean): Promise<BucketResponse> {
  const { identityId, ...credentials } = await bucket.credentials(renew);
  request.signal.throwIfAborted();
  const { method, fileId, query = {}, body, contentType, signal, onProgress } = request;
  // The colon of the identity's id must be encoded in the address, as in the signature.
  const path = `/uploads/${encodeURIComponent(identityId)}/${fileId}`;
  const url = new URL(bucket.endpoint);
  const scope = { service: 's3', region: bucket.region, uriEscapePath: false };
  const signer = new SignatureV4({ ...scope, credentials, sha256: Sha256 });
  const signed = await signer.sign(
    {
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path,
      query: { ...query },
      headers: {
        host: url.host,
        'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
        ...(contentType !== undefined && { 'content-type': contentType }),
      },
    },
    { signingDate: new Date(Date.now() + clockOffset) },
  );
  // The browser sets `host` itself, and does not let a script set it.
  const { host, ...headers } = signed.headers;
  const search = new URLSearchParams(query).toString();
  const address = `${url.origin}${path}${search === '' ? '' : `?${search}`}`;
  return transfer({ method, address, headers, signal, ...(body !== undefined && { body }), onProgress });
}

/** An error may have status 200: S3 sends the status of `CompleteMultipartUpload` before it knows the result. */
const isErrorBody = ({ text }: BucketResponse): boolean => textOf(text, 'Error') !== undefined;

const codeOf = ({ status, text }: BucketResponse): string =>
  status < 300 && textOf(text, 'Error') === undefined ? '' : (textOf(text, 'Code') ?? '');

function offsetOf(text: string): number {
  const time = Date.parse(textOf(text, 'ServerTime') ?? '');
  return Number.isNaN(time) ? 0 : time - Date.now();
}

export const textOf = (xml: string, name: string): string | undefined =>
  xml === ''
    ? undefined
    : (new DOMParser().parseFromString(xml, 'text/xml').querySelector(name)?.textContent ?? undefined);
