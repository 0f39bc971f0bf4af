/** Writes a subscription only if its version is still the one that was read. */
import { isDeepStrictEqual } from 'node:util';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type AuditEntry, auditPart } from '../audit.ts';
import { conditional, type Parts, transact } from '../conditional-writes.ts';
import { db, subscriptionsTable } from '../db-and-table-names.ts';
import { EVENT_LIFE_DAYS, eventKey } from './applied-stripe-events.ts';
import { type SubscriptionItem, subscriptionKey } from './read-subscription-and-plan.ts';

/** Subscription without its version, which this file sets. */
export type SubscriptionState = Omit<SubscriptionItem, 'version'>;

/** Item that was read before the write; undefined when there was none. */
type Before = SubscriptionItem | undefined;

const versioned = (owner: string, before: Before, state: SubscriptionState) => ({
  TableName: subscriptionsTable(),
  Item: { ...state, ...subscriptionKey(owner), version: (before?.version ?? 0) + 1 },
  ...(before
    ? // An item without a version was stored before versions existed. It counts as version 0.
      {
        ConditionExpression: 'attribute_exists(pk) AND (version = :version OR attribute_not_exists(version))',
        ExpressionAttributeValues: { ':version': before.version ?? 0 },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }),
});

/**
 * Returns false when another write has changed the item's version since `before` was read. If the answer of this write
 * is lost, the SDK repeats the write. The condition then fails, although the first attempt has stored the item. So when
 * the condition fails, the function compares the stored item with the item of this write. It returns true if the two
 * are equal.
 */
export async function writeSubscription(
  owner: string,
  before: Before,
  state: SubscriptionState,
): Promise<boolean> {
  const { TableName, ...put } = versioned(owner, before, state);
  const written = await conditional(
    db().send(
      new PutCommand({
        TableName: subscriptionsTable(),
        ...put,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  return written.ok || isDeepStrictEqual(written.item, definedFields(put.Item));
}

const definedFields = (item: object): object =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));

/** Like `writeSubscription`, with an audit record in the same transaction. */
export function writeRecorded(
  owner: string,
  before: Before,
  state: SubscriptionState,
  entry: AuditEntry,
): Promise<boolean> {
  return transact([putPart(owner, before, state), auditPart(entry)]);
}

/**
 * Like `writeSubscription`, but stores the Stripe event's id in the same transaction. Also returns false when the event
 * was applied already.
 */
export function writeFromEvent(
  owner: string,
  before: SubscriptionItem,
  state: SubscriptionState,
  { eventId, now }: { readonly eventId: string; readonly now: number },
): Promise<boolean> {
  const ttl = Math.floor(now / 1000) + EVENT_LIFE_DAYS * 86_400;
  return transact([
    putPart(owner, before, state),
    {
      Put: {
        TableName: subscriptionsTable(),
        Item: { ...eventKey(eventId), ttl },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ]);
}

function putPart(owner: string, before: Before, state: SubscriptionState): Parts[number] {
  const { TableName, ...put } = versioned(owner, before, state);
  return { Put: { TableName: subscriptionsTable(), ...put } };
}

/**
 * Stores `now` and returns true when Stripe may be asked about the owner's plan. Returns false within `pauseMs` of the
 * last time, and for an owner without a subscription's item.
 */
export async function mayAskStripe(owner: string, now: number, pauseMs: number): Promise<boolean> {
  const taken = conditional(
    db().send(
      new UpdateCommand({
        TableName: subscriptionsTable(),
        Key: subscriptionKey(owner),
        UpdateExpression: 'SET askedAt = :now',
        ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(askedAt) OR askedAt <= :before)',
        ExpressionAttributeValues: { ':now': now, ':before': now - pauseMs },
      }),
    ),
  );
  return (await taken).ok;
}
