/**
 * Feedback on replies (decision 0131). All rows expire `FEEDBACK_DAYS` after the user disliked the reply.
 * - `OWNER#o` / `FEEDBACK#<chatId>#<index>#<version>`: what the user said, and the feedback's id.
 * - `FEEDBACK#<yyyy-mm>` / `<time>#<random>`: the feedback's entry in the operators' list. The sort key is the id.
 * - `FEEDBACK#<id>` / `CONVERSATION`: question and reply, if the user agreed that operators read them.
 */
import { randomBytes } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Feedback, FeedbackReason, GivenFeedback } from '#contract/feedback-fields';
import { FEEDBACK_DAYS } from '#contract/limits';
import { retryUntilWritten } from '../runtime/retry.ts';
import { conditional } from './conditional-writes.ts';
import { chatsTable, db } from './db-and-table-names.ts';
import { ownerPartition } from './owner-keys.ts';
import { readRows } from './read-chats-rows-by-prefix.ts';
import { inSeconds } from './unix-seconds.ts';

/** Reply that the feedback is about. A reply that replaces it has the same index, but a higher `version`. */
export interface FeedbackRef {
  readonly owner: string;
  readonly chatId: string;
  readonly messageIndex: number;
  readonly version: number;
}

/** Entry of the operators' list. Operators are not shown its `owner`. */
export interface FeedbackEntry {
  readonly id: string;
  readonly owner: string;
  readonly at: string;
  readonly model?: string;
  readonly reason?: FeedbackReason;
  readonly text?: string;
  readonly hasConversation: boolean;
}

/** Question and reply as they were when the user agreed that operators read them. */
export interface FeedbackConversation {
  readonly question: string;
  readonly reply: string;
}

const SORT = 'FEEDBACK#';
const keyOf = ({ owner, chatId, messageIndex, version }: FeedbackRef) => ({
  pk: ownerPartition(owner),
  sk: `${SORT}${chatId}#${String(messageIndex).padStart(8, '0')}#${version}`,
});
/** Beginning of the partition keys of the list and of conversations, and of the sort keys of the owners' rows. */
export const FEEDBACK_PREFIX = SORT;
export const isFeedbackSort = (sk: string): boolean => sk.startsWith(SORT);
const listKey = (id: string) => ({ pk: `FEEDBACK#${id.slice(0, 7)}`, sk: id });
const conversationKey = (id: string) => ({ pk: `FEEDBACK#${id}`, sk: 'CONVERSATION' });

/**
 * Stores or changes the feedback on a disliked reply. Without `given`, the user only dislikes the reply, and unexpired
 * earlier feedback stays. Safe to repeat.
 * @throws AppError `too_many_requests` when expired feedback could not be removed in any attempt
 */
export async function putFeedback(
  ref: FeedbackRef,
  given: Feedback | undefined,
  {
    model,
    conversation,
    now,
  }: { model?: string | undefined; conversation: FeedbackConversation; now: number },
): Promise<void> {
  const at = new Date(now).toISOString();
  const ttl = inSeconds(now) + FEEDBACK_DAYS * 86_400;
  // A lost answer makes the client repeat the call, so the first call decides time, id and expiry.
  const sets = [
    '#at = if_not_exists(#at, :at), #id = if_not_exists(#id, :id), #ttl = if_not_exists(#ttl, :ttl)',
    '#chatId = :chatId, messageIndex = :index',
    ...(model === undefined ? [] : ['#model = :model']),
    ...(given?.reason ? ['#reason = :reason'] : []),
    ...(given?.text ? ['#text = :text'] : []),
    ...(given ? ['withConversation = :agreed'] : []),
  ];
  const removes = [
    ...(given && !given.reason ? ['#reason'] : []),
    ...(given && !given.text ? ['#text'] : []),
  ];
  const names = {
    at: 'at',
    id: 'id',
    ttl: 'ttl',
    chatId: 'chatId',
    model: 'model',
    reason: 'reason',
    text: 'text',
  };
  const expression = `SET ${sets.join(', ')}${removes.length > 0 ? ` REMOVE ${removes.join(', ')}` : ''}`;
  const used = Object.entries(names).filter(([name]) => new RegExp(`#${name}\\b`).test(expression));
  const update = new UpdateCommand({
    TableName: chatsTable(),
    Key: keyOf(ref),
    UpdateExpression: expression,
    ConditionExpression: 'attribute_not_exists(#ttl) OR #ttl > :now',
    ExpressionAttributeNames: Object.fromEntries(used.map(([name, field]) => [`#${name}`, field])),
    ExpressionAttributeValues: {
      ...{ ':at': at, ':id': `${at}#${randomBytes(6).toString('hex')}`, ':ttl': ttl, ':now': inSeconds(now) },
      ...{ ':chatId': ref.chatId, ':index': ref.messageIndex },
      ...(model !== undefined && { ':model': model }),
      ...(given?.reason && { ':reason': given.reason }),
      ...(given?.text && { ':text': given.text }),
      ...(given && { ':agreed': given.withConversation === true }),
    },
    ReturnValues: 'ALL_NEW',
  });
  // DynamoDB removes expired feedback days late. New feedback must not get the time, id and expiry of expired feedback.
  // The update therefore fails if the stored row has expired. Then `removeExpired` removes this row, and the next
  // attempt creates a new row.
  const stored = await retryUntilWritten(async () => {
    const outcome = await conditional(db().send(update));
    if (outcome.ok) return outcome.value.Attributes as unknown as StoredFeedback; // this function alone writes it
    await removeExpired(ref, now);
    return undefined;
  });
  const { id } = stored;
  if (given?.withConversation)
    await put({ ...conversationKey(id), owner: ref.owner, ...conversation, ttl: stored.ttl });
  else if (given) await remove(conversationKey(id));
  await put({ ...listKey(id), ...entryOf(ref.owner, stored), ttl: stored.ttl });
}

/** Removes the owner's row of expired feedback. DynamoDB removes the other rows by itself. */
async function removeExpired(ref: FeedbackRef, now: number): Promise<void> {
  await conditional(
    db().send(
      new DeleteCommand({
        TableName: chatsTable(),
        Key: keyOf(ref),
        ConditionExpression: '#ttl <= :now',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':now': inSeconds(now) },
      }),
    ),
  );
}

interface StoredFeedback extends Omit<GivenFeedback, 'withConversation'> {
  readonly id: string;
  readonly ttl: number;
  readonly withConversation?: boolean;
}

const entryOf = (owner: string, { id, at, model, reason, text, withConversation }: StoredFeedback) => ({
  ...{ id, owner, at, hasConversation: withConversation === true },
  ...(model !== undefined && { model }),
  ...(reason !== undefined && { reason }),
  ...(text !== undefined && { text }),
});

const put = (Item: Record<string, unknown>) => db().send(new PutCommand({ TableName: chatsTable(), Item }));
const remove = (Key: { readonly pk: string; readonly sk: string }) =>
  db().send(new DeleteCommand({ TableName: chatsTable(), Key }));

/** Removes the feedback on a reply. The owner's row goes last, because a repeated call reads the id in this row. */
export async function removeFeedback(ref: FeedbackRef): Promise<void> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: keyOf(ref), ConsistentRead: true }),
  );
  if (!Item) return;
  await removeFeedbackRows(String(Item.id));
  await remove(keyOf(ref));
}

/** Removes the feedback's entry in the operators' list, and its conversation. */
export async function removeFeedbackRows(id: string): Promise<void> {
  await Promise.all([remove(conversationKey(id)), remove(listKey(id))]);
}

/** Returns a user's feedback that has not expired. */
export async function listFeedbackOf(owner: string, now: number): Promise<GivenFeedback[]> {
  const found: GivenFeedback[] = [];
  for await (const rows of readRows(ownerPartition(owner), SORT))
    for (const row of rows) {
      // `putFeedback` alone writes these rows.
      const { chatId, messageIndex, at, model, reason, text, withConversation, ttl } =
        row as unknown as StoredFeedback;
      if (ttl <= inSeconds(now)) continue;
      found.push({
        ...{ chatId, messageIndex, at },
        ...(model !== undefined && { model }),
        ...(reason !== undefined && { reason }),
        ...(text !== undefined && { text }),
        ...(withConversation !== undefined && { withConversation }),
      });
    }
  return found;
}

/**
 * Returns at most `limit` entries of a month (`yyyy-mm`), newest first. With `before`, returns only entries that are
 * older than the entry with this id. Includes expired entries, so that fewer than `limit` entries mean that the month
 * has no older entry.
 */
export async function readFeedbackMonth(
  month: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<FeedbackEntry[]> {
  const { Items = [] } = await db().send(
    new QueryCommand({
      TableName: chatsTable(),
      KeyConditionExpression: before === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :before',
      ExpressionAttributeValues: {
        ':pk': listKey(month).pk,
        ...(before !== undefined && { ':before': before }),
      },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: limit,
    }),
  );
  return Items as FeedbackEntry[]; // `putFeedback` alone writes them
}

/**
 * Returns the conversation of an entry. Undefined if the user did not agree that operators read it, has withdrawn the
 * agreement or the feedback, or if it has expired.
 */
export async function readFeedbackConversation(
  id: string,
  now: number,
): Promise<FeedbackConversation | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: conversationKey(id), ConsistentRead: true }),
  );
  if (!Item || Number(Item.ttl) <= inSeconds(now)) return undefined;
  return { question: String(Item.question), reply: String(Item.reply) };
}
