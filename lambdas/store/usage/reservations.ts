/**
 * Daily message counts in the Usage table: `OWNER#o` / `DAY#yyyy-mm-dd`. A message is reserved before its reply and
 * settled after it. Meanwhile the item has two attributes for the request. `open_<requestId>` is the message's position
 * in the day. The caller may reserve before it knows the sender's plan, and later compares the position with the plan's
 * limit. `call_<requestId>` is the token of the call that holds the reservation. A settlement with a token settles only
 * that call's reservation.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from '../conditional-writes.ts';
import { db, usageTable } from '../db-and-table-names.ts';
import { daySort, ownerPartition } from '../owner-keys.ts';
import { inSeconds } from '../unix-seconds.ts';
import { KEEP_SETTLERS, newSettler, SETTLERS } from './settlement-ids.ts';

export const KEEP_DAYS = 400;

const OPEN = 'open_';
const openOf = (requestId: string): string => `${OPEN}${requestId}`;
const callOf = (requestId: string): string => `call_${requestId}`;

export interface Reservation {
  /** `already`: another call of this request holds the reservation. `exceeded`: the limit is reached. */
  readonly kind: 'reserved' | 'already' | 'exceeded';
  /** Token of the call that holds the reservation. Undefined if `exceeded`, or reserved before tokens existed. */
  readonly call?: string | undefined;
  /** Position of the message in the day, from 1; Infinity when the limit is exceeded. */
  readonly position: number;
  /** Messages that count on this day; includes this message, unless the limit is exceeded. */
  readonly used: number;
  /** Reservations of the day that are not settled; includes this one, unless the limit is exceeded. */
  readonly open: readonly OpenReservation[];
}

export interface OpenReservation {
  readonly requestId: string;
  /** Undefined for a reservation from before tokens existed. */
  readonly call?: string | undefined;
}

export interface MessageToReserve {
  readonly requestId: string;
  /** Token of this call: a UUIDv7, whose time shows how old the reservation is. */
  readonly call: string;
  /** Unix milliseconds; decides the UTC day. */
  readonly at: number;
  readonly limit: number;
}

/** Reserves one message of the day's quota, unless the limit is reached. */
export async function reserveMessage(
  owner: string,
  { requestId, call, at, limit }: MessageToReserve,
): Promise<Reservation> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: { pk: ownerPartition(owner), sk: daySort(at) },
        UpdateExpression:
          'SET #ttl = :ttl, #call = :call, #open = if_not_exists(messages, :zero) + :one ADD messages :one',
        ConditionExpression:
          '(attribute_not_exists(messages) OR messages < :limit) AND attribute_not_exists(#open)',
        ExpressionAttributeNames: {
          '#open': openOf(requestId),
          '#call': callOf(requestId),
          '#ttl': 'ttl',
        },
        ExpressionAttributeValues: {
          ':call': call,
          ':ttl': inSeconds(at) + KEEP_DAYS * 86_400,
          ':zero': 0,
          ':one': 1,
          ':limit': limit,
        },
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  const item: Readonly<Record<string, unknown>> =
    (outcome.ok ? outcome.value.Attributes : outcome.item) ?? {};
  const used = Number(item.messages ?? 0);
  const position = item[openOf(requestId)];
  const open = openIn(item);
  if (position === undefined) return { kind: 'exceeded', position: Infinity, used, open };
  const holder = item[callOf(requestId)];
  // The SDK repeats a write whose response was lost. The repeat fails if the first try reserved the message.
  const kind = outcome.ok || holder === call ? 'reserved' : 'already';
  return {
    kind,
    position: Number(position),
    ...{ used, open },
    ...(typeof holder === 'string' && { call: holder }),
  };
}

function openIn(item: Readonly<Record<string, unknown>>): OpenReservation[] {
  const ids = Object.keys(item).filter((name) => name.startsWith(OPEN));
  return ids.map((name) => {
    const requestId = name.slice(OPEN.length);
    const call = item[callOf(requestId)];
    return { requestId, ...(typeof call === 'string' && { call }) };
  });
}

/** Moves a reservation from the call `from` to `call`. Returns false when neither call holds the reservation. */
export async function moveReservation(
  owner: string,
  { requestId, at, from, call }: { requestId: string; at: number; from: string; call: string },
): Promise<boolean> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: { pk: ownerPartition(owner), sk: daySort(at) },
        UpdateExpression: 'SET #call = :call',
        ConditionExpression: 'attribute_exists(#open) AND (#call = :from OR #call = :call)',
        ExpressionAttributeNames: { '#open': openOf(requestId), '#call': callOf(requestId) },
        ExpressionAttributeValues: { ':from': from, ':call': call },
      }),
    ),
  );
  return outcome.ok;
}

export interface Spent {
  readonly model: string;
  /** All input, from the provider's cache or not. */
  readonly inputTokens: number;
  /** Part of `inputTokens` that was read from the provider's cache. @default 0 */
  readonly cachedReadTokens?: number | undefined;
  /** Part of `inputTokens` that was written to the provider's cache. @default 0 */
  readonly cachedWriteTokens?: number | undefined;
  readonly outputTokens: number;
  /** US dollars. */
  readonly cost: number;
}

export interface Settlement {
  readonly requestId: string;
  readonly at: number;
  /**
   * Token of the call that holds the reservation. When the client sends the message again, another call may reserve it
   * again. Without a token, a late settlement of the first reservation may settle the second.
   * @default any
   */
  readonly call?: string | undefined;
  /** Position of the reservation, which identifies it when no token was stored. Ignored with `call`. @default any */
  readonly position?: number | undefined;
  /** Tokens and cost to add to the day. If undefined, the message is given back to the day's quota. */
  readonly spent: Spent | undefined;
}

/** Settles a reservation once. Returns false if it was already settled, or if `call` or `position` does not match. */
export async function settleMessage(
  owner: string,
  { requestId, at, call, position, spent }: Settlement,
): Promise<boolean> {
  const which = reservationOf({ call, position });
  const settler = newSettler();
  const adds = spent ? additionsOf(spent) : RETURN;
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: usageTable(),
        Key: { pk: ownerPartition(owner), sk: daySort(at) },
        UpdateExpression: `SET ${KEEP_SETTLERS} ADD ${adds.expression} REMOVE #open, #call`,
        ConditionExpression: which.condition,
        ExpressionAttributeNames: {
          '#open': openOf(requestId),
          '#call': callOf(requestId),
          ...adds.names,
        },
        ExpressionAttributeValues: {
          ...which.values,
          ':settler': settler,
          ...adds.values,
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (outcome.ok) return true;
  // The SDK repeats a write whose response was lost. If the first try settled the reservation, the item has this
  // settlement's id. If four other settlements came between the two tries, the item no longer has the id, and the
  // result is false.
  return SETTLERS.some((name) => outcome.item?.[name] === settler);
}

interface Additions {
  readonly expression: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, number>>;
}

/** Gives a message back to the day's quota. */
const RETURN: Additions = { expression: 'messages :minus', names: {}, values: { ':minus': -1 } };

/**
 * Returns what a message adds to its day. Leaves out zero counts of the provider's cache, so that the item of a user
 * of many models stays below 1 KB, which is one write unit.
 */
function additionsOf(spent: Spent): Additions {
  const { model, cost, inputTokens, cachedReadTokens = 0, cachedWriteTokens = 0, outputTokens } = spent;
  const counts = { cost, messages: 1, input: inputTokens, output: outputTokens };
  const cached = { cacheRead: cachedReadTokens, cacheWrite: cachedWriteTokens };
  const used = [...Object.entries(counts), ...Object.entries(cached).filter(([, tokens]) => tokens > 0)];
  return {
    expression: ['cost :cost', ...used.map(([name]) => `#${name} :${name}`)].join(', '),
    names: Object.fromEntries(used.map(([name]) => [`#${name}`, `${name}_${model}`])),
    values: Object.fromEntries(used.map(([name, count]) => [`:${name}`, count])),
  };
}

function reservationOf({ call, position }: Pick<Settlement, 'call' | 'position'>) {
  if (call !== undefined)
    return { condition: 'attribute_exists(#open) AND #call = :call', values: { ':call': call } };
  if (position !== undefined) return { condition: '#open = :position', values: { ':position': position } };
  return { condition: 'attribute_exists(#open)', values: {} };
}
