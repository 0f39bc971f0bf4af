/**
 * Context of a project's chats: its instructions and the list of its files, in one item `OWNER#o` /
 * `INSTRUCTIONS#<projectId>`. A turn reads this item and the owner's plan in one call (decision 0127). The item exists
 * while the project has instructions or files. The project's field `hasInstructions` is true while the item exists,
 * also if the project has only files.
 */
import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type Parts, transact } from './conditional-writes.ts';
import { chatsTable, db } from './db-and-table-names.ts';
import type { TurnFile } from './files/files.ts';
import { ownerPartition, projectContextSort } from './owner-keys.ts';
import { projectKey } from './projects.ts';

export interface ProjectContext {
  /** Empty without instructions. */
  readonly text: string;
  /** The oldest first. */
  readonly files: readonly TurnFile[];
}

/** Context as it is stored. A write is refused if `version` has changed since the context was read. */
export interface StoredContext extends ProjectContext {
  /** Random token of the last write. Undefined without an item, and in items from before projects could have files. */
  readonly version: string | undefined;
}

export const projectContextKey = (owner: string, projectId: string) => ({
  pk: ownerPartition(owner),
  sk: projectContextSort(projectId),
});

export const toProjectContext = (item: Readonly<Record<string, unknown>> | undefined): StoredContext => ({
  text: String(item?.text ?? ''),
  files: (item?.files ?? []) as readonly TurnFile[], // stored by `changeProjectContext`
  version: item?.version === undefined ? undefined : String(item.version),
});

export const isContextUsed = ({ text, files }: ProjectContext): boolean => text !== '' || files.length > 0;

export async function readProjectContext(owner: string, projectId: string): Promise<StoredContext> {
  const { Item } = await db().send(
    new GetCommand({
      TableName: chatsTable(),
      Key: projectContextKey(owner, projectId),
      ConsistentRead: true,
    }),
  );
  return toProjectContext(Item);
}

interface Change {
  readonly owner: string;
  readonly projectId: string;
  /** Context as it was read. */
  readonly seen: StoredContext;
  readonly change: Partial<ProjectContext>;
  /** Write to the item of the file that this change adds or removes. */
  readonly ofFile?: Parts[number];
}

/**
 * Stores `change` and makes the write `ofFile`, in one transaction.
 * @returns false when the context has changed since it was read, the project is gone, the write of the file was
 * refused, or another write conflicted; the caller reads and decides again
 */
export async function changeProjectContext({
  owner,
  projectId,
  seen,
  change,
  ofFile,
}: Change): Promise<boolean> {
  const isUsed = isContextUsed({ ...seen, ...change });
  return await transact([
    isUsed ? updated(owner, projectId, seen, change) : removed(owner, projectId, seen),
    {
      Update: {
        TableName: chatsTable(),
        Key: projectKey(owner, projectId),
        UpdateExpression: isUsed ? 'SET hasInstructions = :yes' : 'REMOVE hasInstructions',
        ConditionExpression: 'attribute_exists(pk)',
        ...(isUsed && { ExpressionAttributeValues: { ':yes': true } }),
      },
    },
    ...(ofFile ? [ofFile] : []),
  ]);
}

const isAsSeen = ({ version }: StoredContext) =>
  version === undefined ? 'attribute_not_exists(#version)' : '#version = :seen';

function updated(owner: string, projectId: string, seen: StoredContext, change: Change['change']) {
  const fields = Object.entries(change);
  const [set, emptied] = [
    fields.filter(([, value]) => value.length > 0),
    fields.filter(([, value]) => value.length === 0),
  ];
  return {
    Update: {
      TableName: chatsTable(),
      Key: projectContextKey(owner, projectId),
      UpdateExpression: [
        `SET ${['version', ...set.map(([field]) => field)].map((field) => `#${field} = :${field}`).join(', ')}`,
        ...(emptied.length > 0 ? [`REMOVE ${emptied.map(([field]) => `#${field}`).join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: isAsSeen(seen),
      ExpressionAttributeNames: {
        '#version': 'version',
        ...Object.fromEntries(fields.map(([field]) => [`#${field}`, field])),
      },
      ExpressionAttributeValues: {
        ':version': randomUUID(),
        ...Object.fromEntries(set.map(([field, value]) => [`:${field}`, value])),
        ...(seen.version !== undefined && { ':seen': seen.version }),
      },
    },
  };
}

const removed = (owner: string, projectId: string, seen: StoredContext) => ({
  Delete: {
    TableName: chatsTable(),
    Key: projectContextKey(owner, projectId),
    ConditionExpression: isAsSeen(seen),
    ExpressionAttributeNames: { '#version': 'version' },
    ...(seen.version !== undefined && { ExpressionAttributeValues: { ':seen': seen.version } }),
  },
});
