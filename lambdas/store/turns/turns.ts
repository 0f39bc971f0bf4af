/**
 * Turn items: `CHAT#<owner>#<chatId>` / `MSG#<index>`. One item holds a user message and its reply, so that a turn
 * costs one item instead of two. The welcome and thank-you messages are items without a user message. The claim of a
 * turn creates its item. `store/chats/claims-and-copies.ts` stores copies of items, and `store/chats/imported-chats.ts`
 * the turns of imported chats. Each turn ends in exactly one terminal status.
 */
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { MessageStatus, TerminalStatus } from '#contract/entities';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import type { TurnFile } from '../files/files.ts';
import { turnPartition, turnSort } from '../keys.ts';

export interface TurnItem {
  readonly index: number;
  /** Request that this turn answers. */
  readonly requestId?: string;
  /** Request ids of all turns that were claimed at this index, including this turn. */
  readonly requestIds?: ReadonlySet<string>;
  /** Number of the turn's start; of two starts at the same index, the later one has the higher number (`lock.ts`). */
  readonly version?: number;
  readonly userText?: string;
  readonly userAt?: string;
  readonly text: string;
  readonly replyAt: string;
  readonly status: MessageStatus;
  readonly model?: string;
  readonly reason?: string;
  readonly attempt?: number;
  /** Unix milliseconds until which the worker's lease is valid. */
  readonly leaseUntil?: number;
  /** Token of the worker's run that has claimed the turn. */
  readonly worker?: string;
  readonly liked?: boolean;
  readonly disliked?: boolean;
  readonly kind?: 'welcome' | 'extra';
  /**
   * Token counts of the call that wrote the reply. The two counts of the prompt cache are absent if the call did not
   * use the cache.
   */
  readonly inputTokens?: number;
  readonly cachedReadTokens?: number | undefined;
  readonly cachedWriteTokens?: number | undefined;
  readonly outputTokens?: number;
  /**
   * Index of the oldest turn in the model's context. The chat's first turns do not count, because they may stay in the
   * context when later turns are left out (`domain/turn/first-turns-of-context.ts`). The next turn's context starts at
   * the same turn if all turns from there on still fit.
   */
  readonly contextFrom?: number;
  /** Milliseconds for which the model thought. Its thoughts are not stored. */
  readonly thoughtMs?: number;
  /** Files that the user sent with the message. Absent if the message has no files. */
  readonly files?: readonly TurnFile[] | undefined;
  /** Ids of the files in `files` that were removed, or could not be bound to the chat. */
  readonly removedFiles?: ReadonlySet<string>;
  /**
   * `versionOf` and `continues` are the fork (`lambdas/contract/branches.ts`) of a turn that begins a branch. A turn
   * that replaces this turn has the same fork.
   */
  readonly versionOf?: number | undefined;
  readonly continues?: number | undefined;
  /** Unix seconds after which the turn of a guest's or a temporary chat may be removed. Its files expire with it. */
  readonly ttl?: number;
}

export interface TurnRef {
  readonly owner: string;
  readonly chatId: string;
  readonly messageIndex: number;
}

export const keyOfTurn = ({ owner, chatId, messageIndex }: TurnRef) => ({
  pk: turnPartition(owner, chatId),
  sk: turnSort(messageIndex),
});

/**
 * Stores a message of the assistant without a user message. If the index already has an item, stores nothing and
 * returns false.
 */
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
  | {
      readonly kind: 'claimed';
      readonly attempt: number;
      /**
       * True for the turn's first claim, false for a takeover. Also false for the first claim of a turn that replaces
       * another one, if DynamoDB's response was lost: the repeated write cannot tell this claim from a takeover.
       */
      readonly isFirst: boolean;
    }
  /** Another worker holds a valid lease. */
  | { readonly kind: 'held' }
  /** A later turn has replaced this one. */
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
  /**
   * Text that the claim stores as the reply so far. A caller that claims the turn only to end it passes the text of the
   * last checkpoint. @default '' because a worker writes the reply from its start
   */
  readonly text?: string | undefined;
  readonly now: number;
  readonly leaseMs: number;
  readonly ttl?: number | undefined;
  readonly contextFrom?: number | undefined;
  readonly files?: readonly TurnFile[] | undefined;
  readonly versionOf?: number | undefined;
  readonly continues?: number | undefined;
}

/**
 * Condition that the turn can be claimed. There is no item with a version at this index, or the item belongs to an
 * earlier turn, or it belongs to this turn and its worker's lease has expired.
 */
const CLAIMABLE =
  'attribute_not_exists(#version) OR #version < :version OR ' +
  '(#version = :version AND #status = :status AND #leaseUntil < :now)';

/** Fields that a claim removes from the item, so that a turn does not inherit them from the turn that it replaces. */
const CLEARED = [
  'liked',
  'disliked',
  'inputTokens',
  'cachedReadTokens',
  'cachedWriteTokens',
  'outputTokens',
  'thoughtMs',
  'removedFiles',
];
/**
 * Fields that a claim removes from the item if the claim lacks them. The fork (`versionOf`, `continues`) is not
 * removed, because a turn that replaces another turn keeps that turn's fork.
 */
const OPTIONAL = ['contextFrom', 'files'] as const;

/**
 * Gives `worker` the only right to write this turn's reply until its lease expires. The first claim creates the item
 * with the user's message, or overwrites the turn that it replaces. A later claim takes over from a worker whose lease
 * has expired. Each claim has a higher attempt than the one before.
 */
export async function claimTurn(ref: TurnRef, claim: Claim): Promise<ClaimOutcome> {
  const { text = '', ttl, now, leaseMs, ...fields } = claim;
  const values = { ...fields, index: ref.messageIndex, replyAt: new Date(now).toISOString(), text, ttl };
  const sets = assignments({ ...values, status: 'streaming', leaseUntil: now + leaseMs });
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOfTurn(ref),
        UpdateExpression:
          `${sets.expression}, #attempt = if_not_exists(#attempt, :zero) + :one ` +
          'ADD requestIds :requestIds ' +
          `REMOVE ${[...CLEARED, ...OPTIONAL.filter((name) => claim[name] === undefined)].join(', ')}`,
        ConditionExpression: CLAIMABLE,
        ExpressionAttributeNames: { ...sets.names, '#attempt': 'attempt' },
        ExpressionAttributeValues: {
          ...sets.values,
          ':zero': 0,
          ':one': 1,
          ':now': now,
          ':requestIds': new Set([claim.requestId]),
        },
        ReturnValues: 'UPDATED_OLD',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ),
  );
  if (outcome.ok) {
    const before = outcome.value.Attributes as Partial<TurnItem> | undefined; // old values of the fields set above
    const isFirst = before?.version !== claim.version;
    return { kind: 'claimed', attempt: (before?.attempt ?? 0) + 1, isFirst };
  }
  const turn = outcome.item as TurnItem | undefined;
  // The SDK repeats a write whose response was lost. The repeat fails the condition if the first try claimed the turn.
  if (turn?.worker === claim.worker && turn.status === 'streaming') {
    const { attempt = 1 } = turn;
    return { kind: 'claimed', attempt, isFirst: attempt === 1 };
  }
  if (turn && (turn.version ?? 0) > claim.version) return { kind: 'replaced' };
  if (turn && turn.status !== 'streaming') return { kind: 'ended', turn };
  return { kind: 'held' };
}

/**
 * Deletes the item that `worker` has just claimed, because the turn was abandoned (`abandonTurn` in `lock.ts`) or its
 * chat was deleted before the claim.
 */
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

/**
 * Saves the text so far and renews the lease. Returns false when another worker has taken the turn over, or the turn
 * has ended.
 */
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
  readonly cachedReadTokens?: number | undefined;
  readonly cachedWriteTokens?: number | undefined;
  readonly outputTokens: number;
  readonly thoughtMs?: number | undefined;
  /**
   * Model that answered, and in `reason` why it was chosen. Without these two fields, the item keeps the model and the
   * reason of the claim.
   */
  readonly model?: string;
  readonly reason?: string;
}

/**
 * Ends the turn. Returns false when another worker has taken the turn over or ended it. Idempotent: a repetition with
 * the same `end` returns true.
 */
export async function finishTurn(ref: TurnRef, worker: string, end: TurnEnd): Promise<boolean> {
  const outcome = await writeAsWorker(ref, worker, { ...end });
  if (outcome.ok) return true;
  // The SDK repeats a write whose response was lost. The repeat fails the condition if the first try ended the turn.
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

/** Returns the update expression `SET #a = :a, ...` of all defined fields, with its attribute names and values. */
function assignments(fields: Record<string, unknown>) {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    expression: `SET ${defined.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    names: Object.fromEntries(defined.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(defined.map(([name, value]) => [`:${name}`, value])),
  };
}
