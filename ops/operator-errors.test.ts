import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { explain, OpsError } from './operator-errors.ts';

const thrownBy = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  return expect.fail('nothing was thrown');
};

it.each([
  ['an error that the operator can correct', new OpsError('Name one.'), 'Name one.'],
  [
    'a failed connection',
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED', $metadata: {} }),
    'No credentials or network: sign in as for the AWS CLI. Did you mean --local? (connect ECONNREFUSED 127.0.0.1:1)',
  ],
  [
    'a refusal of AWS',
    Object.assign(new Error('No such\ntable'), { code: 'X', $fault: 'client', $metadata: {} }),
    'AWS refused: No such table',
  ],
  [
    'a file that is missing',
    thrownBy(() => readFileSync('no/such/file')),
    "ENOENT: no such file or directory, open 'no/such/file'",
  ],
])('%s is explained in one line', (_, error, line) => {
  expect(explain(error)).toBe(line);
});

it.each([
  ['that Node throws', thrownBy(() => new URL('x'))],
  ['in the program', new TypeError('x is undefined')],
])('a mistake %s is explained with its stack', (_, error) => {
  expect(explain(error)).toContain('operator-errors.test.ts');
});
