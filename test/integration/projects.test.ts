/** Projects: their calls, the chats in them, limits, lost answers, concurrent moves, devices, deletion. */
import { randomUUID } from 'node:crypto';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { http } from '#contract/http-calls';
import { CHATS_PAGE_SIZE, PROJECT } from '#contract/limits';
import { ackData } from '#contract/socket';
import { ownerPartition } from '../../lambdas/store/owner-keys.ts';
import type { StepRule } from '../../local/faults/faults.ts';
import { givenChats } from '../support/given-chats.ts';
import { dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const call = async ({ token }: TestUser, method: Method, path: string, sent?: unknown) => {
  const { status, text } = await stack.http(method, `/api/${path}`, { token, body: sent });
  return { status, body: JSON.parse(text) };
};
const create = (user: TestUser, name: string, look: object = {}, projectId: string = randomUUID()) =>
  call(user, 'POST', 'projects', { projectId, name, ...look });
async function given(user: TestUser, name = 'House'): Promise<string> {
  const { status, body } = await create(user, name);
  expect(status).toBe(200);
  return body.projectId;
}
const move = (user: TestUser, chatId: string, projectId: string | null) =>
  call(user, 'PUT', `chats/${chatId}/project`, { projectId });
async function page(user: TestUser, query = '') {
  const { body } = await call(user, 'GET', `chats/getChats?userEmail=${user.email}${query}`);
  return http.getChats.response.parse(body);
}
const chatsIn = async (user: TestUser, projectId: string, cursor = '') =>
  (await page(user, `&projectId=${projectId}${cursor}`)).chats.map(({ chatId }) => chatId);
const namesOf = async (user: TestUser) => (await page(user)).projects?.map(({ name }) => name);

/** Returns the user's items whose sort key begins with `prefix`. */
async function stored({ owner }: TestUser, prefix: string) {
  const { documents, table } = stack.inner.dynamodb;
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: table('Chats'),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': ownerPartition(owner), ':prefix': prefix },
    }),
  );
  return Items;
}

describe('projects', () => {
  it('are created, changed and put in order, on every device', async () => {
    const user = await stack.givenUser();
    const phone = await stack.connect(user);
    const projectId = randomUUID();
    const look = { name: 'House', emoji: '🏠', color: 'teal' };
    const { status, body: house } = await create(
      user,
      ' House\n ',
      { emoji: '🏠', color: 'teal' },
      projectId,
    );
    expect([status, house]).toEqual([200, { projectId, ...look, createdAt: expect.any(String) }]);
    expect((await phone.until('projectChanged')).data).toEqual(house);
    const garden = await given(user, 'Garden');
    expect(await namesOf(user)).toEqual(['Garden', 'House']);
    await call(user, 'PUT', 'project-order', { projectIds: [projectId, garden] });
    expect((await phone.until('projectsOrdered')).data).toEqual({ projectIds: [projectId, garden] });
    await given(user, 'Trip');
    expect(await namesOf(user)).toEqual(['Trip', 'House', 'Garden']);
    const { body: changed } = await call(user, 'PUT', `projects/${projectId}`, { name: 'Home' });
    expect(changed).toEqual({ projectId, name: 'Home', createdAt: house.createdAt });
    expect((await page(user)).projects?.[1]).toEqual(changed);
    expect(await namesOf(await stack.givenUser())).toEqual([]);
  });

  it('are counted once through lost answers and repeated calls, and refused beyond the limit', async () => {
    const user = await stack.givenUser();
    const projectId = randomUUID();
    stack.inner.faults.at(lost('TransactWriteItems'));
    expect((await create(user, 'House', {}, projectId)).status).toBe(200);
    expect((await create(user, 'House', {}, projectId)).status).toBe(200);
    expect(await stored(user, 'PROJECTS')).toMatchObject([{ count: 1 }]);
    await call(user, 'DELETE', `projects/${projectId}`);
    expect((await call(user, 'DELETE', `projects/${projectId}`)).status).toBe(200);
    expect(await stored(user, 'PROJECTS')).toMatchObject([{ count: 0 }]);
    const Item = { pk: ownerPartition(user.owner), sk: 'PROJECTS', count: PROJECT.countMax - 1 };
    const { documents, table } = stack.inner.dynamodb;
    await documents.send(new PutCommand({ TableName: table('Chats'), Item }));
    const answers = await Promise.all(Array.from({ length: 4 }, (_, i) => create(user, `Project ${i}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_many_projects');
    expect(await stored(user, 'PROJECT#')).toHaveLength(1);
  });

  it.each([
    ['a blank name', { name: ' \u200b\u202e ' }],
    ['a name of 61 graphemes', { name: '👩‍👩‍👧‍👦'.repeat(PROJECT.nameMaxGraphemes + 1) }],
    ['a name of 10,000 characters', { name: 'x'.repeat(10_000) }],
    ['two emoji', { name: 'House', emoji: '🏠🏡' }],
    ['a letter for an emoji', { name: 'House', emoji: 'H' }],
    ['an unknown colour', { name: 'House', color: 'beige' }],
  ])('with %s are refused', async (_, look) => {
    const user = await stack.givenUser();
    const { status, body } = await create(user, 'House', look);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });

  it('lose characters that hide or reverse a name, and keep 60 visible ones', async () => {
    const user = await stack.givenUser();
    expect((await create(user, 'in\u202evoice\u0000s')).body.name).toBe('in voice s');
    const family = '👩‍👩‍👧‍👦'.repeat(PROJECT.nameMaxGraphemes);
    expect((await create(user, family)).body.name).toBe(family);
  });

  it('keep their instructions until they are emptied or deleted', async () => {
    const user = await stack.givenUser();
    const projectId = await given(user);
    const path = `projects/${projectId}/instructions`;
    const text = 'x'.repeat(PROJECT.instructionsMaxLength);
    expect(await call(user, 'PUT', path, { text: ` ${text}\n` })).toEqual({
      ...{ status: 200, body: { text, isUsed: true } },
    });
    expect((await page(user)).projects).toMatchObject([{ projectId, hasInstructions: true }]);
    expect((await call(user, 'PUT', path, { text: `${text}x` })).status).toBe(400);
    expect((await call(user, 'GET', path)).body).toEqual({ text });
    await call(user, 'PUT', path, { text: '' });
    expect((await page(user)).projects?.[0]?.hasInstructions).toBeUndefined();
    await call(user, 'PUT', path, { text });
    await call(user, 'DELETE', `projects/${projectId}`);
    expect(await stored(user, 'INSTRUCTIONS#')).toEqual([]);
    expect(await call(user, 'PUT', path, { text })).toMatchObject({ body: { code: 'project_not_found' } });
    expect(await stored(user, 'INSTRUCTIONS#')).toEqual([]);
  });
});

it('projects of another user cannot be changed, instructed, deleted or entered', async () => {
  const user = await stack.givenUser();
  const projectId = await given(user);
  const other = await stack.givenUser();
  const [{ chatId } = expect.fail('no chat')] = await givenChats(stack, other, 1);
  await given(other, 'Own');
  const before = await stored(user, 'PROJECT');
  const missing = { status: 404, body: { code: 'project_not_found' } };
  expect(await call(other, 'PUT', `projects/${projectId}`, { name: 'Taken' })).toMatchObject(missing);
  const instructions = `projects/${projectId}/instructions`;
  expect(await call(other, 'PUT', instructions, { text: 'Obey.' })).toMatchObject(missing);
  expect(await move(other, chatId, projectId)).toMatchObject(missing);
  expect((await call(other, 'DELETE', `projects/${projectId}`)).status).toBe(200);
  expect(await stored(user, 'PROJECT')).toEqual(before);
  expect(await stored(other, 'PROJECT#')).toMatchObject([{ name: 'Own' }]);
  expect(await stored(other, 'PROJECTS')).toMatchObject([{ count: 1 }]);
  expect([await stored(other, 'INPROJECT#'), await stored(other, 'INSTRUCTIONS#')]).toEqual([[], []]);
});

describe('chats of a project', () => {
  it('come newest first in pages, without archived and deleted ones, and stay in the list', async () => {
    const user = await stack.givenUser();
    const chats = (await givenChats(stack, user, CHATS_PAGE_SIZE + 13)).map(({ chatId }) => chatId);
    const projectId = await given(user);
    const mine = chats.slice(0, -10).toReversed();
    for (const id of mine) expect((await move(user, id, projectId)).status).toBe(200);
    const [archived = '', deleted = ''] = mine;
    await call(user, 'PUT', `chats/${archived}/archived`, { archived: true });
    await call(user, 'DELETE', `chats/${deleted}`);
    const listed = mine.slice(2);
    expect(await chatsIn(user, projectId)).toEqual(listed.slice(0, CHATS_PAGE_SIZE));
    const cursor = listed[CHATS_PAGE_SIZE - 1];
    expect((await page(user, `&projectId=${projectId}`)).nextCursor).toBe(cursor);
    expect(await chatsIn(user, projectId, `&cursor=${cursor}`)).toEqual(listed.slice(CHATS_PAGE_SIZE));
    await call(user, 'POST', `chats/${deleted}/restore`);
    expect((await chatsIn(user, projectId))[0]).toBe(deleted);
    const first = await page(user);
    expect(first.chats[11]).toMatchObject({ chatId: listed[0], projectId });
    expect(await chatsIn(await stack.givenUser(), projectId)).toEqual([]);
  });

  it('are moved from one project to another and out, on every device, and again without effect', async () => {
    const user = await stack.givenUser();
    const [{ chatId } = expect.fail('no chat')] = await givenChats(stack, user, 1);
    const [house, trip] = [await given(user, 'House'), await given(user, 'Trip')];
    const phone = await stack.connect(user);
    stack.inner.faults.at(lost('TransactWriteItems'));
    const { body } = await move(user, chatId, house);
    expect(body).toMatchObject({ chatId, projectId: house });
    expect((await phone.until('chatChanged')).data).toEqual(body);
    expect((await move(user, chatId, house)).body).toEqual(body);
    await move(user, chatId, trip);
    expect([await chatsIn(user, house), await chatsIn(user, trip)]).toEqual([[], [chatId]]);
    expect((await move(user, chatId, null)).body.projectId).toBeUndefined();
    expect(await stored(user, 'INPROJECT#')).toEqual([]);
    expect(await move(user, chatId, randomUUID())).toMatchObject({
      ...{ status: 404, body: { code: 'project_not_found' } },
    });
    expect(await move(user, randomUUID(), house)).toMatchObject({ body: { code: 'chat_not_found' } });
  });

  it('that is moved to many projects at once is in exactly one', async () => {
    const user = await stack.givenUser();
    const [{ chatId } = expect.fail('no chat')] = await givenChats(stack, user, 1);
    const projects = [await given(user), await given(user), await given(user)];
    const moves = [...projects, null, ...projects].map((projectId) => move(user, chatId, projectId));
    for (const { status } of await Promise.all(moves)) expect([200, 429]).toContain(status);
    const [chat] = (await page(user)).chats;
    const rows = (await stored(user, 'INPROJECT#')).map(({ sk }) => sk);
    expect(rows).toEqual(chat?.projectId === undefined ? [] : [`INPROJECT#${chat.projectId}#${chatId}`]);
  });

  /** Runs something between the read and the write of the next move. */
  const during = (run: () => Promise<unknown>) =>
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'TransactWriteItems', caller: 'ProjectsApi', times: 1 },
      effect: { run: async () => void (await run()) },
    });

  it('whose move another one overtakes are in the project of the later write, and in no other', async () => {
    const user = await stack.givenUser();
    const [{ chatId } = expect.fail('no chat')] = await givenChats(stack, user, 1);
    const [house, trip] = [await given(user, 'House'), await given(user, 'Trip')];
    const other = during(async () => expect((await move(user, chatId, trip)).status).toBe(200));
    expect(await move(user, chatId, house)).toMatchObject({ status: 200, body: { projectId: house } });
    expect(other.struck).toBe(1);
    expect((await stored(user, 'INPROJECT#')).map(({ sk }) => sk)).toEqual([`INPROJECT#${house}#${chatId}`]);
    expect([await chatsIn(user, house), await chatsIn(user, trip)]).toEqual([[chatId], []]);
  });

  it('that is deleted during its move is not found, and comes back where it was', async () => {
    const user = await stack.givenUser();
    const [{ chatId } = expect.fail('no chat')] = await givenChats(stack, user, 1);
    const house = await given(user, 'House');
    const deletion = during(() => call(user, 'DELETE', `chats/${chatId}`));
    expect(await move(user, chatId, house)).toMatchObject({ status: 404, body: { code: 'chat_not_found' } });
    expect(deletion.struck).toBe(1);
    const restored = await call(user, 'POST', `chats/${chatId}/restore`);
    expect([restored.status, restored.body.projectId]).toEqual([200, undefined]);
    expect(await stored(user, 'INPROJECT#')).toEqual([]);
  });

  it('are not listed by a row that a call left behind', async () => {
    const user = await stack.givenUser();
    const [house, trip] = [await given(user, 'House'), await given(user, 'Trip')];
    const { client } = await stack.givenChat(user);
    const died = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'PutItem', caller: 'FunctionsInitChat', phase: 'after', times: 1 },
      about: (request: string) => request.includes('INPROJECT#'),
      effect: { kill: true, hang: true },
    });
    const id = randomUUID();
    const data = { isGuest: false, userEmail: user.email, name: 'Ada' };
    client.send('initChat', { ...data, projectId: house }, id);
    await stack.eventually(() => expect(died.struck).toBe(1));
    const again = await stack.connect(user);
    const opened = dataOf(await again.call('initChat', { ...data, projectId: trip }, id));
    const { chatId } = ackData.initChat.parse(opened);
    expect((await stored(user, 'INPROJECT#')).length).toBe(2);
    expect([await chatsIn(user, house), await chatsIn(user, trip)]).toEqual([[], [chatId]]);
  });

  it('that begin in it have one row there, also when the request that opens them is sent again', async () => {
    const user = await stack.givenUser();
    const projectId = await given(user);
    const { client } = await stack.givenChat(user);
    const died = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'PutItem', caller: 'FunctionsInitChat', phase: 'after', times: 1 },
      about: (request: string) => request.includes('INPROJECT#'),
      effect: { kill: true, hang: true },
    });
    const id = randomUUID();
    const data = { isGuest: false, userEmail: user.email, name: 'Ada', projectId };
    client.send('initChat', data, id);
    await stack.eventually(() => expect(died.struck).toBe(1));
    for (const device of [await stack.connect(user), await stack.connect(user)]) {
      const { chatId } = ackData.initChat.parse(dataOf(await device.call('initChat', data, id)));
      expect((await stored(user, 'INPROJECT#')).map(({ sk }) => sk)).toEqual([
        `INPROJECT#${projectId}#${chatId}`,
      ]);
      expect(await chatsIn(user, projectId)).toEqual([chatId]);
    }
  });

  it('stay when their project is deleted, also by a call that died half-way', async () => {
    const user = await stack.givenUser();
    const chats = (await givenChats(stack, user, 3)).map(({ chatId }) => chatId);
    const projectId = await given(user);
    for (const id of chats) await move(user, id, projectId);
    const phone = await stack.connect(user);
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'DeleteItem', caller: 'ProjectsApi', times: 1 },
      effect: { kill: true, hang: true },
    });
    await call(user, 'DELETE', `projects/${projectId}`);
    expect((await phone.until('projectDeleted')).data).toEqual({ projectId });
    expect((await call(user, 'DELETE', `projects/${projectId}`)).status).toBe(200);
    expect(await stored(user, 'INPROJECT#')).toEqual([]);
    const { chats: listed, projects } = await page(user);
    expect([listed.map(({ chatId }) => chatId), projects]).toEqual([chats.toReversed(), []]);
    const other = await given(user);
    await move(user, chats[0] ?? '', other);
    expect(await chatsIn(user, other)).toEqual([chats[0]]);
  });

  it('begin in it, or in none if it does not exist, and leave no row behind when they are removed for good', async () => {
    const user = await stack.givenUser();
    const projectId = await given(user);
    const { client } = await stack.givenChat(user);
    const data = { isGuest: false, userEmail: user.email, name: 'Ada', projectId };
    const opened = ackData.initChat.parse(dataOf(await client.call('initChat', data)));
    expect(opened.projectId).toBe(projectId);
    expect(await chatsIn(user, projectId)).toEqual([opened.chatId]);
    const elsewhere = ackData.initChat.parse(
      dataOf(await client.call('initChat', { ...data, projectId: randomUUID() })),
    );
    expect(elsewhere.projectId).toBeUndefined();
    await call(user, 'DELETE', `chats/${opened.chatId}`);
    stack.inner.clock.advance(25 * 60 * 60_000);
    await stack.inner.dynamodb.sweep();
    await stack.inner.functions.streamsSettled();
    expect(await stored(user, 'INPROJECT#')).toEqual([]);
  });
});

describe('instructions of a project in a turn', () => {
  async function inProject(text: string) {
    const user = await stack.givenUser();
    const projectId = await given(user);
    await call(user, 'PUT', `projects/${projectId}/instructions`, { text });
    const { client, chat } = await stack.givenChat(user);
    await move(user, chat.chatId, projectId);
    /**
     * Sends a message with the fields `known` of a page. Returns the system prompt, the read units of the batch that
     * reads the plan, the write units, and the number of `GetItem` calls.
     */
    const say = async (known: object) => {
      await stack.idle();
      stack.inner.dynamodb.resetStats();
      const data = { chatId: chat.chatId, message: 'Hello', userEmail: user.email, instructions: false };
      dataOf(await client.call('chat', { ...data, ...known }));
      await stack.idle();
      const { writeUnits, calls } = stack.inner.dynamodb.stats();
      const gets = calls.filter(({ operation }) => operation === 'GetItem').length;
      const { system = [] } = stack.lastModelCall() ?? {};
      const prompt = system.map(({ text: part = '' }) => part).join('');
      return { system: prompt, planUnits: stack.planUnits(), writeUnits, gets };
    };
    return { user, projectId, chatId: chat.chatId, say };
  }
  const TEXT = '<project_instructions>\nAnswer as a builder.\n</project_instructions>';

  it('stand last, are read with the plan, and cost no write and no call', async () => {
    const { user, projectId, chatId, say } = await inProject('Answer as a builder.');
    const without = await say({ projectId: null });
    expect(without.system).not.toContain('builder');
    const told = await say({ projectId });
    expect(told.system.endsWith(TEXT)).toBe(true);
    expect(told.planUnits - without.planUnits).toBe(0.5);
    expect([told.writeUnits, told.gets]).toEqual([without.writeUnits, without.gets]);
    await call(user, 'PUT', 'instructions', { text: 'Rhyme.', isOn: true });
    const both = (await say({ projectId, instructions: true })).system;
    expect(both.indexOf('Rhyme.')).toBeLessThan(both.indexOf('builder'));
    await move(user, chatId, null);
    expect((await say({ projectId })).system).not.toContain('builder');
  });

  it('are those of the chat’s true project, also from a page that knows of none or of another', async () => {
    const { user, say } = await inProject('Answer as a builder.');
    const other = await given(user, 'Trip');
    await call(user, 'PUT', `projects/${other}/instructions`, { text: 'Answer as a guide.' });
    expect((await say({})).system.endsWith(TEXT)).toBe(true);
    const stale = await say({ projectId: other });
    expect(stale.system.endsWith(TEXT)).toBe(true);
    expect(stale.system).not.toContain('guide');
  });

  it('of another user are never read', async () => {
    const { projectId } = await inProject('Answer as a builder.');
    const { say } = await inProject('');
    expect((await say({ projectId })).system).not.toContain('builder');
  });
});

/** Loses the answer to the next such write of the projects API. The write happens. */
const lost = (action: string): StepRule => ({
  ...{ service: 'dynamodb', action, caller: 'ProjectsApi', times: 1, phase: 'after' },
  effect: { fail: { code: 'InternalServerError', status: 500 } },
});
