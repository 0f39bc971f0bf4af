/** The address a request came from, as its hash: good for counting, not for knowing who it was. */
import { createHash } from 'node:crypto';
import { VIEWER_ADDRESS_HEADER } from './env-names.ts';

/**
 * Hash of the viewer's address, which CloudFront tells in a header. An IPv6 address counts by its first 64 bits:
 * whoever has one of them has all of them.
 * @param headers by lower-case name
 */
export function viewerAddress(headers: ReadonlyMap<string, string>): string {
  const address = headers.get(VIEWER_ADDRESS_HEADER) ?? '';
  return createHash('sha256')
    .update(address.includes(':') ? networkOf(address) : address)
    .digest('hex');
}

/** The first four groups of an IPv6 address, written out. */
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
