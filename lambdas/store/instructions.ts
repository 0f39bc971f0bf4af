/** A user's instructions for all chats: `OWNER#<owner>` / `INSTRUCTIONS#own` in the Chats table. */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Instructions } from '#contract/instructions-and-prompts';
import { chatsTable, db } from './db-and-table-names.ts';
import { OWN_INSTRUCTIONS, ownerPartition, projectContextSort } from './owner-keys.ts';

export const instructionsKey = (owner: string) => ({
  pk: ownerPartition(owner),
  sk: projectContextSort(OWN_INSTRUCTIONS),
});

/** Returns the text of an item's instructions, or undefined if they are missing, empty or off. */
export function usedInstructions(item: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const instructions = toInstructions(item);
  return isUsed(instructions) ? instructions.text : undefined;
}

export const isUsed = ({ text, isOn }: Instructions): boolean => isOn && text !== '';

/**
 * Reads the instructions. If none are stored, they are empty and switched on.
 * @param isConsistent false for a read at half the price, which may miss a change of the last second
 */
export async function readInstructions(owner: string, isConsistent = true): Promise<Instructions> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: instructionsKey(owner), ConsistentRead: isConsistent }),
  );
  return toInstructions(Item);
}

export async function putInstructions(owner: string, { text, isOn }: Instructions): Promise<void> {
  await db().send(
    new PutCommand({ TableName: chatsTable(), Item: { ...instructionsKey(owner), text, isOn } }),
  );
}

const toInstructions = (item: Readonly<Record<string, unknown>> | undefined): Instructions => ({
  text: String(item?.text ?? ''),
  isOn: item?.isOn !== false,
});
