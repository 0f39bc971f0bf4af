import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { unanswered } from './check.ts';

const errorOf = (code: string) => Object.assign(new Error(`it failed: ${code}`), { code });

describe('an error in a check', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER'])(
    'that is of a connection (%s) is a finding',
    (code) => {
      expect(unanswered(errorOf(code))).toMatchObject({ state: 'failure', mend: 'Try again in a minute.' });
    },
  );

  it.each([
    ['of Node, for a wrong call', () => connect({ port: -1 })],
    ['of JavaScript', () => JSON.parse('{')],
  ])('that is a mistake in the program %s is thrown again', (_, fail) => {
    let mistake: unknown;
    try {
      fail();
    } catch (error) {
      mistake = error;
    }
    expect(mistake).toBeInstanceOf(Error);
    expect(() => unanswered(mistake)).toThrow(String(mistake).split(': ').at(-1));
  });
});
