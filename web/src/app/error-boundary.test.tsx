import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { heading, openApp } from '../../../test/components/app.tsx';
import { expectCount } from '../../../test/components/browser.ts';
import { expectOnConsole } from '../../../test/components/console.ts';

const broken = vi.hoisted(() => ({ is: true }));
vi.mock('../features/landing/waitlist-thank-you-page.tsx', () => ({
  default: () => {
    if (broken.is) throw new Error('Broken page');
    return <h1>Mended page</h1>;
  },
}));

const error = heading('Something went wrong');

it('after a page that throws, a link and Back show other pages, and the same page is tried again', async () => {
  expectOnConsole(/Broken page/);
  await openApp('/nowhere');
  await expect.element(heading('Page not found')).toBeVisible();
  window.history.pushState(null, '', '/thank-you');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await expect.element(error).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Parley' }).click();
  await expectCount(error, 0);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  window.history.back();
  await expect.element(error).toBeVisible();
  window.history.back();
  await expect.element(heading('Page not found')).toBeVisible();
  await expectCount(error, 0);
  broken.is = false;
  window.history.forward();
  await expect.element(heading('Mended page')).toBeVisible();
});
