/** What is kept of an account besides its chats, for its owner to take along. */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Subscription, subscription } from '#contract/entities';
import type { UsageDay } from '#contract/usage';
import { type WaitlistItem, waitlistKey } from './invite-items.ts';
import { daySort, ownerPartition } from './keys.ts';
import { db, subscriptionsTable, usageTable, waitlistTable } from './tables.ts';

/** Every day that is kept (`usage.ts`), newest first. */
export async function readUsageDays(owner: string): Promise<UsageDay[]> {
  const days: UsageDay[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new QueryCommand({
        TableName: usageTable(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :day)',
        ExpressionAttributeValues: { ':pk': ownerPartition(owner), ':day': DAY },
        ScanIndexForward: false,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    days.push(...Items.map(toDay));
    from = LastEvaluatedKey;
  } while (from);
  return days;
}

const DAY = daySort(0).slice(0, 4);
const PER_MODEL = 'messages_';

function toDay(item: Record<string, unknown>): UsageDay {
  const count = (name: string) => Number(item[name] ?? 0);
  const models = Object.keys(item).filter((name) => name.startsWith(PER_MODEL));
  return {
    day: String(item.sk).slice(DAY.length),
    messages: count('messages'),
    cost: count('cost'),
    models: models.map((name) => {
      const model = name.slice(PER_MODEL.length);
      const tokens = { inputTokens: count(`input_${model}`), outputTokens: count(`output_${model}`) };
      return { model, messages: count(name), ...tokens };
    }),
  };
}

export async function readWaitlistEntry(email: string): Promise<WaitlistItem | undefined> {
  const { Item } = await db().send(new GetCommand({ TableName: waitlistTable(), Key: waitlistKey(email) }));
  return Item as WaitlistItem | undefined; // as the waitlist stored it
}

/** Whoever has no subscription has the free plan. */
export async function readSubscription(owner: string): Promise<Subscription> {
  const { Item } = await db().send(
    new GetCommand({
      TableName: subscriptionsTable(),
      Key: { pk: ownerPartition(owner), sk: 'SUBSCRIPTION' },
    }),
  );
  return Item ? subscription.parse(Item) : { tier: 'free', active: false };
}
