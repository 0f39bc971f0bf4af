import { expect, it } from 'vitest';
import { type Revocation, refusalOf, type TokenFacts } from './token-revocation.ts';

const token = (facts: Partial<TokenFacts> = {}): TokenFacts => ({
  ...{ issuedAt: 100, signedInAt: 50, session: 'here', isAdmin: false },
  ...facts,
});

it.each<[string, Revocation | undefined, Partial<TokenFacts>, ReturnType<typeof refusalOf>]>([
  ['accepts a token of an owner without a revocation', undefined, {}, undefined],
  ['refuses a token issued in the last second that is revoked', { issuedUntil: 100 }, {}, 'session_expired'],
  ['accepts a token issued later', { issuedUntil: 99 }, {}, undefined],
  ['refuses a token of a sign-in that was ended', { sessions: new Set(['here']) }, {}, 'signed_out'],
  ['refuses a sign-in in the revoked second', { othersUntil: 50, kept: new Set(['']) }, {}, 'signed_out'],
  ['accepts a later sign-in', { othersUntil: 49, kept: new Set(['']) }, {}, undefined],
  ['accepts a sign-in that is kept', { othersUntil: 50, kept: new Set(['here']) }, {}, undefined],
  [
    'accepts a sign-in as old as a refresh token',
    undefined,
    { signedInAt: 1, issuedAt: 30 * 86_400 + 1 },
    undefined,
  ],
  ['refuses a sign-in after 30 days', undefined, { signedInAt: 1, issuedAt: 30 * 86_400 + 2 }, 'signed_out'],
  ['accepts a token without the time of its sign-in', undefined, { signedInAt: 0, issuedAt: 1e9 }, undefined],
  [
    'accepts a sign-in at the time of a kept one, by whose cookie it was made',
    { othersUntil: 60, kept: new Set(['', 'there']), keptTimes: new Set([-1, 50]) },
    {},
    undefined,
  ],
  [
    'refuses a sign-in at the time of a kept one, when it was ended itself',
    { othersUntil: 60, keptTimes: new Set([-1, 50]), sessions: new Set(['here']) },
    {},
    'signed_out',
  ],
  [
    'refuses a token that names no sign-in',
    { othersUntil: 50, kept: new Set(['']) },
    { session: undefined },
    'signed_out',
  ],
  ['refuses a former administrator', { adminUntil: 100 }, { isAdmin: true }, 'session_expired'],
  ['accepts a user who never was an administrator', { adminUntil: 100 }, {}, undefined],
])('%s', (_, mark, facts, expected) => {
  expect(refusalOf(mark, token(facts))).toBe(expected);
});
