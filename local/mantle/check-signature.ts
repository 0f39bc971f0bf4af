import { AwsError } from '../aws-json/aws-json-service.ts';
import {
  canonicalHeaders,
  instantOf,
  type SignedRequest,
  sha256,
  signatureOf,
  stringToSign,
} from '../compute-signature-v4.ts';
import { hasExpired, type KeySecret } from '../iam/iam.ts';

export interface SignedCall extends SignedRequest {
  readonly body: string;
}

export interface Scope {
  readonly accessKeyId: string;
  readonly region: string;
}

export interface Signing {
  readonly service: string;
  readonly keyOf: (accessKeyId: string) => KeySecret | undefined;
  /** Unix milliseconds. */
  readonly now: number;
}

const SKEW_MS = 5 * 60_000;
const HEADER =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([\w-]+)\/([\w-]+)\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;

const refuse = (message: string): never => {
  throw new AwsError('UnrecognizedClientException', message, 401);
};

/**
 * Checks the Signature Version 4 of a call, and returns the access key and the region for which it is signed.
 * @throws AwsError for a signature that is missing, wrong or too old, and for an unknown or expired key
 */
export function checkSignature(request: SignedCall, { service, keyOf, now }: Signing): Scope {
  const { headers } = request;
  const found = HEADER.exec(headers.authorization ?? '');
  if (!found) return refuse("Missing 'authorization' or 'x-api-key' header");
  const [, accessKeyId = '', date = '', region = '', signedFor = '', names = '', signature] = found;
  if (signedFor !== service) refuse(`Credential should be scoped to correct service: '${service}'.`);
  const time = String(headers['x-amz-date'] ?? '');
  // `instantOf` returns NaN for a malformed time, and NaN fails the comparison.
  const isRecent = Math.abs(instantOf(time) - now) <= SKEW_MS;
  if (!time.startsWith(date) || !isRecent) refuse('Signature expired');
  const signedNames = names.split(';');
  for (const name of ['host', ...Object.keys(headers).filter((each) => each.startsWith('x-amz-'))])
    if (!signedNames.includes(name)) refuse(`'${name}' must be a signed header in the Authorization header.`);
  const key = keyOf(accessKeyId);
  if (key === undefined || headers['x-amz-security-token'] !== key.sessionToken)
    return refuse('The security token included in the request is invalid.');
  if (hasExpired(key, now)) refuse('The security token included in the request is expired');
  const scope = { date, region, service };
  const text = stringToSign(time, scope, canonicalRequest(request, signedNames));
  if (signatureOf(key.secretAccessKey, scope, text).toString('hex') !== signature)
    refuse('The request signature we calculated does not match the signature you provided.');
  return { accessKeyId, region };
}

function canonicalRequest({ method, url, headers, body }: SignedCall, names: readonly string[]): string {
  const [path = '', query = ''] = url.split('?');
  return [method, path, query, canonicalHeaders(headers, names), names.join(';'), sha256(body)].join('\n');
}
