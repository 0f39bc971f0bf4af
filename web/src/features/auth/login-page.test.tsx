/** The page that leaves for the hosted sign-in page (docs/spec.md 2.1). */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { heading, openApp } from '../../../../test/components/app.tsx';
import { departures } from '../../../../test/components/browser.ts';

const banner = page.getByRole('banner');

it('leaves once, and once more when the user has stopped loading and presses Login a second time', async () => {
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
