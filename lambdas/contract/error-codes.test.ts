import { expect, it } from 'vitest';
import { AppError, errorBody, toErrorBody } from './error-codes.ts';

it('describes a known error by its code and a plain message', () => {
  expect(toErrorBody(new AppError('quota_exceeded'))).toEqual({
    code: 'quota_exceeded',
    message: 'You have reached the daily limit. It resets at midnight UTC.',
  });
  expect(toErrorBody(new AppError('invalid_request', { field: 'newName' }))).toMatchObject({
    field: 'newName',
  });
});

it('describes an unknown error by the id of its request alone, without its text', () => {
  const body = toErrorBody(new Error('secret text'), 'request-1');
  expect(body).toEqual({
    code: 'internal',
    message: 'Something went wrong. Please try again.',
    requestId: 'request-1',
  });
  expect(errorBody.safeParse(body).success).toBe(true);
});

it('a code whose text only the server has needs a text', () => {
  // @ts-expect-error: without a text, the user would read the text of `internal`.
  expect(new AppError('storage_full').message).toBe(new AppError('internal').message);
  expect(new AppError('storage_full', { message: 'Full.' }).message).toBe('Full.');
});
