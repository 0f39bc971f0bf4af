import { expect, it } from 'vitest';
import { safePath } from './page-after-sign-in.ts';

const ORIGIN = 'https://chat.example.com';

it.each([
  '/usage',
  '/support?about=a%26b#form',
  '/payment-page?success=true&session_id=cs_1',
  '/chat/0b7c2c5e-8d43-7f0e-9a40-1f0e3c9c2a11',
])('leads back to %s', (path) => {
  expect(safePath(path, ORIGIN)).toBe(path);
});

it.each([
  null,
  '',
  'usage',
  'https://evil.example',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/usage/..//evil.example',
  '//[',
  '/',
  '/login',
  '/?code=1&state=2',
])('leads to the chat in place of %j', (path) => {
  expect(safePath(path, ORIGIN)).toBe('/chat');
});
