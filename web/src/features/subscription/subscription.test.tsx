/** The subscription page: the answer that counts when requests overlap, cancellations, failures (docs/spec.md 2.9). */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Subscription } from '#contract/entities';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../test/components/accessible.ts';
import { heading, openApp, USER } from '../../../../test/components/app.tsx';
import { departures, expectCount, expectTexts, narrow, press } from '../../../../test/components/browser.ts';
import { answer, asked, broken, held, refuse, unreachable } from '../../../../test/components/server.ts';

const PREMIUM: Subscription = { tier: 'paid', active: true };
const FREE: Subscription = { tier: 'free', active: false };
const OTHER = 'b@example.com';

const status = (subscription: Subscription) => ({ success: true, ...subscription, subscription });
const plan = page.getByRole('region', { name: 'Current Subscription' });
const dialog = page.getByRole('dialog');
const load = page.getByRole('button', { name: 'Load' });
const cancelNow = page.getByRole('button', { name: 'Cancel Immediately' });

beforeEach(() => {
  answer('getSubscriptionStatus', status(PREMIUM));
  answer('getAvailableModels', { models: [], details: [], efforts: ['quick'] });
});

const openPlan = () => openApp('/subscription', USER);

async function openCancelDialog(): Promise<void> {
  await openPlan();
  await cancelNow.click();
}

describe('the plan that is shown', () => {
  it('is that of the address loaded last, whichever answer comes last', async () => {
    const slow = held('getSubscriptionStatus', status(PREMIUM));
    await openPlan();
    await expect.poll(() => asked('getSubscriptionStatus').length).toBe(1);
    answer('getSubscriptionStatus', status(FREE));
    await page.getByLabelText('User email').fill(OTHER);
    await load.click();
    await expect.element(plan).toMatchTextContent(new RegExp(OTHER));
    await slow.release();
    await expect.element(plan).toMatchTextContent(/Inactive/);
  });

  it('is not replaced by an answer requested before a change', async () => {
    await openPlan();
    await expect.element(plan).toMatchTextContent(/Premium/);
    const stale = held('getSubscriptionStatus', status(PREMIUM));
    await load.click();
    await expect.poll(() => asked('getSubscriptionStatus').length).toBe(2);
    answer('getSubscriptionStatus', status(FREE));
    answer('cancelSubscription', { message: 'Ended.', subscription: FREE });
    await cancelNow.click();
    await dialog.getByRole('button', { name: 'Cancel Immediately' }).click();
    await expect.element(page.getByText('Ended.')).toBeVisible();
    await stale.release();
    await expect.element(plan).toMatchTextContent(/Inactive/);
    expect(asked('getSubscriptionStatus')).toHaveLength(3);
  });
});

describe('the models', () => {
  it('are those of the plan, then those of Premium, without those that Premium lacks too', async () => {
    const model = (id: string) => ({ id, displayName: id, goodAt: 'Anything', isLocked: true });
    answer('getAvailableModels', {
      models: ['Mine'],
      details: [
        { ...model('Mine'), isLocked: false },
        model('Better'),
        { ...model('Gone'), isUnavailable: true },
      ],
      efforts: ['quick'],
    });
    await openPlan();
    const list = page.getByRole('region', { name: 'Available AI Models' }).getByRole('listitem');
    await expectTexts(list, [/^Mine/, /^Better.*Premium only$/]);
  });
});

describe('a cancellation', () => {
  it('is sent once, however often the button is clicked, and the plan is read again after it', async () => {
    await openCancelDialog();
    const { release } = held('cancelSubscription', { message: 'Ended.', subscription: FREE });
    answer('getSubscriptionStatus', status(FREE));
    const button = dialog.getByRole('button', { name: /Cancel Immediately/ }).element();
    if (!(button instanceof HTMLElement)) throw new Error('There is no button');
    button.click();
    button.click();
    await expect.element(dialog.getByRole('button', { name: 'One moment…' })).toBeVisible();
    await release();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(asked('cancelSubscription')).toHaveLength(1);
    expect(asked('getSubscriptionStatus')).toHaveLength(2);
  });

  it('that fails leaves the plan, and says what failed, and why where the server tells', async () => {
    await openCancelDialog();
    answer('cancelSubscription', refuse('payments_unavailable', 'Payments are unavailable right now.'));
    const confirm = dialog.getByRole('button', { name: 'Cancel Immediately' });
    await confirm.click();
    const alert = dialog.getByRole('alert');
    const text = 'Failed to cancel subscription. Please try again.';
    await expect.element(alert).toHaveTextContent(`${text}Payments are unavailable right now.`);
    answer('cancelSubscription', broken());
    await confirm.click();
    await expect.element(alert).toHaveTextContent(text);
    await expect.element(plan).toMatchTextContent(/Active/);
  });
});

describe('the page', () => {
  it('is open to visitors, who are told to sign in [S2.subscription.1 S2.subscription.2 S5.subscription.1]', async () => {
    await openApp('/subscription');
    const email = page.getByLabelText('User email');
    const alert = page.getByRole('alert');
    await expect.element(load).toBeDisabled();
    await email.click();
    await press('{Enter}');
    await expect.element(alert).toHaveTextContent('Please enter a user email');
    await email.fill('someone@example.com');
    await expectCount(alert, 0);
    await load.click();
    await expect.element(alert).toMatchTextContent('Please sign in to see a subscription.');
    await expect.element(alert.getByRole('link', { name: 'Login' })).toBeVisible();
    await expectAccessible();
    await narrow();
    await expectAccessible();
    expectNoSidewaysScroll();
  });

  it('names the models as the operator has configured them', async () => {
    const about = { goodAt: 'Anything' };
    const details = [
      { ...about, id: 'claude', displayName: 'House model', isLocked: false },
      { ...about, id: 'chatgpt', displayName: 'Big model', isLocked: true },
    ];
    answer('getAvailableModels', { models: ['claude'], details, efforts: ['quick'] });
    await openPlan();
    const models = page.getByRole('region', { name: 'Available AI Models' });
    await expectTexts(models.getByRole('listitem'), [/^House model/, /^Big model/]);
  });

  it('says what failed, in the words of the specification [S2.subscription.4 S2.subscription.5 S8.subscription.1 S8.subscription.2 S8.subscription.3]', async () => {
    answer('getSubscriptionStatus', status(FREE));
    answer('createTestSubscription', broken());
    await openPlan();
    const alert = page.getByRole('alert');
    const models = page.getByRole('region', { name: 'Available AI Models' });
    await expect.element(models).toMatchTextContent('No models available.');
    await page.getByRole('button', { name: 'Create Test Subscription' }).click();
    await expect.element(alert).toHaveTextContent('Failed to create test subscription. Please try again.');
    answer('getSubscriptionStatus', status({ ...PREMIUM, expiresAt: 1_900_000_000 }));
    answer('getAvailableModels', { models: ['mistral', 'claude'], details: [], efforts: ['quick'] });
    answer('cancelSubscription', unreachable());
    await load.click();
    await expectTexts(models.getByRole('listitem'), ['Mistral', 'Claude']);
    await page.getByRole('button', { name: 'Cancel at Period End' }).click();
    await expect.element(alert).toHaveTextContent('Failed to cancel subscription. Please try again.');
    answer('getSubscriptionStatus', broken());
    await load.click();
    const failed = alert.filter({ hasText: 'Failed to load subscription information. Please try again.' });
    await expect.element(failed).toBeVisible();
    await expectAccessible();
  });
});

describe('the billing page of the payment provider', () => {
  const PORTAL = 'https://billing.example.com/session';
  const manage = page.getByRole('button', { name: 'Manage billing' });

  beforeEach(async () => {
    answer('getSubscriptionStatus', status({ ...PREMIUM, hasBilling: true }));
    await openPlan();
  });

  it('is opened for a user who waits for it', async () => {
    answer('createPortalSession', { url: PORTAL });
    await manage.click();
    await expect.poll(departures).toEqual([PORTAL]);
  });

  it('is not opened for a user who is on another page by then', async () => {
    const portal = held('createPortalSession', { url: PORTAL });
    await manage.click();
    await expect.poll(() => asked('createPortalSession')).toHaveLength(1);
    window.history.pushState(null, '', '/nowhere');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await expect.element(heading('Page not found')).toBeVisible();
    await portal.release();
    expect(departures()).toEqual([]);
  });
});
