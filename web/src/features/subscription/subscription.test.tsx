/** The subscription page: the answer that counts when requests overlap, cancellations, failures (docs/spec.md 2.9). */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Subscription } from '#contract/entities';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../test/components/accessible.ts';
import { ADMIN, heading, openApp, USER } from '../../../../test/components/app.tsx';
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
    await expect.poll(() => asked('getSubscriptionStatus')).toHaveLength(3);
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
    await expect.poll(() => asked('getSubscriptionStatus')).toHaveLength(2);
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

describe('the plan of a user where payments are a test', () => {
  const UPGRADE = 'Upgrade to Premium to access all AI models!';
  const ACTIVE = 'This user currently has an active Premium subscription.';
  const CANCELLED = /^The subscription is cancelled and ends on .+\. Premium stays active until then\.$/;
  const days = page.getByLabelText('Duration in days');
  const create = page.getByRole('button', { name: 'Create Test Subscription' });
  const atPeriodEnd = page.getByRole('button', { name: 'Cancel at Period End' });
  const resume = page.getByRole('button', { name: 'Resume Subscription' });
  const title = heading('Manage Subscription');
  const fact = (name: string) => plan.getByCss(`dt:text-is("${name}") + dd`);
  const expiresAt = 1_900_000_000;
  const until = new Date(expiresAt * 1_000).toISOString();
  const modelList = page.getByRole('region', { name: 'Available AI Models' }).getByRole('listitem');
  /** The plan that the server has. */
  let current: Subscription;

  const models = () => {
    const isPaid = current.active;
    const model = (id: string, isPremium: boolean) =>
      ({ id, displayName: `Model ${id}`, goodAt: 'Anything', isLocked: isPremium && !isPaid }) as const;
    const details = [model('free', false), model('premium', true)];
    return { models: isPaid ? ['free', 'premium'] : ['free'], details, efforts: ['quick' as const] };
  };
  const change = (message: string, subscription: Subscription) => () => {
    current = subscription;
    return { message, subscription };
  };

  beforeEach(() => {
    current = FREE;
    answer('getSubscriptionStatus', () => status(current));
    answer('getAvailableModels', models);
    answer('createTestSubscription', change('Made.', { ...PREMIUM, expiresAt }));
  });

  async function expectPlan(name: string, state: string): Promise<void> {
    await expect.element(fact('Plan')).toHaveTextContent(name);
    await expect.element(fact('Status')).toHaveTextContent(state);
  }

  it('is read by the user’s address; without Premium it offers a test of 1 to 365 days [S2.subscription.6 S2.subscription.9 S5.subscription.2 S7.plans.1 S7.plans.2]', async () => {
    await openPlan();
    await expectPlan('Free', 'Inactive');
    await expect.element(page.getByLabelText('User email')).toHaveValue(USER.email);
    await expect.element(fact('Email')).toHaveTextContent(USER.email);
    for (const call of ['getSubscriptionStatus', 'getAvailableModels'] as const)
      expect(asked(call).map(({ input }) => input)).toEqual([{ email: USER.email }]);
    await expectTexts(modelList, [/^Model free/, /^Model premium.*Premium only$/]);
    await expect.element(page.getByText(UPGRADE)).toBeVisible();
    await expect.element(days).toHaveValue(30);
    for (const refused of ['0', '366', '1.5', '']) {
      await days.fill(refused);
      await expect.element(create).toBeDisabled();
    }
    await expectAccessible();
    for (const taken of ['1', '365']) {
      await days.fill(taken);
      await expect.element(create).toBeEnabled();
    }
    await expectAccessible();
  });

  it('is Premium after a test subscription, with its end and all models, and is read again [S2.subscription.3 S2.subscription.7 S3.models.1 S4.subscription.2]', async () => {
    await openPlan();
    await days.fill('12');
    await create.click();
    await expectPlan('Premium', 'Active');
    await expect.element(fact('Expires').getByRole('time')).toHaveAttribute('datetime', until);
    await expect.element(page.getByText(ACTIVE)).toBeVisible();
    await expect.element(atPeriodEnd).toBeVisible();
    await expect.element(cancelNow).toBeVisible();
    await expectTexts(modelList, [/^Model free/, /^Model premium/]);
    for (const gone of [page.getByText(UPGRADE), page.getByText('Premium only'), create])
      await expectCount(gone, 0);
    const body = { userId: USER.email, tier: 'paid', durationDays: 12 };
    expect(asked('createTestSubscription').map((request) => request.body)).toEqual([body]);
    expect(asked('getSubscriptionStatus')).toHaveLength(2);
  });

  it('that is cancelled at the period’s end stays until then, and can be resumed; it is read again each time [S4.subscription.1 S7.plans.3]', async () => {
    current = { ...PREMIUM, expiresAt };
    answer('cancelSubscription', change('It ends later.', { ...current, cancelAtPeriodEnd: true }));
    answer('resumeSubscription', change('It continues.', current));
    await openPlan();
    await atPeriodEnd.click();
    await expect.element(page.getByText(CANCELLED)).toBeVisible();
    await expect.element(page.getByText('It ends later.')).toBeVisible();
    await expectPlan('Premium', 'Active');
    expect(asked('cancelSubscription').map(({ body }) => body)).toEqual([
      { userId: USER.email, immediate: false },
    ]);
    await resume.click();
    await expectCount(page.getByText(CANCELLED), 0);
    await expect.element(page.getByText('It continues.')).toBeVisible();
    await expect.element(title).toHaveFocus();
    await expect.element(fact('Expires').getByRole('time')).toHaveAttribute('datetime', until);
    await expectPlan('Premium', 'Active');
    expect(asked('getSubscriptionStatus')).toHaveLength(3);
  });

  it('ends at once after a question that Escape closes, and the focus stays in the section', async () => {
    current = { ...PREMIUM, expiresAt };
    answer('cancelSubscription', change('Ended.', FREE));
    await openPlan();
    await cancelNow.click();
    const question = page.getByRole('dialog', { name: 'Cancel the subscription now?' });
    await expect.element(question).toMatchTextContent('The rest of the paid period is lost');
    await expectAccessible();
    await press('{Escape}');
    await expectCount(question, 0);
    await expect.element(cancelNow).toHaveFocus();
    await expectPlan('Premium', 'Active');
    expect(asked('cancelSubscription')).toEqual([]);
    await cancelNow.click();
    await question.getByRole('button', { name: 'Cancel Immediately' }).click();
    await expectCount(question, 0);
    await expectPlan('Free', 'Inactive');
    await expect.element(title).toHaveFocus();
    expect(asked('cancelSubscription').map(({ body }) => body)).toEqual([
      { userId: USER.email, immediate: true },
    ]);
    await narrow();
    await expect.element(create).toBeVisible();
    await expectAccessible();
  });

  it.each([
    ['that the user may not see', 'forbidden', 'You can see and change only your own subscription.'],
    ['of an address without an account', 'user_not_found', 'That user does not exist.'],
  ] as const)('%s is not shown, and the page says why', async (_, code, words) => {
    await openPlan();
    await expectPlan('Free', 'Inactive');
    answer('getSubscriptionStatus', refuse(code));
    answer('getAvailableModels', refuse(code));
    await page.getByLabelText('User email').fill(OTHER);
    await press('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    await expectCount(plan, 0);
    expect(asked('getSubscriptionStatus').at(-1)?.input).toEqual({ email: OTHER });
  });

  it('of another user is shown to an operator, who can end it, and is told what ends with a yearly plan', async () => {
    current = { ...PREMIUM, expiresAt, planType: 'yearly' };
    answer('cancelSubscription', change('Ended.', FREE));
    await openApp('/subscription', ADMIN);
    await page.getByLabelText('User email').fill(OTHER);
    await load.click();
    await expect.element(fact('Email')).toHaveTextContent(OTHER);
    await expectPlan('Premium', 'Active');
    await cancelNow.click();
    await expect.element(dialog).toMatchTextContent('The extras of the yearly plan end too');
    await dialog.getByRole('button', { name: 'Cancel Immediately' }).click();
    await expectPlan('Free', 'Inactive');
    expect(asked('cancelSubscription').map(({ body }) => body)).toEqual([{ userId: OTHER, immediate: true }]);
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
