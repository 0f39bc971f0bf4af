/**
 * Usage: `OWNER#o` / `DAY#yyyy-mm-dd`. A message is reserved before its reply and settled after it. In between, the
 * item has an attribute for the request, which makes both exactly-once however often they are repeated. Its value is
 * which message of the day it is: the limit it has to stay below may be known only later (`domain/turn-start.ts`).
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from './conditional.ts';
import { daySort, inSeconds, ownerPartition } from './keys.ts';
import { db, usageTable } from './tables.ts';

/** How long usage is kept. */
export const KEEP_DAYS = 400;

const openOf = (requestId: string): string => `open_${requestId}`;

export interface Reservation {
  /** `already`: this request was reserved before and is not settled yet. */
  readonly kind: 'reserved' | 'already' | 'exceeded';
  /** Which message of the day it is, from 1; beyond every limit when it is `exceeded`. */
  readonly position: number;
  /** Messages of the day so far, this one among them. */
  readonly used: number;
}

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
        UpdateExpression: 'SET #ttl = :ttl, #open = if_not_exists(messages, :zero) + :one ADD messages :one',
        ConditionExpression:
          '(attribute_not_exists(messages) OR messages < :limit) AND attribute_not_exists(#open)',
        ExpressionAttributeNames: { '#open': openOf(requestId), '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':ttl': inSeconds(at) + KEEP_DAYS * 86_400,
          ':zero': 0,
          ':one': 1,
          ':limit': limit,
        },
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  const item: Readonly<Record<string, unknown>> =
    (outcome.ok ? outcome.value.Attributes : outcome.item) ?? {};
  const used = Number(item.messages ?? 0);
  const position = item[openOf(requestId)];
  if (position === undefined) return { kind: 'exceeded', position: Infinity, used };
  return { kind: outcome.ok ? 'reserved' : 'already', position: Number(position), used };
}

export interface Spent {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars. */
  readonly cost: number;
}

export interface Settlement {
  readonly requestId: string;
  readonly at: number;
  /** Which reservation it is: a request that is repeated after its settlement reserves anew. @default any */
  readonly position?: number | undefined;
  /** Is added to the day; undefined gives the message back. */
  readonly spent: Spent | undefined;
}

/** Settles a reservation, once. @returns whether this call did */
export async function settleMessage(
  owner: string,
  { requestId, at, position, spent }: Settlement,
): Promise<boolean> {
  const adds = spent
    ? 'cost :cost, #cost :cost, #messages :one, #input :input, #output :output'
    : 'messages :minus';
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: { pk: ownerPartition(owner), sk: daySort(at) },
        UpdateExpression: `ADD ${adds} REMOVE #open`,
        ConditionExpression: position === undefined ? 'attribute_exists(#open)' : '#open = :position',
        ExpressionAttributeNames: {
          '#open': openOf(requestId),
          ...(spent && {
            '#cost': `cost_${spent.model}`,
            '#messages': `messages_${spent.model}`,
            '#input': `input_${spent.model}`,
            '#output': `output_${spent.model}`,
          }),
        },
        ExpressionAttributeValues: {
          ...(position !== undefined && { ':position': position }),
          ...(spent
            ? { ':cost': spent.cost, ':one': 1, ':input': spent.inputTokens, ':output': spent.outputTokens }
            : { ':minus': -1 }),
        },
      }),
    ),
  );
  return outcome.ok;
}
