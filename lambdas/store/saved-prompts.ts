/**
 * Saved prompts of a user, in the table Chats under the key `OWNER#<owner>` / `PROMPT#<id>`. The row `OWNER#<owner>` /
 * `PROMPTS` counts them, so that an account holds `SAVED_PROMPT.countMax` at most.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SavedPrompt } from '#contract/instructions-and-prompts';
import { SAVED_PROMPT } from '#contract/limits';
import { retryUntilWritten } from '../runtime/retry.ts';
import { conditional, transactOrExplain } from './conditional-writes.ts';
import { countOneLess, countOneMore } from './counted-rows.ts';
import { chatsTable, db } from './db-and-table-names.ts';
import { ownerPartition } from './keys.ts';
import { readRows } from './read-rows.ts';

const PREFIX = 'PROMPT#';
const keyOf = (owner: string, promptId: string) => ({
  pk: ownerPartition(owner),
  sk: `${PREFIX}${promptId}`,
});
const countKey = (owner: string) => ({ pk: ownerPartition(owner), sk: 'PROMPTS' });

/** Returns all prompts of a user, in the order of their names. */
export async function listPrompts(owner: string): Promise<SavedPrompt[]> {
  const prompts: SavedPrompt[] = [];
  for await (const rows of readRows(ownerPartition(owner), PREFIX))
    for (const { sk, name, text } of rows)
      prompts.push({ promptId: String(sk).slice(PREFIX.length), name: String(name), text: String(text) });
  return prompts.sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * Saves a prompt, new or changed. A repeated call finds the prompt already saved, and does not count it again.
 * @returns false when the prompt is new and the user has as many prompts as an account may hold
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

/** Changes a prompt. Returns false when it does not exist. */
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
 * Removes a prompt. If the prompt does not exist, the count stays as it is.
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
