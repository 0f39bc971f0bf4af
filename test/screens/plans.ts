import type { Subscription } from '#contract/entities';
import { attempt, type Session } from './picture-session.ts';

const DAY = 86_400;
const FREE: Subscription = { tier: 'free', active: false };
const ALL = ['geminitwofive', 'chatgpt', 'chatgptmini', 'claude', 'deepseek'];
const GOOD_AT: Readonly<Record<string, string>> = {
  geminitwofive: 'Everyday questions, languages and summaries',
  chatgpt: 'Code and step-by-step reasoning',
  chatgptmini: 'Quick answers and reasoning',
  claude: 'Long texts, writing and careful analysis',
  deepseek: 'Hard problems in mathematics and code',
};
type Payments = 'test' | 'stripe' | 'off';

/**
 * Takes pictures of the subscription and payment pages. The server's answers are made up here, because a server takes
 * long to reach such states.
 */
export async function planScreens(session: Session): Promise<void> {
  const monthly: Subscription = {
    tier: 'paid',
    active: true,
    planType: 'monthly',
    expiresAt: Math.floor(session.stack.inner.clock.now() / 1000) + 20 * DAY,
    hasBilling: true,
    renews: true,
  };
  await subscriptionStates(session, monthly);
  await paymentStates(session, monthly);
  await session.page.unrouteAll({ behavior: 'ignoreErrors' });
}

async function subscriptionStates(session: Session, monthly: Subscription): Promise<void> {
  const { page, shoot } = session;
  const states: readonly (readonly [string, Payments, Subscription])[] = [
    ['free-test', 'test', FREE],
    ['free', 'stripe', FREE],
    ['off', 'off', FREE],
    ['premium', 'stripe', monthly],
    ['cancelled', 'stripe', { ...monthly, renews: false, cancelAtPeriodEnd: true }],
    ['failed-payment', 'stripe', { ...monthly, paymentFailed: true }],
  ];
  for (const [name, payments, plan] of states)
    await attempt(`subscription ${name}`, async () => {
      await answer(session, payments, plan);
      await page.goto('/subscription');
      await page.getByRole('heading', { name: 'Manage Subscription' }).waitFor();
      await page.evaluate('document.fonts.ready');
      await shoot(`subscription-${name}`);
      if (name === 'free') await dialogOf(session, 'Upgrade');
      if (name === 'premium') await dialogOf(session, 'Cancel Immediately');
      await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
      await shoot(`subscription-${name}-end`);
    });
  await attempt('a failed load', async () => {
    await page.route('**/api/subscription/status/*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/subscription');
    await page.getByRole('alert').waitFor();
    await shoot('subscription-load-failed');
  });
}

async function dialogOf({ page, shoot }: Session, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.locator('dialog[open]').waitFor();
  await shoot(`subscription-${button === 'Upgrade' ? 'upgrade' : 'cancel-now'}`);
  await page.keyboard.press('Escape');
}

async function paymentStates(session: Session, monthly: Subscription): Promise<void> {
  const { page, shoot } = session;
  const back = '/payment-page?success=true&session_id=cs_made_up';
  const states: readonly (readonly [string, string, Payments, Subscription, string | RegExp])[] = [
    ['checkout', '/payment-page', 'stripe', FREE, /^Subscribe for/],
    ['canceled', '/payment-page?canceled=true', 'stripe', FREE, /^Subscribe for/],
    ['test', '/payment-page', 'test', FREE, /^Subscribe for/],
    ['already', '/payment-page', 'stripe', monthly, 'You already have Premium'],
    ['success', back, 'stripe', monthly, 'Payment Successful!'],
    ['success-test', back, 'stripe', { ...monthly, renews: false }, 'Payment Successful!'],
    ['processing', back, 'stripe', { ...FREE, hasBilling: true }, 'Confirming your payment'],
    ['nothing', back, 'stripe', FREE, 'No payment found'],
    ['off', '/payment-page', 'off', FREE, 'Premium is not for sale here.'],
  ];
  for (const [name, address, payments, plan, there] of states)
    await attempt(`payment ${name}`, async () => {
      await answer(session, payments, plan);
      await page.goto(address);
      await page.getByText(there).first().waitFor();
      await shoot(`payment-${name}`);
      if (name === 'test') await typedCard(session);
    });
  await attempt('a failed status', async () => {
    await answer(session, 'stripe', FREE);
    await page.route('**/api/subscription/status/*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(back);
    await page.getByRole('alert').waitFor();
    await shoot('payment-status-failed');
  });
}

async function typedCard({ page, shoot }: Session): Promise<void> {
  await page.getByRole('radio', { name: 'Yearly Plan' }).check();
  await page.getByLabel('Cardholder name').fill('Ada Lovelace');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry').fill('1230');
  await page.getByLabel('CVC').fill('123');
  await page.getByRole('button', { name: /^Subscribe/ }).scrollIntoViewIfNeeded();
  await shoot('payment-test-typed');
}

async function answer({ page }: Session, payments: Payments, plan: Subscription): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), payments } });
  });
  await page.route('**/api/subscription/status/*', (route) =>
    route.fulfill({ json: { success: true, ...plan, subscription: plan } }),
  );
  const models = plan.active ? ALL : ALL.slice(0, 1);
  const details = ALL.map((id) => ({
    id,
    displayName: id,
    goodAt: GOOD_AT[id] ?? '',
    isLocked: !models.includes(id),
  }));
  await page.route('**/api/subscription/available-models/*', (route) =>
    route.fulfill({ json: { models, details, efforts: ['quick'] } }),
  );
}
