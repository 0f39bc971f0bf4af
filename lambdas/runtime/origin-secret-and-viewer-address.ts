import { createHash, timingSafeEqual } from 'node:crypto';
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from './cloudfront-header-names.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { readSecretText } from './secrets-manager.ts';

/** Milliseconds after which the cached secret is read again, so that it can be rotated. */
const KEEP_MS = 5 * 60_000;
let known: { value: string; at: number } | undefined;

async function originSecret(): Promise<string> {
  if (known && Date.now() - known.at < KEEP_MS) return known.value;
  const value = await readSecretText(requireEnv(ENV.originSecretArn));
  if (!value) throw new Error('The origin secret is empty');
  known = { value, at: Date.now() };
  return value;
}

/**
 * Returns true when the request carries the origin's secret, which only CloudFront adds. Only then can the header with
 * the viewer's address be believed (docs/architecture.md 5).
 * @param headers by lower-case name
 */
export async function cameThroughCloudFront(headers: ReadonlyMap<string, string>): Promise<boolean> {
  const sent = headers.get(ORIGIN_SECRET_HEADER);
  if (!sent) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(await originSecret()));
}

/**
 * Returns the hash of the viewer's address. Only the first 64 bits of an IPv6 address count, because one network may
 * use all addresses that share them.
 * @param headers by lower-case name
 */
export function viewerAddressHash(headers: ReadonlyMap<string, string>): string {
  const address = headers.get(VIEWER_ADDRESS_HEADER) ?? '';
  return createHash('sha256')
    .update(address.includes(':') ? networkOf(address) : address)
    .digest('hex');
}

function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(':').filter(Boolean);
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
