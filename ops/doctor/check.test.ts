import { connect } from 'node:net';
import { AuthorizationErrorException } from '@aws-sdk/client-sns';
import { describe, expect, it } from 'vitest';
import { unanswered } from './check.ts';

const errorOf = (code: string) => Object.assign(new Error(`it failed: ${code}`), { code });

describe('an error that a check throws', () => {
  it.each(['ECONNREFUSED', 'ENOTFOUND', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER'])(
    'becomes a finding when the connection has failed (%s)',
    (code) => {
      expect(unanswered(errorOf(code))).toMatchObject({ state: 'failure', mend: 'Try again in a minute.' });
    },
  );

  it.each([
    new AuthorizationErrorException({ message: 'no sns:ListSubscriptionsByTopic', $metadata: {} }),
    Object.assign(new Error('no'), { name: 'AccessDeniedException' }),
  ])('becomes a warning when the operator lacks the permission: $name', (denied) => {
    expect(unanswered(denied)).toMatchObject({
      ...{ state: 'warning', mend: 'Use credentials that may read this.' },
    });
  });

  it.each([
    ['a wrong call of Node', () => connect({ port: -1 })],
    ['a wrong text for JSON.parse', () => JSON.parse('{')],
  ])('is thrown again when it is a mistake of the program: %s', (_, fail) => {
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
