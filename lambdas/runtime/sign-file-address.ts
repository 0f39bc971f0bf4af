/** Signs addresses from which a browser reads users' files, on the site's own origin (decision 0109). */
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { credentials } from './aws-client-settings.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';

export const ADDRESS_SECONDS = 300;

export interface AddressToSign {
  readonly key: string;
  readonly mediaType: string;
  /** Value of the header `content-disposition`. */
  readonly disposition: string;
}

/**
 * Returns the path and query of a signed GET, and when it expires, in ISO 8601. `now` is in milliseconds. The signature
 * is for the bucket's own host, to which CloudFront forwards path and query.
 */
export async function signFileAddress({ key, mediaType, disposition }: AddressToSign, now: number) {
  const origin = new URL(requireEnv(ENV.filesOrigin));
  const signer = new SignatureV4({
    service: 's3',
    region: process.env.AWS_REGION ?? '',
    credentials,
    sha256: Sha256,
    // S3 computes the signature from the path encoded once. By default, the signer encodes the path twice.
    uriEscapePath: false,
  });
  const { path, query = {} } = await signer.presign(
    {
      method: 'GET',
      protocol: origin.protocol,
      hostname: origin.hostname,
      path: `/${key}`,
      query: { 'response-content-type': mediaType, 'response-content-disposition': disposition },
      headers: { host: origin.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    },
    { expiresIn: ADDRESS_SECONDS, signingDate: new Date(now) },
  );
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return {
    address: `${path}?${search.join('&')}`,
    expiresAt: new Date(now + ADDRESS_SECONDS * 1_000).toISOString(),
  };
}
