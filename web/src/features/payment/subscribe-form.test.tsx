/** The form that leads to the payment provider's checkout (docs/spec.md 2.10). */
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { address, openApp, USER } from '../../../../test/components/app.tsx';
import { departures, expectCount } from '../../../../test/components/browser.ts';
import { answer, asked, givenConfig, held } from '../../../../test/components/server.ts';

const CHECKOUT = 'https://checkout.example.com/session';
const NONE = { tier: 'free', active: false } as const;
const FREE = { success: true, ...NONE, subscription: NONE } as const;
const subscribe = page.getByRole('button', { name: 'Subscribe' });
const busy = page.getByRole('button', { name: 'One moment…' });
/** The user comes back to the tab. */
const returnToTab = () => document.dispatchEvent(new Event('visibilitychange'));

beforeEach(async () => {
  givenConfig({ payments: 'stripe' });
  answer('getSubscriptionStatus', FREE);
  answer('getAvailableModels', { models: ['claude'], details: [], efforts: ['quick'] });
  await openApp('/payment-page', USER);
});

it('stays busy when the user returns to the tab while the checkout is requested', async () => {
  const checkout = held('createCheckoutSession', { url: CHECKOUT });
  await subscribe.click();
  await expect.element(busy).toBeVisible();
  const plan = held('getSubscriptionStatus', FREE);
  returnToTab();
  await plan.release();
  await expect.element(busy).toHaveAttribute('aria-disabled', 'true');
  await checkout.release();
  await expect.poll(departures).toEqual([CHECKOUT]);
  expect(asked('createCheckoutSession')).toHaveLength(1);
});

it('can be used again after a return from the checkout', async () => {
  answer('createCheckoutSession', { url: CHECKOUT });
  await subscribe.click();
  await expect.poll(departures).toEqual([CHECKOUT]);
  await expect.element(busy).toBeVisible();
  returnToTab();
  await expect.element(subscribe).toHaveAttribute('aria-disabled', 'false');
});

it('can be used again when the user stops the browser on its way to the checkout', async () => {
  answer('createCheckoutSession', { url: CHECKOUT });
  await subscribe.click();
  await expect.poll(departures).toEqual([CHECKOUT]);
  await expect.element(busy).toBeVisible();
  window.navigation.dispatchEvent(new Event('navigateerror'));
  await expect.element(subscribe).toHaveAttribute('aria-disabled', 'false');
});

it.each([
  [
    'has gone back',
    async () => {
      await page.getByRole('link', { name: 'Cancel and go back' }).click();
      await expect.poll(address).toBe('/subscription');
      await expectCount(busy, 0);
    },
  ],
  [
    'has gone back, and then here again',
    async () => {
      await page.getByRole('link', { name: 'Cancel and go back' }).click();
      await expectCount(busy, 0);
      window.history.back();
      await expect.element(subscribe).toBeVisible();
    },
  ],
  ['waits for the script of the next page', async () => window.history.pushState(null, '', '/chat')],
])('a checkout that is made when the user %s is not opened', async (_, leave) => {
  const checkout = held('createCheckoutSession', { url: CHECKOUT });
  await subscribe.click();
  await expect.element(busy).toBeVisible();
  await leave();
  await checkout.release();
  expect(departures()).toEqual([]);
});
