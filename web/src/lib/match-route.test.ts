import { expect, it } from 'vitest';
import { matchRoute, type Route } from './match-route.ts';

const ROUTES: readonly Route[] = [
  { path: '/', page: () => 'start' },
  { path: '/chat/:chatId?', page: ({ chatId = 'none' }) => `chat ${chatId}` },
  { path: '/admin/*', page: () => 'admin' },
  { path: '/admin/users', page: () => 'never reached' },
];

it.each([
  ['/', 'start'],
  ['/chat', 'chat none'],
  ['/chat/', 'chat none'],
  ['/Chat/4711', 'chat 4711'],
  ['/chat/a%20b', 'chat a b'],
  ['/chat/%E0%A4%A', 'chat %E0%A4%A'],
  ['/admin', 'admin'],
  ['/admin/users', 'admin'],
  ['/chat/4711/more', undefined],
  ['/chats', undefined],
])('%s shows %s', (pathname, page) => {
  expect(matchRoute(ROUTES, pathname)).toBe(page);
});
