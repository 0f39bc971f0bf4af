/**
 * Checks Signature Version 4 of a request. Computes it by its specification and not with the SDK's signer, so that
 * tests find a mistake in how the product signs.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AwsError } from '../aws-json/index.ts';
import type { KeySecret } from '../iam/index.ts';

export interface SignedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
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

/** Milliseconds by which the clocks of client and service may differ. */
const SKEW_MS = 5 * 60_000;
const HEADER =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([\w-]+)\/([\w-]+)\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/;

const refuse = (message: string): never => {
  throw new AwsError('UnrecognizedClientException', message, 401);
};

/** Returns the caller and the region for which the request is signed. Throws for a wrong or missing signature. */
export function checkSignature(request: SignedRequest, { service, keyOf, now }: Signing): Scope {
  const { headers } = request;
  const found = HEADER.exec(headers.authorization ?? '');
  if (!found) return refuse("Missing 'authorization' or 'x-api-key' header");
  const [, accessKeyId = '', date = '', region = '', signedFor = '', names = '', signature] = found;
  if (signedFor !== service) refuse(`Credential should be scoped to correct service: '${service}'.`);
  const time = String(headers['x-amz-date'] ?? '');
  if (!time.startsWith(date) || Math.abs(instantOf(time) - now) > SKEW_MS) refuse('Signature expired');
  const signedNames = names.split(';');
  for (const name of ['host', ...Object.keys(headers).filter((each) => each.startsWith('x-amz-'))])
    if (!signedNames.includes(name)) refuse(`'${name}' must be a signed header in the Authorization header.`);
  const key = keyOf(accessKeyId);
  if (key === undefined || headers['x-amz-security-token'] !== key.sessionToken)
    return refuse('The security token included in the request is invalid.');
  if (key.expiresAt !== undefined && now >= key.expiresAt)
    refuse('The security token included in the request is expired');
  const scope = [date, region, service, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash(canonical(request, signedNames))].join('\n');
  const signingKey = scope.reduce<string | Buffer>(hmac, `AWS4${key.secretAccessKey}`);
  if (hmac(signingKey, text).toString('hex') !== signature)
    refuse('The request signature we calculated does not match the signature you provided.');
  return { accessKeyId, region };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Parses `20261122T101112Z`. */
const instantOf = (time: string): number =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

function canonical({ method, url, headers, body }: SignedRequest, names: readonly string[]): string {
  const [path = '', query = ''] = url.split('?');
  const lines = names.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}\n`,
  );
  return [method, path, query, lines.join(''), names.join(';'), hash(body)].join('\n');
}
