/**
 * Writing subscriptions: always on condition of the version that was read, together with what must stand or fall with
 * it: the event that it comes from, or the record of who did it.
 */
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type AuditEntry, auditPart } from '../audit.ts';
import { conditional, type Parts, transact } from '../conditional-writes.ts';
import { db, subscriptionsTable } from '../tables.ts';
import {
  cursorKey,
  EVENT_LIFE_DAYS,
  eventKey,
  type SubscriptionItem,
  subscriptionKey,
} from './subscriptions.ts';

/** An item as its rules make it: the version is the store's. */
export type SubscriptionState = Omit<SubscriptionItem, 'version'>;

/** Item that the next state follows from: undefined where there is none. */
type Before = SubscriptionItem | undefined;

const versioned = (owner: string, before: Before, state: SubscriptionState) => ({
  TableName: subscriptionsTable(),
  Item: { ...state, ...subscriptionKey(owner), version: (before?.version ?? 0) + 1 },
  ...(before
    ? // Items of before there were versions count as version 0.
      {
        ConditionExpression: 'attribute_exists(pk) AND (version = :version OR attribute_not_exists(version))',
        ExpressionAttributeValues: { ':version': before.version ?? 0 },
      }
    : { ConditionExpression: 'attribute_not_exists(pk)' }),
});

/** False when somebody else has written since `before` was read: read again. */
export async function writeSubscription(
  owner: string,
  before: Before,
  state: SubscriptionState,
): Promise<boolean> {
  const { TableName, ...put } = versioned(owner, before, state);
  return (await conditional(db().send(new PutCommand({ TableName: subscriptionsTable(), ...put })))).ok;
}

/** The same together with a record of it. */
export function writeRecorded(
  owner: string,
  before: Before,
  state: SubscriptionState,
  entry: AuditEntry,
): Promise<boolean> {
  return transact([putPart(owner, before, state), auditPart(entry)]);
}

/** The same together with the event that it comes from: false also when that was applied before. */
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

/** True when an event was applied. */
export async function isApplied(eventId: string): Promise<boolean> {
  const { Item } = await db().send(
    new GetCommand({ TableName: subscriptionsTable(), Key: eventKey(eventId), ConsistentRead: true }),
  );
  return Item !== undefined;
}

/** True when it is this caller's turn to ask Stripe: of all who want to, one every `pauseMs`. */
export async function takeTurnToAsk(owner: string, now: number, pauseMs: number): Promise<boolean> {
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

/** Unix seconds; undefined before the first run. */
export async function readCursor(): Promise<number | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: subscriptionsTable(), Key: cursorKey, ConsistentRead: true }),
  );
  return Item && Number(Item.at);
}

export async function saveCursor(at: number): Promise<void> {
  await db().send(new PutCommand({ TableName: subscriptionsTable(), Item: { ...cursorKey, at } }));
}
