/**
 * Saved prompts of a user: `OWNER#<owner>` / `PROMPT#<id>` in the Chats table, counted in `OWNER#<owner>` / `PROMPTS`.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SavedPrompt } from '#contract/instructions-and-prompts';
import { SAVED_PROMPT } from '#contract/limits';
import { retryUntilWritten } from '../runtime/retry.ts';
import { conditional, transactOrExplain } from './conditional-writes.ts';
import { countOneLess, countOneMore } from './count-limited-rows.ts';
import { chatsTable, db } from './db-and-table-names.ts';
import { ownerPartition } from './owner-keys.ts';
import { readRows } from './read-chats-rows-by-prefix.ts';

const PREFIX = 'PROMPT#';
const keyOf = (owner: string, promptId: string) => ({
  pk: ownerPartition(owner),
  sk: `${PREFIX}${promptId}`,
});
const countKey = (owner: string) => ({ pk: ownerPartition(owner), sk: 'PROMPTS' });

/** Returns a user's prompts, sorted by name. */
export async function listPrompts(owner: string): Promise<SavedPrompt[]> {
  const prompts: SavedPrompt[] = [];
  for await (const rows of readRows(ownerPartition(owner), PREFIX))
    for (const { sk, name, text } of rows)
      prompts.push({ promptId: String(sk).slice(PREFIX.length), name: String(name), text: String(text) });
  return prompts.sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * Saves a new or changed prompt. A repeated call does not count the prompt again.
 * @returns false when the prompt is new and the user has `SAVED_PROMPT.countMax` prompts
 * @throws AppError `too_many_requests` when other writes of the count came first in every attempt
 */
export async function savePrompt(owner: string, { promptId, name, text }: SavedPrompt): Promise<boolean> {
  return retryUntilWritten(async () => {
    if (await changePrompt(owner, { promptId, name, text })) return true;
    const outcome = await transactOrExplain([
      {
        Put: {
          TableName: chatsTable(),
          Item: { ...keyOf(owner, promptId), name, text },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      countOneMore(countKey(owner), SAVED_PROMPT.countMax),
    ]);
    if (outcome === 'conflict') return undefined;
    // The write may have been refused because an earlier attempt, whose response was lost, has stored the prompt.
    return outcome === 'written' || changePrompt(owner, { promptId, name, text });
  });
}

async function changePrompt(owner: string, { promptId, name, text }: SavedPrompt): Promise<boolean> {
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: keyOf(owner, promptId),
        UpdateExpression: 'SET #name = :name, #text = :text',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#name': 'name', '#text': 'text' },
        ExpressionAttributeValues: { ':name': name, ':text': text },
      }),
    ),
  );
  return outcome.ok;
}

/**
 * Removes a prompt, if it exists.
 * @throws AppError `too_many_requests` when other writes of the count came first in every attempt
 */
export async function removePrompt(owner: string, promptId: string): Promise<void> {
  await retryUntilWritten(async () => {
    const outcome = await transactOrExplain([
      {
        Delete: {
          TableName: chatsTable(),
          Key: keyOf(owner, promptId),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      countOneLess(countKey(owner)),
    ]);
    return outcome === 'conflict' ? undefined : true;
  });
}
