import { timingSafeEqual } from 'node:crypto';
import {
  canonicalHeaders,
  instantOf,
  type SignedRequest,
  signatureOf,
  stringToSign,
} from '../compute-signature-v4.ts';
import { hasExpired, type KeySecret } from '../iam/iam.ts';
import { REGION } from '../region-and-account.ts';
import { malformed, readSignature, type Signature } from './read-signature.ts';
import { accessDenied, S3Error } from './s3-error.ts';

export interface Verifying {
  readonly keyOf: (accessKeyId: string) => KeySecret | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

const SKEW_MS = 15 * 60_000;
/**
 * Headers that a presigned address need not sign. CloudFront adds `x-amz-cf-id` to a request after the address was
 * signed, and S3 accepts such requests: https://advancedweb.hu/how-to-use-s3-signed-urls-with-cloudfront/
 */
const UNSIGNED_IN_QUERY = ['x-amz-cf-id'];

/**
 * Checks a request's Signature Version 4, and returns its access key id.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 * @throws S3Error for a signature that is missing, wrong or expired
 */
export function verifySignature(request: SignedRequest, { keyOf, now }: Verifying): string {
  const found = readSignature(request);
  if (found === undefined) throw accessDenied();
  checkScope(found);
  checkTime(found, now);
  checkHeaders(request, found);
  const key = keyOf(found.accessKeyId);
  if (key === undefined)
    throw new S3Error(
      'InvalidAccessKeyId',
      403,
      'The AWS Access Key Id you provided does not exist in our records.',
      { AWSAccessKeyId: found.accessKeyId },
    );
  checkToken(found, key, now);
  const canonical = canonicalRequest(request, found);
  const text = stringToSign(found.time, found, canonical);
  if (!timingSafeEqual(signatureOf(key.secretAccessKey, found, text), Buffer.from(found.signature, 'hex')))
    throw new S3Error(
      'SignatureDoesNotMatch',
      403,
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
      { AWSAccessKeyId: found.accessKeyId, StringToSign: text, CanonicalRequest: canonical },
    );
  return found.accessKeyId;
}

function checkScope({ region, service, date, time, expires }: Signature): void {
  const code = expires === undefined ? 'AuthorizationHeaderMalformed' : 'AuthorizationQueryParametersError';
  if (region !== REGION)
    throw new S3Error(
      code,
      400,
      `The authorization header is malformed; the region '${region}' is wrong; expecting '${REGION}'`,
      { Region: REGION },
    );
  if (service !== 's3')
    throw malformed(code, `incorrect service "${service}". This endpoint belongs to "s3".`);
  if (!time.startsWith(date))
    throw malformed(
      code,
      `Invalid credential date "${date}". This date is not the same as X-Amz-Date: "${time}".`,
    );
}

function checkTime({ time, expires }: Signature, now: number): void {
  const signedAt = instantOf(time);
  if (Number.isNaN(signedAt))
    throw accessDenied('AWS authentication requires a valid Date or x-amz-date header');
  const ServerTime = new Date(now).toISOString();
  if (expires === undefined) {
    if (Math.abs(signedAt - now) > SKEW_MS)
      throw new S3Error(
        'RequestTimeTooSkewed',
        403,
        'The difference between the request time and the current time is too large.',
        { RequestTime: time, ServerTime, MaxAllowedSkewMilliseconds: String(SKEW_MS) },
      );
    return;
  }
  if (signedAt - now > SKEW_MS) throw accessDenied('Request is not yet valid', { ServerTime });
  const until = signedAt + expires * 1_000;
  if (now > until)
    throw accessDenied('Request has expired', {
      'X-Amz-Expires': String(expires),
      Expires: new Date(until).toISOString(),
      ServerTime,
    });
}

/** Refuses a request with an unsigned `host`, `content-md5` or `x-amz-*` header. */
function checkHeaders({ headers }: SignedRequest, { signedHeaders, expires }: Signature): void {
  const added = expires === undefined ? [] : UNSIGNED_IN_QUERY;
  const needed = [
    'host',
    ...Object.keys(headers).filter((name) => name === 'content-md5' || name.startsWith('x-amz-')),
  ];
  const missing = needed.filter((name) => !signedHeaders.includes(name) && !added.includes(name));
  if (missing.length > 0)
    throw accessDenied('There were headers present in the request which were not signed', {
      HeadersNotSigned: missing.join(', '),
    });
}

function checkToken({ sessionToken }: Signature, key: KeySecret, now: number): void {
  if (sessionToken !== key.sessionToken)
    throw new S3Error('InvalidToken', 400, 'The provided token is malformed or otherwise invalid.');
  if (hasExpired(key, now)) throw new S3Error('ExpiredToken', 400, 'The provided token has expired.');
}

function canonicalRequest({ method, url, headers }: SignedRequest, found: Signature): string {
  const [path = '', query = ''] = url.split('?');
  const names = found.signedHeaders;
  return [
    ...[method, canonicalPath(path), canonicalQuery(query), canonicalHeaders(headers, names)],
    ...[names.join(';'), found.payloadHash],
  ].join('\n');
}

/** S3 encodes the path once; AWS's other services encode it twice. */
const canonicalPath = (path: string): string => path.split('/').map(decoded).map(encode).join('/');

function canonicalQuery(query: string): string {
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [encode(decoded(name)), encode(decoded(value.join('=')))] as const;
    })
    .filter(([name]) => name !== 'X-Amz-Signature');
  return pairs
    .toSorted(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map((pair) => pair.join('='))
    .join('&');
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Decodes percent-encoding. Throws InvalidURI if it is malformed. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidURI', 400, "Couldn't parse the specified URI.");
  }
}

/** Encodes everything but unreserved characters (RFC 3986). */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
