/** A user's usage by days, as an operator sees it (the items are in `usage.ts`). */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { UsageDay } from '#contract/usage';
import { daySort, ownerPartition } from './keys.ts';
import { db, usageTable } from './tables.ts';

const DAY = 'DAY#';
const PER_MODEL = 'messages_';

/** The days from `since` (milliseconds) on, newest first; at most one query's worth, which are thousands. */
export async function readDaysSince(owner: string, since: number): Promise<UsageDay[]> {
  const { Items = [] } = await db().send(
    new QueryCommand({
      TableName: usageTable(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': ownerPartition(owner),
        ':from': daySort(since),
        ':to': `${DAY}9`,
      },
      ScanIndexForward: false,
    }),
  );
  return Items.map(toDay);
}

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
