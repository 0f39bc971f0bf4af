/** Plans where payments are a test: status, creation, end, and who may see and change them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpCall, HttpResponse } from '#contract/http-calls';
import { DEFAULT_ALLOWANCES, DEFAULT_MODELS } from '../../lib/config-defaults.ts';
import { askAs, callAs, givenAdmin, recordsOf } from '../support/operators.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startTestStack();
  admin = await givenAdmin(stack);
});
afterAll(() => stack.close());

const DAY = 86_400;
const seconds = () => Math.floor(stack.inner.clock.now() / 1000);
const status = (user: TestUser, as: TestUser = user) =>
  callAs(stack, as, 'getSubscriptionStatus', { params: { email: user.email } });
const create = (user: TestUser, as: TestUser = user, durationDays = 30, planType?: 'monthly' | 'yearly') =>
  callAs(stack, as, 'createTestSubscription', {
    body: { userId: user.email, tier: 'paid', durationDays, ...(planType && { planType }) },
  });
const cancel = (user: TestUser, immediate: boolean, as: TestUser = user) =>
  callAs(stack, as, 'cancelSubscription', { body: { userId: user.email, immediate } });
const resume = (user: TestUser, as: TestUser = user) =>
  callAs(stack, as, 'resumeSubscription', { body: { userId: user.email } });
const models = (user: TestUser, as: TestUser = user) =>
  callAs(stack, as, 'getAvailableModels', { params: { email: user.email } });

async function refusal(as: TestUser, call: HttpCall, input: Parameters<typeof askAs>[3]) {
  const answer = await askAs(stack, as, call, input);
  return `${answer.status} ${JSON.parse(answer.text).code}`;
}

describe('a plan', () => {
  it('is free and inactive until there is one [S3.subscription.1 S7.plans.1]', async () => {
    const plan = { tier: 'free', active: false };
    expect(await status(await stack.givenUser())).toEqual({ success: true, ...plan, subscription: plan });
  });

  it('is Premium for as many days as the test asked for, and not a second longer [S3.subscription.2]', async () => {
    const user = await stack.givenUser();
    const { message, subscription } = await create(user, user, 7);
    expect(subscription).toMatchObject({ tier: 'paid', active: true, planType: 'monthly' });
    expect(Math.abs((subscription.expiresAt ?? 0) - seconds() - 7 * DAY)).toBeLessThan(60);
    expect(message).toContain('nothing was paid');
    const answer = await status(user);
    expect(answer).toEqual({ success: true, ...subscription, subscription });
    const left = ((subscription.expiresAt ?? 0) - seconds()) * 1000;
    stack.moveClock(left + 1_000);
    const { idToken: token } = await stack.inner.tokensFor(user.email);
    const over = await status(user, { ...user, token }).finally(() => stack.moveClock(-left - 1_000));
    expect(over).toMatchObject({ tier: 'paid', active: false });
  });

  it('is yearly when the test says so, and a second test replaces the first', async () => {
    const user = await stack.givenUser();
    await create(user);
    const { subscription } = await create(user, user, 365, 'yearly');
    expect(subscription.planType).toBe('yearly');
    expect((await status(user)).expiresAt).toBe(subscription.expiresAt);
  });

  it('refuses a test duration other than 1 to 365 whole days', async () => {
    const user = await stack.givenUser();
    for (const durationDays of [0, 366, 1.5, '30', null])
      expect(
        await refusal(user, 'createTestSubscription', {
          body: { userId: user.email, tier: 'paid', durationDays },
        }),
      ).toBe('400 invalid_request');
    expect((await status(user)).active).toBe(false);
  });

  it('ends with its period or at once, and the first can be taken back [S4.subscription.1 S7.plans.3]', async () => {
    const user = await stack.givenUser();
    const { subscription } = await create(user);
    const later = await cancel(user, false);
    expect(later.subscription).toEqual({ ...subscription, cancelAtPeriodEnd: true });
    const day = new Date((subscription.expiresAt ?? 0) * 1000).getUTCDate();
    expect(later.message).toMatch(new RegExp(`stays active until ${day} .* \\(UTC\\) and will not renew`));
    expect((await cancel(user, false)).subscription).toEqual(later.subscription);
    const resumed = await resume(user);
    expect(resumed.subscription).toEqual(subscription);
    expect(subscription).not.toHaveProperty('renews');
    expect(resumed.message).toMatch(
      new RegExp(`^Your Premium continues until ${day} .*, and does not renew: it is a test\\.$`),
    );
    const now = await cancel(user, true);
    expect([now.message, now.subscription]).toMatchObject([
      'Your Premium has ended.',
      { tier: 'free', active: false },
    ]);
    expect(await status(user)).toMatchObject({ tier: 'free', active: false });
    for (const call of ['cancelSubscription', 'resumeSubscription'] as const)
      expect(await refusal(user, call, { body: { userId: user.email, immediate: true } })).toBe(
        '409 no_subscription',
      );
  });

  it('ends at once although the answer to the write was lost', async () => {
    const user = await stack.givenUser();
    await create(user);
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'PutItem', phase: 'after', times: 1 },
      ...{ about: (request) => request.includes('"free"') && request.includes(user.owner) },
      effect: { fail: { code: 'InternalServerError', status: 500 } },
    });
    const { subscription } = await cancel(user, true).finally(stack.clearFaults);
    expect(subscription).toMatchObject({ tier: 'free', active: false });
    expect(await status(user)).toMatchObject({ tier: 'free', active: false });
  });

  it('has one outcome when eight calls cancel and resume it at once', async () => {
    const user = await stack.givenUser();
    await create(user);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? cancel(user, false) : resume(user))),
    );
    const { cancelAtPeriodEnd, ...plan } = (await status(user)).subscription;
    expect(plan).toMatchObject({ tier: 'paid', active: true, planType: 'monthly' });
    expect(answers.map(({ subscription }) => subscription.active)).toEqual(answers.map(() => true));
    expect([undefined, true]).toContain(cancelAtPeriodEnd);
  });

  it('cannot be bought where payments are a test', async () => {
    const user = await stack.givenUser();
    const body = { userId: user.email, lookup_key: 'monthly_subscription' };
    expect(await refusal(user, 'createCheckoutSession', { body })).toBe('503 payments_unavailable');
    expect(await refusal(user, 'createPortalSession', { body })).toBe('503 payments_unavailable');
    expect((await status(user)).active).toBe(false);
  });
});

describe('models', () => {
  it('are the free tier’s, and with Premium all of them [S6.roles.3 S7.plans.2]', async () => {
    const user = await stack.givenUser();
    const catalogue = DEFAULT_MODELS.map(({ id }) => id);
    const free = await models(user);
    expect(free.models).toEqual(DEFAULT_ALLOWANCES.free.models);
    const locked = (answer: HttpResponse<'getAvailableModels'>) =>
      answer.details.filter(({ isLocked }) => isLocked).map(({ id }) => id);
    expect(locked(free).toSorted()).toEqual(['chatgpt', 'chatgptmini', 'claude']);
    await create(user);
    const paid = await models(user);
    expect([paid.models.toSorted(), locked(paid)]).toEqual([catalogue.toSorted(), []]);
    expect(paid.details.map(({ displayName }) => displayName).toSorted()).toEqual(
      ['Gemini 2.5', 'ChatGPT', 'ChatGPT mini', 'Claude', 'DeepSeek'].toSorted(),
    );
    const trueModels = Object.fromEntries(paid.details.map(({ id, trueModel }) => [id, trueModel]));
    expect(trueModels).toMatchObject({
      geminitwofive: 'Gemma 4 31B, by Google, on Bedrock',
      deepseek: 'DeepSeek V3.2, by DeepSeek, on Bedrock',
    });
    for (const { goodAt } of paid.details) expect(goodAt).toMatch(/^[A-Z][a-z ]+(, [a-z ]+)+$/);
  });
});

describe('another user’s plan', () => {
  it('can be changed by an operator; the change is recorded, and the answer says so', async () => {
    const user = await stack.givenUser();
    await create(user, admin);
    const inCapitals = { ...user, email: user.email.toUpperCase() };
    expect(await status(inCapitals, admin)).toMatchObject({ tier: 'paid', active: true });
    const { message } = await cancel(inCapitals, false, admin);
    expect(message).toContain(`The Premium of ${user.email} stays active`);
    expect(message).toContain('This has been recorded.');
    await resume(user, admin);
    await cancel(user, true, admin);
    expect(await status(user, admin)).toMatchObject({ tier: 'free', active: false });
    expect((await models(user, admin)).models).toEqual(DEFAULT_ALLOWANCES.free.models);
    const records = (await recordsOf(stack, admin.owner)).filter(({ target }) => target === user.owner);
    expect(records.map(({ action }) => action).toSorted()).toEqual(
      ['subscription.cancel', 'subscription.cancel', 'subscription.resume', 'subscription.test'].toSorted(),
    );
    expect(records.every(({ actor }) => actor === admin.owner)).toBe(true);
  });

  it('has its changes recorded, but a user’s change of the own plan is not', async () => {
    const user = await stack.givenUser();
    await create(user);
    await cancel(user, true);
    expect(await recordsOf(stack, user.owner)).toEqual([]);
  });

  it('is refused to users, whether or not the other user exists, and does not change [S6.roles.4]', async () => {
    const [ada, bob] = [await stack.givenUser(), await stack.givenUser()];
    await create(bob);
    for (const email of [bob.email, 'nobody@example.com']) {
      const body = {
        userId: email,
        immediate: true,
        tier: 'paid',
        durationDays: 30,
        lookup_key: 'monthly_subscription',
      };
      for (const call of ['getSubscriptionStatus', 'getAvailableModels'] as const)
        expect(await refusal(ada, call, { params: { email } })).toBe('403 forbidden');
      for (const call of [
        'cancelSubscription',
        'resumeSubscription',
        'createTestSubscription',
        'createCheckoutSession',
        'createPortalSession',
      ] as const)
        expect([call, await refusal(ada, call, { body })]).toEqual([call, '403 forbidden']);
    }
    expect((await status(bob)).active).toBe(true);
  });

  it('is not found for an unknown user, which only operators are told', async () => {
    const email = 'nobody@example.com';
    expect(await refusal(admin, 'getSubscriptionStatus', { params: { email } })).toBe('404 user_not_found');
    expect(await refusal(admin, 'cancelSubscription', { body: { userId: email, immediate: true } })).toBe(
      '404 user_not_found',
    );
  });
});
