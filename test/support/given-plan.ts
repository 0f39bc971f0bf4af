/** Plans written straight into the table, for tests of what a plan allows. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { PlanType } from '#contract/entities';
import {
  type SubscriptionItem,
  subscriptionKey,
} from '../../lambdas/store/billing/read-subscription-and-plan.ts';
import type { TestStack, TestUser } from './stack.ts';

export interface GivenPlan {
  readonly planType: PlanType;
  /** Unix seconds: the end of what is paid for. @default 30 days from now */
  readonly expiresAt?: number;
}

const MONTH_SECONDS = 30 * 86_400;

/** Gives the user Premium until `expiresAt`, without renewal. */
export async function givenPlan(
  stack: TestStack,
  { owner }: Pick<TestUser, 'owner'>,
  { planType, expiresAt = Math.floor(stack.inner.clock.now() / 1_000) + MONTH_SECONDS }: GivenPlan,
): Promise<SubscriptionItem> {
  const item: SubscriptionItem = { tier: 'paid', active: true, version: 1, planType, expiresAt };
  const { documents, table } = stack.inner.dynamodb;
  await documents.send(
    new PutCommand({ TableName: table('Subscriptions'), Item: { ...subscriptionKey(owner), ...item } }),
  );
  return item;
}
