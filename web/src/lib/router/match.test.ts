import { expect, it } from 'vitest';
import { matchPath } from './match.ts';

it('matches a path, whatever its case and with or without a slash at the end', () => {
  for (const path of ['/login', '/login/', '/Login']) expect(matchPath('/login', path)).toEqual({});
  expect(matchPath('/', '/')).toEqual({});
});

it('does not match more, less or other than the pattern', () => {
  for (const path of ['/', '/login/more', '/logins', '/register'])
    expect(matchPath('/login', path)).toBeUndefined();
  expect(matchPath('/', '/login')).toBeUndefined();
});

it('reads parameters, of which an optional one may be missing', () => {
  expect(matchPath('/chat/:chatId?', '/chat/abc')).toEqual({ chatId: 'abc' });
  expect(matchPath('/chat/:chatId?', '/chat')).toEqual({ chatId: undefined });
  expect(matchPath('/chat/:chatId', '/chat')).toBeUndefined();
  expect(matchPath('/chat/:chatId?', '/chat/a/b')).toBeUndefined();
});

it('decodes parameters, and leaves alone what cannot be decoded', () => {
  expect(matchPath('/chat/:chatId', '/chat/a%20b')).toEqual({ chatId: 'a b' });
  expect(matchPath('/chat/:chatId', '/chat/%E0%')).toEqual({ chatId: '%E0%' });
});
