/**
 * Checks the bucket of files with requests as a browser sends them: a page of the site may upload, and S3 accepts a
 * signed address that comes through CloudFront (decision 0109). The requests change nothing.
 */
import { randomUUID } from 'node:crypto';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import * as z from 'zod';
import type { AwsSettings } from '../aws-settings.ts';
import { deployCommand } from '../cdk-commands-in-advice.ts';
import { type Check, type Examined, failure, ok, type Told } from '../check.ts';
import { fetchOrReason } from '../fetch-or-reason.ts';

const settings = z.object({ files: z.object({ bucketEndpoint: z.url() }) });
/**
 * Lifetime of the signed address. The lifetime starts at the time on the operator's clock. If this clock is slow, S3
 * refuses the address earlier. A whole hour is safe, because the address names no existing file.
 */
const ADDRESS_SECONDS = 3_600;

export const files: Check = {
  name: 'files',
  async look(examined) {
    const { SiteUrl: url } = examined.deployment.outputs;
    if (url === undefined) return ok('Are looked at after the first deployment.');
    const answer = await fetchOrReason(`${url}/config.json`);
    const parsed = settings.safeParse(
      typeof answer === 'string' ? undefined : await answer.json().catch(() => undefined),
    );
    if (!parsed.success) return ok('Are looked at when the site names their bucket.');
    const { bucketEndpoint } = parsed.data.files;
    const told = [
      await lookAtUploads(url, bucketEndpoint, examined),
      await lookAtAddresses(url, bucketEndpoint, examined.aws),
    ];
    const problems = told.filter(({ state }) => state !== 'ok');
    return problems.length > 0
      ? problems
      : ok('Pages of the site may upload files, and signed addresses are read.');
  },
};

async function lookAtUploads(origin: string, bucketEndpoint: string, examined: Examined): Promise<Told> {
  const answer = await fetchOrReason(`${bucketEndpoint}/uploads/doctor`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'PUT' },
  });
  if (typeof answer !== 'string' && answer.headers.get('access-control-allow-origin') === origin)
    return ok('Pages of the site may upload.');
  const told = typeof answer === 'string' ? answer : `status ${answer.status}`;
  return failure(
    `The bucket of files takes no uploads from pages of ${origin} (${told}).`,
    deployCommand(examined),
  );
}

/**
 * Reads a file that does not exist. If S3 accepts the signature, it answers with NoSuchKey, or with AccessDenied to
 * credentials that may not list the bucket.
 */
async function lookAtAddresses(url: string, bucketEndpoint: string, aws: AwsSettings): Promise<Told> {
  const path = await signedPath(bucketEndpoint, `/files/doctor/${randomUUID()}`, aws);
  const answer = await fetchOrReason(url + path);
  if (typeof answer === 'string')
    return failure(`${url}/files could not be reached: ${answer}`, 'Try again in a minute.');
  const text = await answer.text();
  const [, code = 'no reason'] = /<Code>(\w+)<\/Code>/.exec(text) ?? [];
  if (code === 'NoSuchKey' || (code === 'AccessDenied' && !/NotSigned|expired|not yet valid/.test(text)))
    return ok('Signed addresses are read.');
  return failure(
    `A signed address of a file is refused on the site’s origin: status ${answer.status}, ${code}.`,
    'docs/decisions/0109-files-in-one-bucket-behind-signed-addresses.md, Consequences',
  );
}

async function signedPath(bucketEndpoint: string, path: string, { region, credentials }: AwsSettings) {
  const { protocol, host, hostname } = new URL(bucketEndpoint);
  const signer = new SignatureV4({
    ...{ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false },
  });
  const headers = { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
  const { query = {} } = await signer.presign(
    { method: 'GET', protocol, hostname, path, query: {}, headers },
    { expiresIn: ADDRESS_SECONDS },
  );
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${path}?${pairs.join('&')}`;
}
