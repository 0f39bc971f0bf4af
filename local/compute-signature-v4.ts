/**
 * Computes Signature Version 4 without the SDK's signer, so that tests find a mistake in how the product signs.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export const ALGORITHM = 'AWS4-HMAC-SHA256';

export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface SigningScope {
  /** For example `20261122`. */
  readonly date: string;
  readonly region: string;
  readonly service: string;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const partsOf = ({ date, region, service }: SigningScope) => [date, region, service, 'aws4_request'];

/** `time` is in the form `20261122T101112Z`. */
export const stringToSign = (time: string, scope: SigningScope, canonicalRequest: string): string =>
  [ALGORITHM, time, partsOf(scope).join('/'), sha256(canonicalRequest)].join('\n');

export const signatureOf = (secretAccessKey: string, scope: SigningScope, text: string): Buffer =>
  hmac(partsOf(scope).reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`), text);

/** Returns the header lines of a canonical request. `names` must be in lower case. */
export const canonicalHeaders = (headers: IncomingHttpHeaders, names: readonly string[]): string =>
  names.map((name) => `${name}:${(textOf(headers[name]) ?? '').trim().replaceAll(/ +/g, ' ')}\n`).join('');

/** Converts a time such as `20261122T101112Z` to Unix milliseconds; NaN for an invalid time. */
export const instantOf = (time: string): number =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

export const textOf = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value;
