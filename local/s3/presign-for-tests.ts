import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { REGION } from '../region-and-account.ts';

export interface Signing {
  /** Address with an encoded path, without a query. */
  readonly url: string;
  readonly key: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** Seconds. */
  readonly expiresIn: number;
  /** Unix milliseconds. */
  readonly now: number;
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * Signs an address for GET with the SDK's signer, not with the emulator's code. So the tests find mistakes in the code
 * with which the emulator checks signatures.
 */
export async function signedUrl({ url, key, expiresIn, now, query = {} }: Signing): Promise<string> {
  const { host, hostname, protocol, pathname } = new URL(url);
  const signer = new SignatureV4({
    ...{ service: 's3', region: REGION, credentials: key, sha256: Sha256, uriEscapePath: false },
  });
  // For a presigned address, S3 expects `UNSIGNED-PAYLOAD` in the place of the body's hash. Without the header
  // `x-amz-content-sha256`, the signer would sign the hash of an empty body.
  const headers = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
  const signed = await signer.presign(
    { method: 'GET', hostname, protocol, path: pathname, query: { ...query }, headers },
    { expiresIn, signingDate: new Date(now) },
  );
  const pairs = Object.entries(signed.query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return `${url}?${pairs.join('&')}`;
}
