/** The usage page where reading fails (docs/spec.md 2.11). */
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Usage } from '#contract/usage';
import { openApp, USER } from '../../../../test/components/app.tsx';
import { answer, asked, broken, unreachable } from '../../../../test/components/server.ts';

const FREE: Usage = { today: { limit: 50, left: 49, resetsAt: '2026-03-04T00:00:00.000Z' }, days: [] };
const alert = page.getByRole('alert');
const left = page.getByText('49 of 50 messages left');

const givenPlan = () => {
  const plan = { tier: 'free', active: false } as const;
  answer('getSubscriptionStatus', { success: true, ...plan, subscription: plan });
};

afterEach(() => void vi.restoreAllMocks());

it('the numbers stay when they cannot be read again, which the page says until they can', async () => {
  givenPlan();
  answer('getUsage', FREE);
  await openApp('/usage', USER);
  await expect.element(left).toBeVisible();
  answer('getUsage', broken());
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await expect.element(alert).toMatchTextContent(/Your usage could not be loaded\. Please try again\./);
  await expect.element(left).toBeVisible();
  answer('getUsage', FREE);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(alert).not.toBeInTheDocument();
  expect(asked('getUsage')).toHaveLength(3);
});

it('a page that was opened without a network is read as soon as there is one', async () => {
  givenPlan();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answer('getUsage', unreachable());
  await openApp('/usage', USER);
  await expect.element(alert).toMatchTextContent(/You are offline/);
  answer('getUsage', FREE);
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.element(left).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});
