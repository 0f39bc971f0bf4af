import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { UsageDay } from '#contract/entities';
import { db, usageTable } from '../db-and-table-names.ts';
import { daySort, ownerPartition } from '../owner-keys.ts';

const DAY = 'DAY#';
const PER_MODEL = 'messages_';

/** Returns the days with stored usage from the UTC day of `since` (Unix milliseconds) on, newest first. */
export async function readDaysSince(owner: string, since: number): Promise<UsageDay[]> {
  const days: UsageDay[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new QueryCommand({
        TableName: usageTable(),
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': ownerPartition(owner),
          ':from': daySort(since),
          ':to': `${DAY}9`,
        },
        ScanIndexForward: false,
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    days.push(...Items.map(toDay));
    from = LastEvaluatedKey;
  } while (from);
  return days;
}

/** Returns the last UTC day with usage (`yyyy-mm-dd`), even if all its messages were given back. */
export async function readLastDay(owner: string): Promise<string | undefined> {
  const { Items: [last] = [] } = await db().send(
    new QueryCommand({
      TableName: usageTable(),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :day)',
      ExpressionAttributeValues: { ':pk': ownerPartition(owner), ':day': DAY },
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  return last && toDay(last).day;
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
      const read = count(`cacheRead_${model}`);
      const written = count(`cacheWrite_${model}`);
      const cached = {
        ...(read > 0 && { cachedReadTokens: read }),
        ...(written > 0 && { cachedWriteTokens: written }),
      };
      const tokens = {
        inputTokens: count(`input_${model}`),
        ...cached,
        outputTokens: count(`output_${model}`),
      };
      return { model, messages: count(name), ...tokens, cost: count(`cost_${model}`) };
    }),
  };
}
