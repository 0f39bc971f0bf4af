/** The page that leaves for the hosted sign-in page (docs/spec.md 2.1). */
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { heading, openApp } from '../../../../test/components/app.tsx';
import { departures } from '../../../../test/components/browser.ts';

const script = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('../../lib/session/sign-in-and-sign-out.ts', async (importOriginal) => {
  await script.promise;
  return await importOriginal();
});

const banner = page.getByRole('banner');

it('does not leave when the user has left the page before the script of the sign-in is loaded', async () => {
  await openApp('/');
  await banner.getByRole('link', { name: 'Login' }).click();
  await expect.element(heading('Redirecting...')).toBeVisible();
  await banner.getByRole('link', { name: 'Parley' }).click();
  await expect.element(heading('Welcome to')).toBeVisible();
  script.resolve();
  await import('../../lib/session/sign-in-and-sign-out.ts');
  expect(departures()).toEqual([]);
  // A departure of the first press would come before the one of this press.
  await banner.getByRole('link', { name: 'Login' }).click();
  await expect.poll(departures).not.toEqual([]);
  expect(departures()).toHaveLength(1);
});

it('leaves once, and once more when the user has stopped loading and presses Login a second time', async () => {
  script.resolve();
  await openApp('/', undefined, { isStrict: true });
  await banner.getByRole('link', { name: 'Login' }).click();
  await expect.poll(departures).toHaveLength(1);
  await expect.element(heading('Redirecting...')).toBeVisible();
  await banner.getByRole('link', { name: 'Parley' }).click();
  await banner.getByRole('link', { name: 'Login' }).click();
  await expect.poll(departures).toHaveLength(2);
  const [first, second] = departures().map((url) => new URL(url));
  expect(second?.origin).toBe('https://hosted-ui.example.com');
  expect(second?.searchParams.get('state')).not.toBe(first?.searchParams.get('state'));
});

it("/login shows 'Redirecting...' and goes to the hosted sign-in, which is to return to the root [S2.login.1]", async () => {
  script.resolve();
  await openApp('/login');
  await expect.element(heading('Redirecting...')).toBeVisible();
  await expect.poll(departures).toHaveLength(1);
  const { origin, pathname, searchParams } = new URL(departures()[0] ?? '');
  expect(origin + pathname).toBe('https://hosted-ui.example.com/oauth2/authorize');
  expect(searchParams.get('redirect_uri')).toBe(`${window.location.origin}/`);
});
