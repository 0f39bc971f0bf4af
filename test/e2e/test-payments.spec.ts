/** The payment page in the payment mode `test`, which charges nothing. */
import type { Page, Request } from 'playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPage } from './sidebar.ts';

const NARROW = { width: 390, height: 844 };
const ACTIVE = 'This user currently has an active Premium subscription.';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const fact = (page: Page, name: string) =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');
const current = async (page: Page, plan: string, status: string) => {
  await expect(fact(page, 'Plan')).toHaveText(plan);
  await expect(fact(page, 'Status')).toHaveText(status);
};

async function openPlan(page: Page): Promise<void> {
  await openPage(page, 'Plan');
  await expect(page.getByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Manage Subscription' })).toBeVisible();
}

/** Waits for the next request whose path starts with `path`. */
const callTo = (page: Page, path: string): Promise<Request> =>
  page.waitForRequest((request) => new URL(request.url()).pathname.startsWith(path));

async function inBothSchemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

test.describe('the payment page, in the payment mode test', () => {
  test('makes a subscription without a payment; nothing of the card leaves the page [S2.payment.2 S2.payment.3 S2.payment.4 S2.payment.5 S2.payment.6 S2.payment.7 S3.plans.1 S4.payment.2 S5.payment.1 S7.plans.4 S8.payment.1 S9.plans.1 S9.plans.2]', async ({
    chat,
    user,
    expectedErrors,
  }) => {
    expectedErrors.push(/500/, /503/);
    await openPlan(chat);
    await chat.getByRole('link', { name: 'See the plans' }).click();
    await expect(chat.getByRole('heading', { level: 1, name: 'Premium Subscription' })).toBeVisible();
    const monthly = chat.getByRole('radio', { name: 'Monthly Plan' });
    const yearly = chat.getByRole('radio', { name: 'Yearly Plan' });
    await expect(monthly).toBeChecked();
    await expect(monthly).toHaveAccessibleDescription(
      '$9.99 per month All AI models Intelligent routing Higher usage limits Priority support',
    );
    await expect(yearly).toHaveAccessibleDescription(
      '$99.99 per year All monthly features Save 16% versus monthly Extended history retention Advanced analytics',
    );
    await expect(chat.getByText('Best Value')).toBeVisible();
    await expect(chat.getByText('Test Mode: No real payment will be processed')).toBeVisible();
    await chat.getByRole('link', { name: 'Cancel and go back' }).click();
    await expect(chat).toHaveURL('/subscription');
    await chat.goForward();

    const days = chat.getByLabel('Test duration (days)');
    await expect(days).toHaveValue('30');
    await yearly.check();
    await expect(days).toHaveValue('365');
    const submit = button(chat, 'Subscribe for $99.99');
    await chat.getByLabel('Cardholder name').fill('Ada Lovelace');
    await chat.getByLabel('Card number').pressSequentially('4242 4242 4242 424');
    await chat.getByLabel('Expiry').pressSequentially('1230');
    await expect(chat.getByLabel('Expiry')).toHaveValue('12/30');
    await chat.getByLabel('CVC').fill('987');
    await expect(submit).toBeDisabled();
    await chat.getByLabel('Card number').pressSequentially('2');
    await expect(submit).toBeEnabled();
    for (const [label, less, whole] of [
      ['Cardholder name', ' ', 'Ada'],
      ['Expiry', '123', '1230'],
      ['CVC', '98', '987'],
      ['Test duration (days)', '366', '365'],
    ] as const) {
      await chat.getByLabel(label).fill(less);
      await expect(submit).toBeDisabled();
      await chat.getByLabel(label).fill(whole);
      await expect(submit).toBeEnabled();
    }
    await chat.setViewportSize(NARROW);
    const wider = await chat.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth);
    expect(wider).toBe(0);
    await inBothSchemes(chat);

    const test = '**/api/subscription/test-subscription';
    await chat.route(test, (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
    await submit.click();
    await expect(chat.getByRole('alert')).toHaveText('Failed to process payment. Please try again.');
    const words = { code: 'payments_unavailable', message: 'Payments are unavailable right now.' };
    await chat.route(test, (route) => route.fulfill({ status: 503, json: words }), { times: 1 });
    await submit.click();
    await expect(chat.getByRole('alert')).toHaveText(words.message);
    const error = 'Your card was declined.';
    await chat.route(test, (route) => route.fulfill({ status: 503, json: { error } }), { times: 1 });
    await submit.click();
    await expect(chat.getByRole('alert')).toHaveText(error);

    const asked = callTo(chat, '/api/subscription/test-subscription');
    await submit.click();
    expect((await asked).postDataJSON()).toEqual({
      ...{ userId: user.email, tier: 'paid', durationDays: 365, planType: 'yearly' },
    });
    await expect(chat.getByRole('heading', { level: 1, name: 'Payment Successful!' })).toBeFocused();
    await expect(
      chat.getByText('Thank you for subscribing to the premium plan. Your account has been upgraded.'),
    ).toBeVisible();
    await current(chat, 'Premium', 'Active');
    await expect(fact(chat, 'Expires')).toHaveText(/\d{4}/);
    await expect(fact(chat, 'Next billing date')).toHaveText('None: this is a test, and nothing is charged.');
    const kept = await chat.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toMatch(/4242|Lovelace/);
    await inBothSchemes(chat);
    await button(chat, 'Return to Chat')
      .or(chat.getByRole('link', { name: 'Return to Chat' }))
      .click();
    await expect(chat).toHaveURL(/\/chat/);
    await chat.goto('/payment-page');
    await expect(chat.getByText('You already have Premium')).toBeVisible();
    await chat.getByRole('link', { name: 'Manage your subscription' }).click();
    await expect(chat.getByText(ACTIVE)).toBeVisible();
  });
});
