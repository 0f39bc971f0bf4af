import { describe, expect, it } from 'vitest';
import { assertSelf, groupsOf, userOf } from './caller.ts';

const NOW = 1_700_000_000_000;
const claims = {
  sub: 'user-1',
  email: 'Ada@example.com',
  email_verified: 'true',
  token_use: 'id',
  exp: String(NOW / 1000 + 60),
};

describe('userOf', () => {
  it('takes the owner from the subject', () => {
    expect(userOf(claims, NOW)).toMatchObject({ owner: 'user-1', email: 'Ada@example.com', isAdmin: false });
  });
  it.each([
    ['an access token', { token_use: 'access' }, 'unauthorized'],
    ['an unverified e-mail', { email_verified: 'false' }, 'unauthorized'],
    ['no subject', { sub: undefined }, 'unauthorized'],
    ['no e-mail', { email: undefined }, 'unauthorized'],
    ['an expired token', { exp: String(NOW / 1000) }, 'session_expired'],
    ['no expiry', { exp: undefined }, 'session_expired'],
  ])('refuses %s', (_, change, code) => {
    expect(() => userOf({ ...claims, ...change }, NOW)).toThrow(expect.objectContaining({ code }));
  });
  it('knows an administrator by the group, however the gateway renders it', () => {
    for (const groups of ['[admins]', '[editors admins]', 'admins,editors', ['admins']])
      expect(userOf({ ...claims, 'cognito:groups': groups }, NOW).isAdmin).toBe(true);
    for (const groups of ['[]', '', '[administrators]', 'not-admins', []])
      expect(userOf({ ...claims, 'cognito:groups': groups }, NOW).isAdmin).toBe(false);
  });
});

describe('assertSelf', () => {
  const caller = userOf(claims, NOW);
  it('ignores case and space around', () => {
    expect(() => assertSelf(caller, ' ada@EXAMPLE.com ')).not.toThrow();
  });
  it.each(['bob@example.com', '', undefined, 'ada@example.com.evil'])('refuses %j', (email) => {
    expect(() => assertSelf(caller, email)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });
});

it('groupsOf reads nothing from other values', () => {
  expect(groupsOf(undefined)).toEqual([]);
});
