import { describe, expect, it } from 'vitest';
import { wasRefused } from './invoke-async.ts';

const answer = (httpStatusCode: number, attempts: number) =>
  Object.assign(new Error(), { $metadata: { httpStatusCode, attempts } });

describe('wasRefused', () => {
  it.each([
    ['throttled at the first try', answer(429, 1), true],
    ['denied at the first try', answer(403, 1), true],
    ['throttled at the second try: the first may have been taken', answer(429, 2), false],
    ['failed', answer(500, 1), false],
    ['without an answer', new Error('socket hang up'), false],
    ['no error at all', undefined, false],
  ])('%s', (_, error, expected) => expect(wasRefused(error)).toBe(expected));
});
