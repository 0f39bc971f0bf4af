/**
 * Checks and reads the headers that CloudFront adds to a request: the origin's secret and the viewer's address
 * (docs/architecture.md 5).
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from './cloudfront-header-names.ts';
import { requireEnv } from './env.ts';
import { ENV } from './env-names.ts';
import { readSecretText } from './secrets-manager.ts';

/** Milliseconds for which the origin's secret is cached. It is then read again, so that it can be rotated. */
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
 * Returns true when the request carries the origin's secret, which only CloudFront adds. So the request came through
 * CloudFront, and its header with the viewer's address can be believed.
 * @param headers by lower-case name
 */
export async function cameThroughCloudFront(headers: ReadonlyMap<string, string>): Promise<boolean> {
  const sent = headers.get(ORIGIN_SECRET_HEADER);
  if (!sent) return false;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(sent), digest(await originSecret()));
}

/**
 * Returns the hash of the viewer's address, by which visitors and guests are limited. CloudFront sends the address in a
 * header. Only the first 64 bits of an IPv6 address count, because one network may use all addresses that share them.
 * @param headers by lower-case name
 */
export function viewerAddressHash(headers: ReadonlyMap<string, string>): string {
  const address = headers.get(VIEWER_ADDRESS_HEADER) ?? '';
  return createHash('sha256')
    .update(address.includes(':') ? networkOf(address) : address)
    .digest('hex');
}

/** Returns the first four groups of an IPv6 address (64 bits), with `::` expanded and without leading zeros. */
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
