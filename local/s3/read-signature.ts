import { ALGORITHM, type SignedRequest, textOf } from '../compute-signature-v4.ts';
import { S3Error } from './s3-error.ts';

export interface Signature {
  readonly accessKeyId: string;
  readonly date: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** Time of the signature, such as `20261122T101112Z`. */
  readonly time: string;
  readonly sessionToken: string | undefined;
  readonly payloadHash: string;
  /** Seconds; undefined for a signature in the header. */
  readonly expires: number | undefined;
}

const WEEK_SECONDS = 604_800;
const HEADER = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;
const QUERY = ['Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'] as const;

/**
 * Reads the signature from the `authorization` header or from a presigned address, without verifying it.
 * @throws S3Error for a signature that is malformed, incomplete, or in both places
 */
export function readSignature(request: SignedRequest): Signature | undefined {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  return inQuery(request, query) ?? inHeader(request);
}

function inHeader({ headers }: SignedRequest): Signature | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  const [, credential = '', names = '', signature = ''] = HEADER.exec(authorization) ?? [];
  if (signature === '')
    throw malformed('AuthorizationHeaderMalformed', 'The authorization header is malformed');
  const payloadHash = headers['x-amz-content-sha256'];
  if (typeof payloadHash !== 'string')
    throw new S3Error(
      'InvalidRequest',
      400,
      'Missing required header for this request: x-amz-content-sha256',
    );
  return {
    ...credentialOf(credential, 'AuthorizationHeaderMalformed'),
    signedHeaders: names.split(';'),
    signature,
    time: textOf(headers['x-amz-date']) ?? '',
    sessionToken: textOf(headers['x-amz-security-token']),
    payloadHash,
    expires: undefined,
  };
}

function inQuery({ headers }: SignedRequest, query: URLSearchParams): Signature | undefined {
  if (!query.has('X-Amz-Algorithm')) return undefined;
  if (headers.authorization !== undefined)
    throw new S3Error(
      'InvalidArgument',
      400,
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified',
    );
  const value = (name: string) => query.get(`X-Amz-${name}`) ?? '';
  const refuse = (message: string) => malformed('AuthorizationQueryParametersError', message);
  if (value('Algorithm') !== ALGORITHM)
    throw refuse('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256 and AWS4-ECDSA-P256-SHA256"');
  if (QUERY.some((name) => value(name) === ''))
    throw refuse(
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    );
  const expires = Number(value('Expires'));
  if (!Number.isInteger(expires) || expires < 0) throw refuse('X-Amz-Expires should be a number');
  if (expires > WEEK_SECONDS)
    throw refuse(
      'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
    );
  const signature = value('Signature');
  return {
    ...credentialOf(value('Credential'), 'AuthorizationQueryParametersError'),
    signedHeaders: value('SignedHeaders').split(';'),
    // `timingSafeEqual` throws for unequal lengths. So a malformed signature becomes zeros, which match no request.
    signature: /^[0-9a-f]{64}$/.test(signature) ? signature : '0'.repeat(64),
    time: value('Date'),
    sessionToken: query.get('X-Amz-Security-Token') ?? undefined,
    payloadHash: textOf(headers['x-amz-content-sha256']) ?? 'UNSIGNED-PAYLOAD',
    expires,
  };
}

function credentialOf(credential: string, code: string) {
  const [accessKeyId = '', date = '', region = '', service = '', end = '', ...more] = credential.split('/');
  if (accessKeyId === '' || end !== 'aws4_request' || more.length > 0)
    throw malformed(
      code,
      'The Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
    );
  return { accessKeyId, date, region, service };
}

export const malformed = (code: string, message: string) => new S3Error(code, 400, message);
