import { expect, it } from 'vitest';
import { maskEmail, normaliseEmail } from './email.ts';

it.each([
  ['  Ada@Example.COM\r\n', 'ada@example.com'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['ada@m\u00fcnchen.example', 'ada@xn--mnchen-3ya.example'],
  ["o'brien+tag@mail.example.co.uk", "o'brien+tag@mail.example.co.uk"],
])('%j is %s', (typed, normal) => {
  expect(normaliseEmail(typed)).toBe(normal);
});

it.each([
  'ada',
  'ada@',
  '@example.com',
  'ada@localhost',
  'a b@example.com',
  'ada@exa mple.com',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada\u0000@example.com',
  'ada\u202e@example.com',
  'ada@@example.com',
  'ada@example..com',
  'Ada <ada@example.com>',
  `${'a'.repeat(250)}@example.com`,
])('%j is no address', (typed) => {
  expect(() => normaliseEmail(typed)).toThrow(
    expect.objectContaining({ code: 'invalid_request', field: 'email' }),
  );
});

it('masks what an address tells', () => {
  expect(maskEmail('ada@example.com')).toBe('a***@e***');
});
