/** Projects of a user: `OWNER#o` / `PROJECT#<id>`. The item `OWNER#o` / `PROJECTS` has their order and their number. */
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Project } from '#contract/entities';
import { PROJECT } from '#contract/limits';
import type { ProjectLook } from '#contract/projects';
import { retryUntilWritten } from '../runtime/retry.ts';
import { conditional, transactOrExplain } from './conditional-writes.ts';
import { countOneLess, countOneMore } from './count-limited-rows.ts';
import { chatsTable, db } from './db-and-table-names.ts';
import { ownerPartition, projectContextSort } from './owner-keys.ts';

const PREFIX = 'PROJECT#';
export const projectKey = (owner: string, projectId: string) => ({
  pk: ownerPartition(owner),
  sk: `${PREFIX}${projectId}`,
});
const COUNT_SORT = 'PROJECTS';
const countKey = (owner: string) => ({ pk: ownerPartition(owner), sk: COUNT_SORT });

/** Returns a user's projects in their stored order. Projects without a place in it come first, newest first. */
export async function listProjects(owner: string): Promise<Project[]> {
  const found: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await db().send(
      new QueryCommand({
        TableName: chatsTable(),
        // The range holds the projects, and behind them the row with their order.
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': ownerPartition(owner), ':from': PREFIX, ':to': COUNT_SORT },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
    );
    found.push(...Items);
    start = LastEvaluatedKey;
  } while (start);
  // `order` is a list of project ids, because only `orderProjects` writes it.
  const order = found.find(({ sk }) => sk === COUNT_SORT)?.order as readonly string[] | undefined;
  const places = new Map(order?.map((id, place) => [id, place]));
  const placeOf = ({ projectId }: Project) => places.get(projectId) ?? -1;
  return found
    .filter(({ sk }) => sk !== COUNT_SORT)
    .map(toProject)
    .sort((a, b) => placeOf(a) - placeOf(b) || b.createdAt.localeCompare(a.createdAt));
}

export async function readProject(owner: string, projectId: string): Promise<Project | undefined> {
  const { Item } = await db().send(
    new GetCommand({ TableName: chatsTable(), Key: projectKey(owner, projectId), ConsistentRead: true }),
  );
  return Item && toProject(Item);
}

/**
 * Creates a project. A repeated call sets the name, emoji and colour of the existing project, and does not count it
 * again.
 * @returns undefined when the user already has `PROJECT.countMax` other projects
 * @throws AppError `too_many_requests` when other writes of the count came first in every attempt
 */
export async function createProject(
  owner: string,
  { projectId, ...look }: ProjectLook & { readonly projectId: string },
  now: number,
): Promise<Project | undefined> {
  const project: Project = { projectId, ...look, createdAt: new Date(now).toISOString() };
  const outcome = await retryUntilWritten(async () => {
    const written = await transactOrExplain([
      {
        Put: {
          TableName: chatsTable(),
          Item: { ...projectKey(owner, projectId), ...project },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      countOneMore(countKey(owner), PROJECT.countMax),
    ]);
    return written === 'conflict' ? undefined : written;
  });
  // The project may exist from an earlier call or attempt whose response was lost.
  return outcome === 'written' ? project : updateProject(owner, projectId, look);
}

/**
 * Sets name, emoji and colour. Removes an emoji or colour that is not given. Returns undefined if the project does not
 * exist.
 */
export async function updateProject(
  owner: string,
  projectId: string,
  { name, emoji, color }: ProjectLook,
): Promise<Project | undefined> {
  const kept = { emoji, color };
  const isGiven = (field: 'emoji' | 'color') => kept[field] !== undefined;
  const given = (['emoji', 'color'] as const).filter(isGiven);
  const removed = (['emoji', 'color'] as const).filter((field) => !isGiven(field));
  const outcome = await conditional(
    db().send(
      new UpdateCommand({
        TableName: chatsTable(),
        Key: projectKey(owner, projectId),
        UpdateExpression:
          `SET ${['name', ...given].map((field) => `#${field} = :${field}`).join(', ')}` +
          (removed.length > 0 ? ` REMOVE ${removed.map((field) => `#${field}`).join(', ')}` : ''),
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#name': 'name', '#emoji': 'emoji', '#color': 'color' },
        ExpressionAttributeValues: {
          ':name': name,
          ...Object.fromEntries(given.map((field) => [`:${field}`, kept[field]])),
        },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return outcome.ok ? toProject(outcome.value.Attributes ?? {}) : undefined;
}

/**
 * Deletes a project with its instructions and the list of its files. The table's stream then starts
 * `jobs/cleanUpAfterRemovals.ts`, which removes the files. The project's chats still name the project, but count as
 * chats without a project.
 * @throws AppError `too_many_requests` when other writes came first in every attempt
 */
export async function deleteProject(owner: string, projectId: string): Promise<void> {
  const context = { pk: ownerPartition(owner), sk: projectContextSort(projectId) };
  await retryUntilWritten(async () => {
    const outcome = await transactOrExplain([
      {
        Delete: {
          TableName: chatsTable(),
          Key: projectKey(owner, projectId),
          ConditionExpression: 'attribute_exists(pk)',
        },
      },
      { Delete: { TableName: chatsTable(), Key: context } },
      countOneLess(countKey(owner)),
    ]);
    return outcome === 'conflict' ? undefined : true;
  });
}

export async function orderProjects(owner: string, projectIds: readonly string[]): Promise<void> {
  await db().send(
    new UpdateCommand({
      TableName: chatsTable(),
      Key: countKey(owner),
      UpdateExpression: 'SET #order = :order',
      ExpressionAttributeNames: { '#order': 'order' },
      ExpressionAttributeValues: { ':order': projectIds },
    }),
  );
}

function toProject({ projectId, name, emoji, color, createdAt, hasInstructions }: Record<string, unknown>) {
  return {
    ...{ projectId: String(projectId), name: String(name), createdAt: String(createdAt) },
    ...(emoji !== undefined && { emoji: String(emoji) }),
    ...(color !== undefined && { color: color as Project['color'] }), // the call's schema has checked it
    ...(hasInstructions === true && { hasInstructions }),
  } satisfies Project;
}
