import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EMAIL_MAX_LENGTH } from '#contract/limits';
import { maskEmail, normaliseAccountEmail, normaliseEmail } from './email-address.ts';

it.each([
  ['  Ada@Example.COM\r\n', 'ada@example.com'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['ada@m\u00fcnchen.example', 'ada@xn--mnchen-3ya.example'],
  ['A@B', 'a@b'],
  ['ada@localhost', 'ada@localhost'],
  ['ada@256.0.0.1', 'ada@256.0.0.1'],
  ['.a..b.@xn--a.example', '.a..b.@xn--a.example'],
  ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
  ["o'brien+tag@mail.example.co.uk", "o'brien+tag@mail.example.co.uk"],
])('%j is normalised to %s', (typed, normal) => {
  expect(normaliseEmail(typed)).toBe(normal);
});

it.each([
  'ada',
  'ada@',
  '@example.com',
  'ada@example.com.',
  'ada@-example.com',
  'ada@example-.com',
  'ada@exam_ple.com',
  'ada@[127.0.0.1]',
  'ada@example.com/foo',
  'ada@example.com?x',
  'ada@example.com#x',
  'ada@example.com\\x',
  'ada@ex%61mple.com',
  'ada@example.com:80',
  'ada@münchen.example/foo',
  'ada@m%C3%BCnchen.example',
  `ada@${'a'.repeat(64)}.example`,
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

/** https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address, word for word. */
const INPUT_TYPE =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

it('accepts every address that an email input of HTML accepts, up to 254 characters (docs/spec.md 5)', () => {
  fc.assert(
    fc.property(fc.stringMatching(INPUT_TYPE), (typed) => {
      fc.pre(typed.length <= EMAIL_MAX_LENGTH);
      expect(normaliseEmail(typed)).toBe(typed.toLowerCase());
    }),
  );
});

it('an address for an account has at most 128 characters, counted in ASCII', () => {
  const longest = `${'a'.repeat(116)}@example.com`;
  expect(normaliseAccountEmail(` ${longest}`)).toBe(longest);
  for (const long of [`a${longest}`, `${'a'.repeat(110)}@münchen.example`])
    expect(() => normaliseAccountEmail(long)).toThrow(
      expect.objectContaining({ code: 'invalid_request', field: 'email' }),
    );
});

it('masks an address to the first letters of its name and its domain', () => {
  expect(maskEmail('ada@example.com')).toBe('a***@e***');
});
