import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../config.ts';
import { hstsCoversSubdomains } from './security-headers.ts';

const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/a';
const hostedZone = { id: 'Z1', name: 'example.com' };
const covers = (domain?: Readonly<Record<string, unknown>>) =>
  hstsCoversSubdomains(parseConfig({ domain }).domain);

describe('HSTS for subdomains', () => {
  it.each([
    ['the distribution’s own name', undefined, true],
    ['a name below its hosted zone', { name: 'chat.example.com', hostedZone }, true],
    ['the apex of its hosted zone', { name: 'example.com', hostedZone }, false],
    ['a name that only ends like the zone', { name: 'myexample.com', hostedZone }, false],
    [
      'a name without a hosted zone, which may be an apex',
      { name: 'chat.example.com', certificateArn },
      false,
    ],
    ['an apex, when configured', { name: 'example.com', hostedZone, hstsSubdomains: true }, true],
    [
      'a name below, unless configured',
      { name: 'chat.example.com', hostedZone, hstsSubdomains: false },
      false,
    ],
  ])('%s', (_, domain, expected) => {
    expect(covers(domain)).toBe(expected);
  });
});
