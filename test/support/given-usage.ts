/** Usage written straight into the table, for tests of the page that shows it. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { UsageDay } from '#contract/entities';
import { daySort, ownerPartition } from '../../lambdas/store/owner-keys.ts';
import { inSeconds } from '../../lambdas/store/unix-seconds.ts';
import type { TestStack, TestUser } from './stack.ts';

const DAY_MS = 86_400_000;

/** Stores the user's usage of the day that was `daysAgo` (0 is today, in UTC). Returns the day. */
export async function givenUsage(
  stack: TestStack,
  { owner }: Pick<TestUser, 'owner'>,
  daysAgo: number,
  models: UsageDay['models'],
): Promise<string> {
  const at = stack.inner.clock.now() - daysAgo * DAY_MS;
  const sum = (of: 'messages' | 'cost') => models.reduce((total, each) => total + each[of], 0);
  const counted = models.flatMap(({ model, messages, inputTokens, outputTokens, cost, ...cached }) => [
    [`messages_${model}`, messages],
    [`input_${model}`, inputTokens],
    [`cacheRead_${model}`, cached.cachedReadTokens ?? 0],
    [`cacheWrite_${model}`, cached.cachedWriteTokens ?? 0],
    [`output_${model}`, outputTokens],
    [`cost_${model}`, cost],
  ]);
  const sk = daySort(at);
  const { documents, table } = stack.inner.dynamodb;
  await documents.send(
    new PutCommand({
      TableName: table('Usage'),
      Item: {
        ...{ pk: ownerPartition(owner), sk, ttl: inSeconds(at) + 400 * 86_400 },
        ...{ messages: sum('messages'), cost: sum('cost') },
        ...Object.fromEntries(counted),
      },
    }),
  );
  return sk.slice('DAY#'.length);
}
