/** Shares, projects and imported chats of a schedule: the calls that change them, and checks of their rows. */
import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { ownerPartition, sharePartition } from '../../lambdas/store/owner-keys.ts';
import type { Device } from './device.ts';
import type { Person, World } from './world.ts';

interface Made {
  readonly id: string;
  readonly owner: string;
  /** True when the call that made it has succeeded. */
  isMade: boolean;
  /** `asked`: a call that ends it is under way or has failed. `ended`: one has succeeded. */
  end?: 'asked' | 'ended';
}

interface MadeShare extends Made {
  readonly chatId: string;
}

const AT = '2024-05-06T07:08:09.000Z';

/**
 * Calls of the pages that share, import and move chats. Notes which have succeeded. A failed call is no violation,
 * because the faults cause it.
 */
export class KeptThings {
  readonly shares: MadeShare[] = [];
  readonly projects: Made[] = [];
  readonly imported: Made[] = [];
  readonly #calls: Promise<void>[] = [];

  /** Resolves when every call has its answer. */
  settled = async (): Promise<void> => void (await Promise.all(this.#calls));

  share(device: Device, chatId: string): void {
    const share: MadeShare = { ...newThing(device, randomUUID().replaceAll('-', '')), chatId };
    this.shares.push(share);
    this.#make(device, share, ['PUT', `/api/shares/${share.id}`, { chatId, readers: 'members' }]);
  }

  updateShare(device: Device): void {
    const share = lastOf(this.shares, device);
    if (share) this.#call(device.call('POST', `/api/shares/${share.id}/update`, {}));
  }

  endShare(device: Device): void {
    this.#end(device, lastOf(this.shares, device), (id) => `/api/shares/${id}`);
  }

  makeProject(device: Device): void {
    const project = newThing(device, randomUUID());
    this.projects.push(project);
    this.#make(device, project, ['POST', '/api/projects', { projectId: project.id, name: 'House' }]);
  }

  deleteProject(device: Device): void {
    this.#end(device, lastOf(this.projects, device), (id) => `/api/projects/${id}`);
  }

  /** Moves a chat to the person's newest project; without one, out of its project. */
  move(device: Device, chatId: string): void {
    const projectId = lastOf(this.projects, device)?.id ?? null;
    this.#call(device.call('PUT', `/api/chats/${chatId}/project`, { projectId }));
  }

  import(device: Device, name: string): void {
    const chat = newThing(device, `018f4c5a-${randomUUID().slice(9, 13)}-8${randomUUID().slice(15)}`);
    this.imported.push(chat);
    const notice = { kind: 'welcome', text: 'From elsewhere', replyAt: AT };
    const turns = [notice, { userText: 'One', userAt: AT, text: 'Two', replyAt: AT }];
    const part = { chatId: chat.id, name, createdAt: AT, from: 0, isLast: true, turns };
    this.#make(device, chat, ['POST', '/api/import/chats', { chats: [part] }]);
  }

  #make(device: Device, made: Made, [method, path, body]: [string, string, object]): void {
    this.#call(device.call(method, path, body).then(() => Object.assign(made, { isMade: true })));
  }

  #end(device: Device, made: Made | undefined, pathOf: (id: string) => string): void {
    if (!made) return;
    made.end = 'asked';
    this.#call(device.call('DELETE', pathOf(made.id)).then(() => Object.assign(made, { end: 'ended' })));
  }

  #call(call: Promise<unknown>): void {
    this.#calls.push(
      call.then(
        () => undefined,
        () => undefined,
      ),
    );
  }
}

const newThing = ({ user }: Device, id: string): Made => ({ id, owner: user.owner, isMade: false });

/** Returns the newest thing that a person has and has not tried to end. Pages offer only such things for changes. */
const lastOf = <T extends Made>(things: readonly T[], { user }: Device): T | undefined =>
  things.findLast(({ owner, isMade, end }) => owner === user.owner && isMade && end === undefined);

/** Tells what is wrong with the shares, projects and imported chats of everybody. */
export async function keptProblems(world: World): Promise<string[]> {
  const found = await Promise.all([world.ada, world.bob].map((person) => problemsOfPerson(world, person)));
  return [...found.flat(), ...(await shareReadingProblems(world))];
}

type Item = Readonly<Record<string, unknown>>;

async function rowsIn({ chaosStack }: World, pk: string): Promise<Item[]> {
  const { documents, table } = chaosStack.stack.inner.dynamodb;
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: table('Chats'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ConsistentRead: true,
    }),
  );
  return Items;
}

async function problemsOfPerson(world: World, { user, tag }: Person): Promise<string[]> {
  const rows = await rowsIn(world, ownerPartition(user.owner));
  const idsOf = (prefix: string) =>
    rows.flatMap(({ sk }) => (String(sk).startsWith(prefix) ? [String(sk).slice(prefix.length)] : []));
  const countOf = (sk: string) => Number(rows.find((row) => row.sk === sk)?.count ?? 0);
  const [shares, projects, memberships] = [idsOf('SHARE#'), idsOf('PROJECT#'), idsOf('INPROJECT#')];
  const problems: string[] = [];
  const differ = (what: string, one: unknown, other: unknown) => {
    if (JSON.stringify(one) !== JSON.stringify(other))
      problems.push(`${tag}: ${what}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`);
  };
  differ('shares counted and stored', countOf('SHARES'), shares.length);
  differ('projects counted and stored', countOf('PROJECTS'), projects.length);
  // A deleted project may leave rows behind, which nothing reads.
  const listed = memberships.filter((row) => projects.includes(row.split('#')[0] ?? ''));
  const named = rows
    .filter(({ sk, projectId }) => String(sk).startsWith('CHAT#') && projects.includes(String(projectId)))
    .map(({ projectId, chatId }) => `${projectId}#${chatId}`);
  differ('chats listed in projects and chats that name them', listed.toSorted(), named.toSorted());
  for (const id of shares) problems.push(...(await partProblems(world, id)));
  for (const { id, isMade, end } of world.kept.projects.filter(({ owner }) => owner === user.owner)) {
    const isThere = projects.includes(id);
    if (end === 'ended' && isThere) problems.push(`${tag}: a deleted project is there`);
    if (isMade && end === undefined && !isThere) problems.push(`${tag}: a project is gone`);
  }
  for (const { id } of world.kept.imported.filter(({ owner, isMade }) => owner === user.owner && isMade)) {
    const chat = rows.find(({ sk }) => sk === `CHAT#${id}`);
    const turns = await rowsIn(world, `CHAT#${user.owner}#${id}`);
    differ('an imported chat and its turns', [chat?.importing, chat?.nextIndex, turns.length], [null, 3, 2]);
  }
  return problems;
}

/** A share has all its parts, all of its version. */
async function partProblems(world: World, shareId: string): Promise<string[]> {
  const [meta, ...parts] = await rowsIn(world, sharePartition(shareId));
  const isWhole = meta?.sk === 'META' && parts.length === meta.parts;
  if (!isWhole) return [`a share in pieces: ${parts.length} parts of ${meta?.parts}`];
  return parts.every(({ version }) => version === meta.version) ? [] : ['a share of two versions'];
}

/** Checks that an ended share has no row and cannot be read, and that others can be read while their chats exist. */
async function shareReadingProblems(world: World): Promise<string[]> {
  const [reader] = world.devicesOf(world.bob);
  const problems: string[] = [];
  for (const { id, chatId, isMade, end } of world.kept.shares) {
    const answer = await reader?.call('GET', `/api/shares/${id}`).then(
      () => 'read',
      (error: unknown) => String(Reflect.get(Object(error), 'code')),
    );
    const isChatThere = world.ledger.chats.has(chatId) && !world.ledger.isDeleted(chatId);
    if (end === 'ended' && answer !== 'share_not_found') problems.push(`an ended share: ${answer}`);
    if (end === 'ended' && (await rowsIn(world, sharePartition(id))).length > 0)
      problems.push('an ended share has rows');
    if (!isChatThere && answer !== 'share_not_found') problems.push(`a share of a deleted chat: ${answer}`);
    if (isMade && end === undefined && isChatThere && !world.deleted.has(chatId) && answer !== 'read')
      problems.push(`a share: ${answer}`);
  }
  return problems;
}
