/**
 * Premium bought, renewed and cancelled through Stripe: on the pages of the local stand-in for Stripe, with webhooks
 * late, twice and out of order. The last tests move the clock, which does not go back.
 */
import type { Page } from 'playwright/test';
import type { TestStack, TestUser } from '../support/stack.ts';
import { buyPlan } from '../support/stripe-purchases.ts';
import { expect, expectAccessible, send, signIn, test } from './fixtures.ts';

test.use({ payments: 'stripe' });

const DAY = 24 * 60 * 60_000;
const STATUS = '**/api/subscription/status/*';
const BACK = '/payment-page?success=true&session_id=cs_test_made_up';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const models = (page: Page) => page.getByRole('region', { name: 'Available AI Models' });
const fact = (page: Page, name: string) =>
  page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]');

async function openPlan(page: Page, plan: string, status: string): Promise<void> {
  await page.goto('/subscription');
  await expect(fact(page, 'Plan')).toHaveText(plan);
  await expect(fact(page, 'Status')).toHaveText(status);
}

/** Lets the person return `ms` later, with an empty browser: their session has expired by then. */
async function comeLater(page: Page, stack: TestStack, user: TestUser, ms: number): Promise<void> {
  // Leaves the app first, which writes to its storage for as long as it runs.
  await page.goto('/robots.txt');
  await page.context().clearCookies();
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  stack.moveClock(ms);
  stack.inner.stripe.catchUp();
  await stack.inner.stripe.webhooks.settled();
  await signIn(page, user);
}

/** Pays with a card on the checkout page of the stand-in. */
async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card);
  await button(page, 'Pay').click();
}

test('a free user at the limit buys Premium; late, repeated and reordered webhooks change nothing [S4.payment.1 S2.payment.7 S7.plans.5 S6.roles.3]', async ({
  chat,
  user,
  stack,
  expectedErrors,
}) => {
  expectedErrors.push(/402/);
  const { webhooks, events } = stack.inner.stripe;
  await stack.useUpTo(user, 49);
  await send(chat, 'The last one of the day.');
  await expect(chat.getByText('A plain reply.')).toBeVisible();
  await link(chat, 'Upgrade to Premium').first().click();
  await expect(heading(chat, 'Premium Subscription')).toBeVisible();
  await expect(chat.getByText(/Test Mode/)).toHaveCount(0);
  await expectAccessible(chat);

  // After the browser's Back from the checkout, and the checkout's own, nothing is paid and both plans are on sale.
  await button(chat, 'Subscribe for $9.99').click();
  await expect(chat.getByText('per month')).toBeVisible();
  await expect(chat).toHaveURL(/\/c\/pay\//);
  await chat.goBack();
  await expect(button(chat, 'Subscribe for $9.99')).toBeEnabled();
  await button(chat, 'Subscribe for $9.99').click();
  await link(chat, 'Back').click();
  await expect(chat.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
  await expectAccessible(chat);

  webhooks.hold();
  await chat.getByRole('radio', { name: 'Yearly Plan' }).check();
  const asked = chat.waitForRequest('**/create-checkout-session');
  await button(chat, 'Subscribe for $99.99').click();
  expect((await asked).postDataJSON()).toEqual({ userId: user.email, lookup_key: 'yearly_subscription' });
  await payWith(chat, '4000 0000 0000 0002');
  await expect(chat.getByRole('alert')).toBeVisible();
  await payWith(chat, '4242 4242 4242 4242');
  await expect(heading(chat, 'Payment Successful!')).toBeVisible();
  await expect(fact(chat, 'Plan')).toHaveText('Premium');
  await expect(fact(chat, 'Status')).toHaveText('Active');
  await expect(fact(chat, 'Next billing date')).toHaveText(/\d{4}/);
  await expectAccessible(chat);
  const held = webhooks.undelivered().map(({ id }) => id);
  expect(held.length).toBeGreaterThan(2);
  await webhooks.release(held.toReversed());
  for (const { id } of events()) await webhooks.deliver(id, { times: 2, parallel: true });
  await chat.reload();
  await expect(heading(chat, 'Payment Successful!')).toBeVisible();

  await button(chat, 'Return to Chat').click();
  await send(chat, 'And on it goes.');
  await expect(chat.getByText('A plain reply.')).toHaveCount(2);
  await openPlan(chat, 'Premium', 'Active');
  await expect(models(chat).getByRole('listitem')).toHaveCount(5);
  await expect(models(chat).getByText('Premium only')).toHaveCount(0);
  await chat.goto('/payment-page');
  await expect(heading(chat, 'You already have Premium')).toBeVisible();

  await openPlan(chat, 'Premium', 'Active');
  await button(chat, 'Cancel Immediately').click();
  await chat.getByRole('dialog').getByRole('button', { name: 'Cancel Immediately' }).click();
  await expect(fact(chat, 'Plan')).toHaveText('Free');
  await expect(models(chat).getByText('Premium only')).toHaveCount(3);
});

test("the success page opened by hand, and one that cannot read the plan, promise nothing: the plan is the server's (docs/safety.md 32) [S2.subscription.8 S6.roles.5 S8.payment.2 S9.plans.1]", async ({
  chat,
  user,
  stack,
  expectedErrors,
}) => {
  expectedErrors.push(/500/);
  await chat.goto(BACK);
  await expect(heading(chat, 'No payment found')).toBeVisible();
  await expect(chat.getByText('Payment Successful!')).toHaveCount(0);
  await expectAccessible(chat);

  await chat.route(STATUS, (route) => route.fulfill({ status: 500, body: '{}' }));
  await chat.goto(BACK);
  await expect(chat.getByRole('alert')).toHaveText(
    'We received your payment, but had trouble loading your subscription details. Please contact support.',
  );
  await chat.unroute(STATUS);
  await button(chat, 'Try again').click();
  await expect(heading(chat, 'No payment found')).toBeVisible();

  // The payment of a customer is not confirmed yet: the page updates by itself when it is.
  const waiting = { tier: 'free', active: false, hasBilling: true };
  let asked = 0;
  await chat.route(STATUS, (route) => {
    asked += 1;
    const plan = asked < 3 ? waiting : { ...waiting, tier: 'paid', active: true };
    return route.fulfill({ json: { success: true, ...plan, subscription: plan } });
  });
  await chat.goto(BACK);
  await expect(heading(chat, 'Confirming your payment')).toBeVisible();
  await expect(fact(chat, 'Status')).toHaveText('Processing');
  await expect(heading(chat, 'Payment Successful!')).toBeFocused();
  await chat.unroute(STATUS);

  await openPlan(chat, 'Free', 'Inactive');
  const manage = chat.getByRole('region', { name: 'Manage Subscription' });
  await expect(manage.getByRole('listitem')).toHaveText([
    'All AI models',
    'Intelligent model routing',
    'Higher usage limits and priority support',
  ]);
  await expect(manage.getByText('$9.99 / month')).toBeVisible();
  await expect(manage.getByText('Create Test Subscription')).toHaveCount(0);
  const body = { userId: user.email, tier: 'paid', durationDays: 30 };
  const test = await stack.http('POST', '/api/subscription/test-subscription', { token: user.token, body });
  expect(test.status).toBe(404);
  await button(chat, 'Upgrade').click();
  const alert = chat.getByRole('alertdialog', { name: 'Upgrade to Premium' });
  await expect(alert).toBeVisible();
  await expectAccessible(chat);
  await chat.keyboard.press('Escape');
  await expect(button(chat, 'Upgrade')).toBeFocused();
  await expect(fact(chat, 'Email')).toHaveText(user.email);
  await button(chat, 'Upgrade').click();
  await alert.getByRole('link', { name: 'Go to the payment page' }).click();
  await expect(heading(chat, 'Premium Subscription')).toBeVisible();
});

test('cancelled at the end of the period, Premium stays until then, and is lost after [S4.subscription.1]', async ({
  page,
  stack,
}) => {
  const user = await stack.givenUser();
  await buyPlan(stack, user);
  await signIn(page, user);
  await openPlan(page, 'Premium', 'Active');
  await button(page, 'Cancel at Period End').click();
  await expect(page.getByText(/^The subscription is cancelled and ends on /)).toBeVisible();
  await expect(models(page).getByText('Premium only')).toHaveCount(0);
  await comeLater(page, stack, user, 27 * DAY);
  await openPlan(page, 'Premium', 'Active');
  await comeLater(page, stack, user, 5 * DAY);
  await openPlan(page, 'Free', 'Inactive');
  await expect(models(page).getByText('Premium only')).toHaveCount(3);
});

test('a failed renewal is shown, a new card at the payment provider mends it, and Premium continues', async ({
  page,
  stack,
}) => {
  const user = await stack.givenUser();
  await buyPlan(stack, user, 'monthly', '4000000000000341');
  await signIn(page, user);
  await comeLater(page, stack, user, 32 * DAY);
  await openPlan(page, 'Premium', 'Active');
  await expect(page.getByText(/^The last payment failed\./)).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Manage billing').click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await button(page, 'Save the card').click();
  await link(page, 'Return').click();
  await expect(page).toHaveURL(/\/subscription$/);
  await comeLater(page, stack, user, 6 * DAY);
  await openPlan(page, 'Premium', 'Active');
  await expect(page.getByText(/^The last payment failed\./)).toHaveCount(0);
});
