/** The page to which the hosted sign-in returns, where the return does not sign in (docs/spec.md 4.1). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { address, heading, openApp } from '../../../../test/components/app.tsx';
import { departures } from '../../../../test/components/browser.ts';
import { expectOnConsole } from '../../../../test/components/console.ts';

const alert = page.getByRole('alert');

beforeEach(() => expectOnConsole(/Failed to exchange code for tokens/));
afterEach(() => vi.useRealTimers());

/** Waits for the words on the start page. No user is signed in then. */
async function expectRefused(words: string | RegExp): Promise<void> {
  await expect.element(alert).toMatchTextContent(words);
  await expect.element(heading('Welcome to')).toBeVisible();
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(address()).toBe('/');
  const keys = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
  expect(keys.filter((key) => /userEmail|Token$/.test(key))).toEqual([]);
}

it.each([
  ['an error of the provider', 'error=access_denied&error_description=No&state=x', 'Sign-in was cancelled.'],
  [
    'a code with a state of no sign-in',
    'code=stolen&state=forged',
    /^That sign-in link is not valid any more/,
  ],
] as const)('%s leaves the visitor signed out, with a plain message [S4.auth.2]', async (_, query, words) => {
  await openApp(`/?${query}`);
  await expectRefused(words);
});

it('a sign-in that was begun 16 minutes ago is refused', async () => {
  await openApp('/login');
  await expect.poll(departures).toHaveLength(1);
  const state = new URL(departures()[0] ?? '').searchParams.get('state') ?? expect.fail('no state');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
  await openApp(`/?code=fresh&state=${encodeURIComponent(state)}`);
  await expectRefused(/^That sign-in link is not valid any more/);
});
