import { expect, it } from 'vitest';
import { VIEWER_ADDRESS_HEADER } from './cloudfront-header-names.ts';
import { viewerAddressHash } from './origin-secret-and-viewer-address.ts';

const of = (address: string) => viewerAddressHash(new Map([[VIEWER_ADDRESS_HEADER, address]]));

it('tells addresses apart without naming them', () => {
  expect(of('203.0.113.7')).not.toBe(of('203.0.113.8'));
  expect(of('203.0.113.7')).toMatch(/^[0-9a-f]{64}$/);
});

it.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::1', true],
  ['2001:DB8:0001:2::9', '2001:db8:1:2:ffff::', true],
  ['2001:db8::1', '2001:db8:0:0:5::', true],
  ['::1', '0:0:0:0:9::', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
])('takes %s and %s for one network: %s', (one, other, same) => {
  expect(of(one) === of(other)).toBe(same);
});
