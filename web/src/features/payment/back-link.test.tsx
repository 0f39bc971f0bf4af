/** The link back from the payment page (docs/spec.md 2.10). */
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { address, openApp, USER } from '../../../../test/components/app.tsx';
import { answer, givenConfig } from '../../../../test/components/server.ts';

const back = page.getByRole('link', { name: 'Cancel and go back' });

beforeEach(() => {
  givenConfig({ payments: 'test' });
  const subscription = { tier: 'free', active: false } as const;
  answer('getSubscriptionStatus', { success: true, ...subscription, subscription });
  answer('getAvailableModels', { models: ['claude'], details: [], efforts: ['quick'] });
});

/** Gives the current entry of the tab's history the state of an entry that the router has made. */
function givenEntry(state: { readonly idx: number; readonly key: string }): void {
  window.history.replaceState({ ...window.history.state, ...state }, '');
  window.dispatchEvent(new PopStateEvent('popstate'));
}

it('leads to the subscription page when a sign-in led here and the tab has no earlier page of the site', async () => {
  await openApp('/payment-page', USER);
  await expect.element(back).toBeVisible();
  givenEntry({ idx: 0, key: 'redirected' });
  await back.click();
  await expect.poll(address).toBe('/subscription');
});

it('leads to the page from which the user came', async () => {
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => undefined);
  await openApp('/payment-page', USER);
  await expect.element(back).toBeVisible();
  givenEntry({ idx: 1, key: 'opened' });
  await back.click();
  expect(go).toHaveBeenCalledWith(-1);
  expect(address()).toBe('/payment-page');
});
