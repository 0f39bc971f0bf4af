/**
 * Turn items: `CHAT#<owner>#<chatId>` / `MSG#<index>`. One item holds a user message and its reply. The welcome and
 * thank-you messages are items without a user message. Each turn ends in exactly one terminal status.
 */
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { MessageStatus, TerminalStatus } from '#contract/entities';
import { conditional } from '../conditional-writes.ts';
import { chatsTable, db } from '../db-and-table-names.ts';
import type { TurnFile } from '../files/files.ts';
import { turnPartition, turnSort } from '../owner-keys.ts';

export interface TurnItem {
  readonly index: number;
  readonly requestId?: string;
  /** Request ids of all turns that were claimed at this index, including this turn. */
  readonly requestIds?: ReadonlySet<string>;
  /** Number of the turn's start; a later start in the chat has a higher number (`lock.ts`). */
  readonly version?: number;
  readonly userText?: string;
  readonly userAt?: string;
  readonly text: string;
  readonly replyAt: string;
  readonly status: MessageStatus;
  readonly model?: string;
  readonly reason?: string;
  readonly attempt?: number;
  /** Unix milliseconds. */
  readonly leaseUntil?: number;
  /** Token of the worker's run that has claimed the turn. */
  readonly worker?: string;
  readonly liked?: boolean;
  readonly disliked?: boolean;
  readonly kind?: 'welcome' | 'extra';
  /**
   * Numbers of model tokens that the reply used. `inputTokens` leaves out cached ones. A model call without the
   * provider's prompt cache has no cached counts.
   */
  readonly inputTokens?: number;
  readonly cachedReadTokens?: number | undefined;
  readonly cachedWriteTokens?: number | undefined;
  readonly outputTokens?: number;
  /**
   * Index of the turn at which the model's context started. The context may also have had the chat's first turns in
   * front of the start (`domain/turn/first-turns-of-context.ts`). This index ignores those turns. The next turn's
   * context starts at the same turn if all turns since the start still fit.
   */
  readonly contextFrom?: number;
  /** True if an earlier turn on the same path had files when this turn started. */
  readonly hasEarlierFiles?: true | undefined;
  /** Milliseconds for which the model thought. Its thoughts are not stored. */
  readonly thoughtMs?: number;
  readonly files?: readonly TurnFile[] | undefined;
  /**
   * Ids of files that were removed, or could not be bound to the chat. May also contain ids of files of an earlier turn
   * at this index, which this turn has replaced.
   */
  readonly removedFiles?: ReadonlySet<string>;
  /** Fork of a turn that begins a branch (`contract/branches.ts`): `versionOf` or `continues`. */
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

/** Stores a message of the assistant without a user message. Returns false if the index already has an item. */
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
      /** False for a takeover. May also be false if DynamoDB's response to the first claim was lost. */
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
  /** Reply so far: the last checkpoint's text if the turn is claimed only to end it. @default '' */
  readonly text?: string | undefined;
  readonly now: number;
  readonly leaseMs: number;
  readonly ttl?: number | undefined;
  readonly contextFrom?: number | undefined;
  readonly hasEarlierFiles?: true | undefined;
  readonly files?: readonly TurnFile[] | undefined;
  readonly versionOf?: number | undefined;
  readonly continues?: number | undefined;
}

/**
 * True in three cases: no turn was claimed at this index; an earlier turn was claimed at this index; or this turn was
 * claimed and is still streaming, but its worker's lease has expired.
 */
const CLAIMABLE =
  'attribute_not_exists(#version) OR #version < :version OR ' +
  '(#version = :version AND #status = :status AND #leaseUntil < :now)';

/**
 * Fields that a claim removes from the item, so that a turn does not inherit them from the turn that it replaces.
 * `removedFiles` stays. `removeFile` first adds the file to `removedFiles`, and then deletes the file's item. If a
 * claim cleared `removedFiles` between these two writes, `bindFiles` would still find the item and not add the file
 * again. The turn would then show the deleted file.
 */
const CLEARED = [
  'liked',
  'disliked',
  'inputTokens',
  'cachedReadTokens',
  'cachedWriteTokens',
  'outputTokens',
  'thoughtMs',
];
/**
 * Fields that a claim removes if the claim lacks them. The fork and `hasEarlierFiles` are not removed, because a turn
 * that replaces another turn keeps that turn's fork, and has the same turns before it.
 */
const OPTIONAL = ['contextFrom', 'files'] as const;

/**
 * Makes `worker` the only writer of this turn's reply. When the lease has expired, another worker can take the turn
 * over. The first claim creates the item with the user's message, or overwrites the item of the turn that this turn
 * replaces.
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

/** Saves the text so far and renews the lease. Returns false when `worker` has lost the turn, or the turn has ended. */
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
  /** Model that answered, and why it was chosen. @default model and reason of the claim */
  readonly model?: string;
  readonly reason?: string;
}

/** Ends the turn. Returns false when another worker has taken the turn over or ended it. Idempotent. */
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

function assignments(fields: Record<string, unknown>) {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    expression: `SET ${defined.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    names: Object.fromEntries(defined.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(defined.map(([name, value]) => [`:${name}`, value])),
  };
}
