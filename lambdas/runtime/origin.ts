/** Whether a request came through CloudFront, which alone knows the origin's secret (design section 3). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { credentials, once } from './clients.ts';
import { requireEnv } from './env.ts';
import { ENV, ORIGIN_SECRET_HEADER } from './env-names.ts';

const secrets = once(async () => {
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  return { GetSecretValueCommand, client: new SecretsManagerClient({ credentials }) };
});
/** A secret is read again after this long, so that it can be rotated. */
const KEEP_MS = 5 * 60_000;
let known: { value: string; at: number } | undefined;

async function originSecret(): Promise<string> {
  if (known && Date.now() - known.at < KEEP_MS) return known.value;
  const SecretId = requireEnv(ENV.originSecretArn);
  const { GetSecretValueCommand, client } = await secrets();
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  if (!SecretString) throw new Error('The origin secret is empty');
  known = { value: SecretString, at: Date.now() };
  return SecretString;
}

/** `headers` by lower-case name. */
export async function cameThroughCloudFront(headers: ReadonlyMap<string, string>): Promise<boolean> {
  const sent = headers.get(ORIGIN_SECRET_HEADER);
  if (!sent) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(await originSecret()));
}
