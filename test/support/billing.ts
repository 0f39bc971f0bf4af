/** Reads stored subscriptions, and sends webhook events as Stripe or a forger might send them. */
import https from 'node:https';
import { DeleteCommand, GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import Stripe from 'stripe';
import { EVENT_TYPES } from '../../lambdas/domain/billing/parse-and-apply-stripe-event.ts';
import { eventKey } from '../../lambdas/store/billing/applied-stripe-events.ts';
import {
  type SubscriptionItem,
  subscriptionKey,
} from '../../lambdas/store/billing/read-subscription-and-plan.ts';
import type { TestStack, TestUser } from './stack.ts';
import { openCheckout } from './stripe-purchases.ts';

export async function itemOf(stack: TestStack, { owner }: Pick<TestUser, 'owner'>) {
  const { documents, table } = stack.inner.dynamodb;
  const Key = subscriptionKey(owner);
  const { Item } = await documents.send(
    new GetCommand({ TableName: table('Subscriptions'), Key, ConsistentRead: true }),
  );
  return Item as SubscriptionItem | undefined; // as the product stored it
}

/** Returns the stored subscription without the version, which counts writes. */
export async function stateOf(stack: TestStack, user: Pick<TestUser, 'owner'>) {
  const { version: _, ...state } = (await itemOf(stack, user)) ?? { version: 0 };
  return state;
}

export async function putItem(stack: TestStack, item: object): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  const Item = item as Record<string, unknown>;
  await documents.send(new PutCommand({ TableName: table('Subscriptions'), Item }));
}

/** Ids of the events that were applied. */
export async function appliedEvents(stack: TestStack): Promise<string[]> {
  const { documents, table } = stack.inner.dynamodb;
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: table('Subscriptions') }));
  return Items.filter(({ sk }) => sk === 'EVENT').map(({ pk }) => String(pk).replace('EVENT#', ''));
}

export async function forgetEvents(stack: TestStack, ids: readonly string[]): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  for (const id of ids)
    await documents.send(new DeleteCommand({ TableName: table('Subscriptions'), Key: eventKey(id) }));
}

/** Pays at Checkout while Stripe's stand-in delivers no events. Returns the subscription's id. */
export async function payUnheard(
  stack: TestStack,
  user: TestUser,
  planType?: 'monthly' | 'yearly',
  card?: string,
) {
  const { webhooks, payCheckout } = stack.inner.stripe;
  webhooks.hold();
  const url = await openCheckout(stack, user, planType);
  return String(payCheckout(url, card === undefined ? {} : { card }).subscription);
}

/** Returns the user's events of the types that the webhook receives, oldest first, delivered or not. */
export async function eventsOf(stack: TestStack, user: Pick<TestUser, 'owner'>): Promise<Stripe.EventBase[]> {
  const { customerId } = (await itemOf(stack, user)) ?? {};
  const wanted: readonly string[] = EVENT_TYPES;
  return stack.inner.stripe
    .events()
    .filter((event) => wanted.includes(event.type) && customerOf(event) === customerId);
}

const customerOf = ({ data }: Stripe.EventBase): unknown =>
  'customer' in data.object ? data.object.customer : undefined;

export interface Sending {
  readonly secret: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Sent in place of what was signed. */
  readonly body?: string;
  readonly contentType?: string;
  readonly signature?: string;
}

/** Sends an event to the webhook, signed as `sending` says. Returns the status. */
export function sendEvent(url: string, event: object, sending: Sending): Promise<number> {
  const { secret, timestamp, contentType = 'application/json; charset=utf-8' } = sending;
  const payload = JSON.stringify(event);
  const signature =
    sending.signature ?? Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = https.request(
    url,
    {
      method: 'POST',
      rejectUnauthorized: false,
      headers: { 'content-type': contentType, ...(signature !== '' && { 'stripe-signature': signature }) },
    },
    (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    },
  );
  request.on('error', reject);
  request.end(sending.body ?? payload);
  return promise;
}
