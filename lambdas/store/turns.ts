/**
 * Turns: `CHAT#o#<chatId>` / `MSG#<index>`. One item holds a user message and its reply, so that a turn costs
 * one item instead of two; the welcome and thank-you messages are items without a user message. The item of a
 * turn appears when a worker claims it and ends in exactly one terminal status.
 */
import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { MessageStatus, TerminalStatus } from '#contract/entities';
import { conditional } from './conditional.ts';
import { turnPartition, turnSort } from './keys.ts';
import { chatsTable, db } from './tables.ts';

export interface TurnItem {
  readonly index: number;
  readonly requestId?: string;
  readonly userText?: string;
  readonly userAt?: string;
  readonly text: string;
  readonly replyAt: string;
  readonly status: MessageStatus;
  readonly model?: string;
  readonly reason?: string;
  readonly attempt?: number;
  readonly liked?: boolean;
  readonly kind?: 'welcome' | 'extra';
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** Which turn of which chat. */
export interface TurnRef {
  readonly owner: string;
  readonly chatId: string;
  readonly messageIndex: number;
}

const keyOf = ({ owner, chatId, messageIndex }: TurnRef) => ({
  pk: turnPartition(owner, chatId),
  sk: turnSort(messageIndex),
});

/** Stores a message of the assistant's own, without a user message; one that exists is left as it is. */
export async function putNotice(
  ref: TurnRef,
  notice: { kind: 'welcome' | 'extra'; text: string; replyAt: string; ttl?: number | undefined },
): Promise<void> {
  await conditional(
    db().send(
      new PutCommand({
        TableName: chatsTable(),
        Item: { ...keyOf(ref), index: ref.messageIndex, status: 'complete', ...notice },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
}

/** A page of turns, newest first; `before` excludes itself and what follows. Strongly consistent. */
export async function listTurns(
  owner: string,
  chatId: string,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<TurnItem[]> {
  const { Items = [] } = await db().send(
    new QueryCommand({
      TableName: chatsTable(),
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': turnPartition(owner, chatId),
        ':from': turnSort(0),
        ':to': before === undefined ? 'MSG#~' : turnSort(before - 1),
      },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return Items as TurnItem[];
}

export async function getTurn(ref: TurnRef): Promise<TurnItem | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: keyOf(ref), ConsistentRead: true }),
  );
  return Item as TurnItem | undefined;
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly attempt: number }
  /** Another worker's lease is running. */
  | { readonly kind: 'held' }
  | { readonly kind: 'ended'; readonly turn: TurnItem };

export interface Claim {
  readonly requestId: string;
  readonly userText: string;
  readonly userAt: string;
  readonly model: string;
  readonly reason: string;
  readonly worker: string;
  readonly now: number;
  readonly leaseMs: number;
  readonly ttl?: number | undefined;
}

/**
 * Makes `worker` the only one to write this turn's reply until its lease runs out: the first claim creates the
 * item with the user's message, a later one takes over from a worker whose lease is over, with a higher attempt.
 */
export async function claimTurn(ref: TurnRef, claim: Claim): Promise<ClaimOutcome> {
  const { ttl, now, leaseMs, ...fields } = claim;
  const values = { ...fields, index: ref.messageIndex, replyAt: new Date(now).toISOString(), text: '', ttl };
  const sets = assignments({ ...values, status: 'streaming', leaseUntil: now + leaseMs });
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(ref),
        UpdateExpression: `${sets.expression}, #attempt = if_not_exists(#attempt, :zero) + :one`,
        ConditionExpression:
          'attribute_not_exists(pk) OR (#requestId = :requestId AND #status = :status AND #leaseUntil < :now)',
        ExpressionAttributeNames: { ...sets.names, '#attempt': 'attempt' },
        ExpressionAttributeValues: { ...sets.values, ':zero': 0, ':one': 1, ':now': now },
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (outcome.ok) return { kind: 'claimed', attempt: Number(outcome.value.Attributes?.attempt) };
  const turn = outcome.item as TurnItem | undefined;
  if (turn && turn.requestId === claim.requestId && turn.status !== 'streaming')
    return { kind: 'ended', turn };
  return { kind: 'held' };
}

/** Saves the text so far and renews the lease; false when the turn is no longer this worker's. */
export async function checkpointTurn(
  ref: TurnRef,
  { worker, text, leaseUntil }: { worker: string; text: string; leaseUntil: number },
): Promise<boolean> {
  return writeAsWorker(ref, worker, { text, leaseUntil });
}

export interface TurnEnd {
  readonly status: TerminalStatus;
  readonly text: string;
  readonly replyAt: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Ends the turn; false when the turn is no longer this worker's. */
export async function finishTurn(ref: TurnRef, worker: string, end: TurnEnd): Promise<boolean> {
  return writeAsWorker(ref, worker, { ...end });
}

async function writeAsWorker(
  ref: TurnRef,
  worker: string,
  fields: Record<string, unknown>,
): Promise<boolean> {
  const sets = assignments(fields);
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(ref),
        UpdateExpression: sets.expression,
        ConditionExpression: '#worker = :worker AND #status = :streaming',
        ExpressionAttributeNames: { ...sets.names, '#worker': 'worker', '#status': 'status' },
        ExpressionAttributeValues: { ...sets.values, ':worker': worker, ':streaming': 'streaming' },
      }),
    ),
  );
  return outcome.ok;
}

/** `SET #a = :a, ...` for every defined field. */
function assignments(fields: Record<string, unknown>) {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    expression: `SET ${defined.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    names: Object.fromEntries(defined.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(defined.map(([name, value]) => [`:${name}`, value])),
  };
}
