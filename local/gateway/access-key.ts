import type { IncomingMessage } from 'node:http';

/** The access key in an AWS Signature Version 4 header: it names the caller's role. */
export function accessKeyOf(request: IncomingMessage): string | undefined {
  return /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\//.exec(request.headers.authorization ?? '')?.[1];
}
