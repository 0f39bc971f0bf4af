/**
 * Usage: `OWNER#o` / `DAY#yyyy-mm-dd`. A message is reserved before its reply and settled after it. `open` holds
 * the requests in between, which makes both exactly-once however often they are repeated.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from './conditional.ts';
import { daySort, inSeconds, ownerPartition } from './keys.ts';
import { db, usageTable } from './tables.ts';

const KEEP_DAYS = 400;

/** `already`: this request was reserved before and is not settled yet. */
export type Reservation = 'reserved' | 'already' | 'exceeded';

/** Counts a message against a day's limit, unless the limit is reached. `at` in milliseconds picks the UTC day. */
export async function reserveMessage(
  owner: string,
  { requestId, at, limit }: { requestId: string; at: number; limit: number },
): Promise<Reservation> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: { pk: ownerPartition(owner), sk: daySort(at) },
        UpdateExpression: 'SET #ttl = :ttl ADD messages :one, #open :ids',
        ConditionExpression:
          '(attribute_not_exists(messages) OR messages < :limit) AND ' +
          '(attribute_not_exists(#open) OR NOT contains(#open, :id))',
        ExpressionAttributeNames: { '#open': 'open', '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':ttl': inSeconds(at) + KEEP_DAYS * 86_400,
          ':one': 1,
          ':ids': new Set([requestId]),
          ':id': requestId,
          ':limit': limit,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (outcome.ok) return 'reserved';
  const open = outcome.item?.open;
  return open instanceof Set && open.has(requestId) ? 'already' : 'exceeded';
}

export interface Spent {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars. */
  readonly cost: number;
}

/** Settles a reservation, once: `spent` is added to the day; undefined gives the message back. */
export async function settleMessage(
  owner: string,
  { requestId, at, spent }: { requestId: string; at: number; spent: Spent | undefined },
): Promise<void> {
  const adds = spent
    ? 'cost :cost, #cost :cost, #messages :one, #input :input, #output :output'
    : 'messages :minus';
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: { pk: ownerPartition(owner), sk: daySort(at) },
        UpdateExpression: `ADD ${adds} DELETE #open :ids`,
        ConditionExpression: 'contains(#open, :id)',
        ExpressionAttributeNames: {
          '#open': 'open',
          ...(spent && {
            '#cost': `cost_${spent.model}`,
            '#messages': `messages_${spent.model}`,
            '#input': `input_${spent.model}`,
            '#output': `output_${spent.model}`,
          }),
        },
        ExpressionAttributeValues: {
          ':ids': new Set([requestId]),
          ':id': requestId,
          ...(spent
            ? { ':cost': spent.cost, ':one': 1, ':input': spent.inputTokens, ':output': spent.outputTokens }
            : { ':minus': -1 }),
        },
      }),
    ),
  );
}
