/** Tells if a request came through CloudFront, which alone knows the origin's secret (docs/architecture.md 5). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { requireEnv } from './env.ts';
import { ENV, ORIGIN_SECRET_HEADER } from './env-names.ts';
import { readSecretText } from './secrets.ts';

/** A secret is read again after this long, so that it can be rotated. */
const KEEP_MS = 5 * 60_000;
let known: { value: string; at: number } | undefined;

async function originSecret(): Promise<string> {
  if (known && Date.now() - known.at < KEEP_MS) return known.value;
  const value = await readSecretText(requireEnv(ENV.originSecretArn));
  if (!value) throw new Error('The origin secret is empty');
  known = { value, at: Date.now() };
  return value;
}

/** `headers` by lower-case name. */
export async function cameThroughCloudFront(headers: ReadonlyMap<string, string>): Promise<boolean> {
  const sent = headers.get(ORIGIN_SECRET_HEADER);
  if (!sent) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(await originSecret()));
}
