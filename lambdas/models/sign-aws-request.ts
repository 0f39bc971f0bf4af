import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { credentials } from '../runtime/aws-client-settings.ts';

export interface RequestToSign {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Signs a POST request to AWS with the credentials of the function's role (Signature Version 4). Returns its headers.
 * The URL must have no query.
 */
export async function signedHeaders(
  { url, headers, body }: RequestToSign,
  scope: { readonly service: string; readonly region: string },
): Promise<Record<string, string>> {
  const signer = new SignatureV4({ ...scope, credentials, sha256: Sha256 });
  const signed = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    path: url.pathname,
    query: {},
    headers: { ...headers, host: url.host },
    body,
  });
  return signed.headers;
}
