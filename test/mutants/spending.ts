/** Spending: quotas, caps, tiers, Stripe. */
import type { Mutant } from './mutant.ts';

const WEBHOOK = 'lambdas/billing/webhook.ts';
const BILLING_TEST = 'test/integration/billing.test.ts';
const SIGNED = 'are believed only with Stripe’s signature of now';

export const SPENDING_MUTANTS: readonly Mutant[] = [
  {
    name: 'which message of the day it is',
    file: 'lambdas/store/usage/reservations.ts',
    find: 'if_not_exists(messages, :zero) + :one',
    replace: 'if_not_exists(none, :zero) + :one',
    test: 'test/integration/limits.test.ts',
    title: 'are as many as the limit',
  },
  {
    name: "the limit of the caller's plan",
    file: 'lambdas/domain/quota/entitlement.ts',
    find: '(positions[i] ?? Infinity) > limit',
    replace: '(positions[i] ?? Infinity) > Infinity',
    test: 'lambdas/domain/quota/entitlement.test.ts',
  },
  {
    name: 'spend cap',
    file: 'lambdas/domain/quota/entitlement.ts',
    find: 'facts.spent >= spendCap',
    replace: 'facts.spent >= Infinity',
    test: 'lambdas/domain/quota/entitlement.test.ts',
  },
  {
    name: 'the switch that stops replies',
    file: 'lambdas/domain/quota/entitlement.ts',
    find: 'if (facts.isStopped) return',
    replace: 'if (!facts) return',
    test: 'lambdas/domain/quota/entitlement.test.ts',
  },
  {
    name: 'a model that the plan has not',
    file: 'lambdas/domain/routing/choose-model.ts',
    find: '(requested !== undefined && !usable.includes(requested))',
    replace: 'requested === null',
    test: 'lambdas/domain/routing/choose-model.test.ts',
  },
  {
    name: 'a plan that is over',
    file: 'lambdas/store/billing/subscriptions.ts',
    find: 'const isActive = active && end * 1000 > now;',
    replace: 'const isActive = active;',
    test: 'lambdas/store/billing/subscriptions.test.ts',
  },
  {
    name: 'length of a message',
    file: 'lambdas/domain/turn/normalise-message.ts',
    find: 'text.length > MESSAGE_MAX_LENGTH',
    replace: 'text.length > Infinity',
    test: 'lambdas/domain/turn/normalise-message.test.ts',
  },
  {
    name: 'signature of an event of Stripe',
    file: WEBHOOK,
    find: 'Sdk.webhooks.constructEvent(body, signature, secret, TOLERANCE)',
    replace: 'JSON.parse(String(body))',
    test: BILLING_TEST,
    title: SIGNED,
  },
  {
    name: 'an event of Stripe from long ago',
    file: WEBHOOK,
    find: 'constructEvent(body, signature, secret, TOLERANCE)',
    replace: 'constructEvent(body, signature, secret, 1e9)',
    test: BILLING_TEST,
    title: SIGNED,
  },
  {
    name: 'an event of Stripe from the future',
    file: WEBHOOK,
    find: 'if (!(stamp - Date.now() / 1000 <= TOLERANCE)) return undefined;',
    replace: 'if (Number.isNaN(stamp)) return undefined;',
    test: BILLING_TEST,
    title: SIGNED,
  },
  {
    name: "an event's id in the transaction",
    file: 'lambdas/store/billing/subscription-writes.ts',
    find: "Item: { ...eventKey(eventId), ttl },\n        ConditionExpression: 'attribute_not_exists(pk)',",
    replace: 'Item: { ...eventKey(eventId), ttl },',
    test: BILLING_TEST,
    title: 'have one effect when they come twenty times at once',
  },
  {
    name: 'version of a subscription',
    file: 'lambdas/store/billing/subscription-writes.ts',
    find: '(version = :version OR',
    replace: '(version >= :version OR',
    test: BILLING_TEST,
    title: 'docs/safety.md 30',
  },
  {
    name: 'prices from a list',
    file: 'lambdas/contract/subscription.ts',
    find: 'lookup_key: z.enum([PLANS.monthly.lookupKey, PLANS.yearly.lookupKey]),',
    replace: 'lookup_key: z.custom<typeof PLANS.monthly.lookupKey>(),',
    test: BILLING_TEST,
    title: 'takes prices from a list',
  },
  {
    name: 'test subscriptions in production',
    file: 'lib/config.ts',
    find: "config.stage === 'prod' && config.payments === 'test'",
    replace: "config.stage === 'prod' && config.payments === undefined",
    test: 'lib/config.test.ts',
  },
  {
    name: 'a failed turn is given back',
    file: 'lambdas/domain/turn/end.ts',
    find: 'charges, hasFailed ? undefined : spent',
    replace: 'charges, spent',
    test: 'lambdas/domain/turn/end.test.ts',
  },
  {
    name: 'a refusal gives back its own reservation alone',
    file: 'lambdas/domain/quota/daily-quota.ts',
    find: 'owner, at, call })),\n    undefined',
    replace: 'owner, at })),\n    undefined',
    test: 'lambdas/domain/quota/daily-quota.test.ts',
  },
];
