/**
 * Turns: `CHAT#o#<chatId>` / `MSG#<index>`. One item holds a user message and its reply, so that a turn costs
 * one item instead of two; the welcome and thank-you messages are items without a user message. The item of a
 * turn appears when a worker claims it and ends in exactly one terminal status.
 */
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { MessageStatus, TerminalStatus } from '#contract/entities';
import { conditional } from '../conditional-writes.ts';
import { turnPartition, turnSort } from '../keys.ts';
import { chatsTable, db } from '../tables.ts';

export interface TurnItem {
  readonly index: number;
  /** The request that this turn answers, and every one it has answered before it was replaced. */
  readonly requestId?: string;
  readonly requestIds?: ReadonlySet<string>;
  /** Of two starts that share an index, the later one has the higher version (`lock.ts`). */
  readonly version?: number;
  readonly userText?: string;
  readonly userAt?: string;
  readonly text: string;
  readonly replyAt: string;
  readonly status: MessageStatus;
  readonly model?: string;
  readonly reason?: string;
  readonly attempt?: number;
  /** Until when its worker is believed to be alive; milliseconds. */
  readonly leaseUntil?: number;
  readonly worker?: string;
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

/** Key of a turn's item. */
export const keyOfTurn = ({ owner, chatId, messageIndex }: TurnRef) => ({
  pk: turnPartition(owner, chatId),
  sk: turnSort(messageIndex),
});

/** Stores a message of the assistant's own, without a user message; one that exists is left. Says if it is new. */
export async function putNotice(
  ref: TurnRef,
  notice: { kind: 'welcome' | 'extra'; text: string; replyAt: string; ttl?: number | undefined },
): Promise<boolean> {
  const outcome = await conditional(
    db().send(
      new PutCommand({
        TableName: chatsTable(),
        Item: { ...keyOfTurn(ref), index: ref.messageIndex, status: 'complete', ...notice },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
  return outcome.ok;
}

export async function getTurn(ref: TurnRef): Promise<TurnItem | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: keyOfTurn(ref), ConsistentRead: true }),
  );
  return Item as TurnItem | undefined;
}

export type ClaimOutcome =
  | { readonly kind: 'claimed'; readonly attempt: number }
  /** Another worker's lease is running. */
  | { readonly kind: 'held' }
  /** A later turn stands in this one's place. */
  | { readonly kind: 'replaced' }
  | { readonly kind: 'ended'; readonly turn: TurnItem };

export interface Claim {
  readonly requestId: string;
  readonly version: number;
  readonly userText: string;
  readonly userAt: string;
  readonly model: string;
  readonly reason: string;
  readonly worker: string;
  readonly now: number;
  readonly leaseMs: number;
  readonly ttl?: number | undefined;
}

/** No item, or the item of a turn that this one replaces; or this turn's, whose worker's lease is over. */
const CLAIMABLE =
  'attribute_not_exists(#version) OR #version < :version OR ' +
  '(#version = :version AND #status = :status AND #leaseUntil < :now)';

/**
 * Makes `worker` the only one to write this turn's reply until its lease runs out: the first claim creates the
 * item with the user's message, or overwrites the turn that it replaces; a later one takes over from a worker
 * whose lease is over. Each has a higher attempt than the one before.
 */
export async function claimTurn(ref: TurnRef, claim: Claim): Promise<ClaimOutcome> {
  const { ttl, now, leaseMs, ...fields } = claim;
  const values = { ...fields, index: ref.messageIndex, replyAt: new Date(now).toISOString(), text: '', ttl };
  const sets = assignments({ ...values, status: 'streaming', leaseUntil: now + leaseMs });
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOfTurn(ref),
        UpdateExpression:
          `${sets.expression}, #attempt = if_not_exists(#attempt, :zero) + :one ` +
          'ADD requestIds :requestIds REMOVE liked, inputTokens, outputTokens',
        ConditionExpression: CLAIMABLE,
        ExpressionAttributeNames: { ...sets.names, '#attempt': 'attempt' },
        ExpressionAttributeValues: {
          ...sets.values,
          ':zero': 0,
          ':one': 1,
          ':now': now,
          ':requestIds': new Set([claim.requestId]),
        },
        ReturnValues: 'UPDATED_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (outcome.ok) return { kind: 'claimed', attempt: Number(outcome.value.Attributes?.attempt) };
  const turn = outcome.item as TurnItem | undefined;
  // The write may be refused because its first try, whose answer was lost, has claimed the turn.
  if (turn?.worker === claim.worker && turn.status === 'streaming')
    return { kind: 'claimed', attempt: turn.attempt ?? 1 };
  if (turn && (turn.version ?? 0) > claim.version) return { kind: 'replaced' };
  if (turn && turn.status !== 'streaming') return { kind: 'ended', turn };
  return { kind: 'held' };
}

/** Removes the item that a worker has claimed for a turn that was taken back before. */
export async function releaseTurn(ref: TurnRef, worker: string): Promise<void> {
  await conditional(
    db().send(
      new DeleteCommand({
        TableName: chatsTable(),
        Key: keyOfTurn(ref),
        ConditionExpression: '#worker = :worker AND #status = :streaming',
        ExpressionAttributeNames: { '#worker': 'worker', '#status': 'status' },
        ExpressionAttributeValues: { ':worker': worker, ':streaming': 'streaming' },
      }),
    ),
  );
}

/** Saves the text so far and renews the lease; false when the turn is no longer this worker's. */
export async function checkpointTurn(
  ref: TurnRef,
  { worker, text, leaseUntil }: { worker: string; text: string; leaseUntil: number },
): Promise<boolean> {
  const { ok } = await writeAsWorker(ref, worker, { text, leaseUntil });
  return ok;
}

export interface TurnEnd {
  readonly status: TerminalStatus;
  readonly text: string;
  readonly replyAt: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Model that answered and why, if it is another than was chosen. */
  readonly model?: string;
  readonly reason?: string;
}

/** Ends the turn; false when the turn is no longer this worker's. Repeated with the same `end`, it is true again. */
export async function finishTurn(ref: TurnRef, worker: string, end: TurnEnd): Promise<boolean> {
  const outcome = await writeAsWorker(ref, worker, { ...end });
  if (outcome.ok) return true;
  // The write may be refused because its first try, whose answer was lost, has ended the turn.
  const turn = outcome.item as TurnItem | undefined;
  return turn?.worker === worker && turn.status === end.status && turn.replyAt === end.replyAt;
}

function writeAsWorker(ref: TurnRef, worker: string, fields: Record<string, unknown>) {
  const sets = assignments(fields);
  return conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOfTurn(ref),
        UpdateExpression: sets.expression,
        ConditionExpression: '#worker = :worker AND #status = :streaming',
        ExpressionAttributeNames: { ...sets.names, '#worker': 'worker', '#status': 'status' },
        ExpressionAttributeValues: { ...sets.values, ':worker': worker, ':streaming': 'streaming' },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
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
