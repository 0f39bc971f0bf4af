/** Files of a project: how they are added and removed, how they reach the model, and what removes them. */
import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FileInfo } from '#contract/entities';
import { http } from '#contract/http-calls';
import { PROJECT } from '#contract/limits';
import { ownerPartition } from '../../lambdas/store/owner-keys.ts';
import { DEFAULT_ALLOWANCES } from '../../lib/config-defaults.ts';
import type { Block } from '../../local/bedrock/bedrock.ts';
import type { StepRule } from '../../local/faults/faults.ts';
import { keysBelow } from '../support/files.ts';
import { fileItemOf, givenFile, PAPER, PICTURE, SHEET } from '../support/given-files.ts';
import { givenPlan } from '../support/given-plan.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => {
  stack.clearFaults();
  stack.replyWith('A plain reply.');
});
afterAll(() => stack.close());

const NOTES = { ...SHEET, name: 'notes.txt', mediaType: 'text/plain', text: 'Bring the blue folder.' };

/** A PDF without a text, which only models that take PDFs can read. */
const { text: _, ...SCAN } = PAPER;

async function call(
  { token }: TestUser,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  sent?: object,
) {
  const { status, text } = await stack.http(method, `/api/projects${path}`, { token, body: sent });
  return { status, body: JSON.parse(text) };
}
async function givenProject(user?: TestUser) {
  const owner = user ?? (await stack.givenUser());
  const projectId = randomUUID();
  expect((await call(owner, 'POST', '', { projectId, name: 'House' })).status).toBe(200);
  return { user: owner, projectId };
}
const add = (user: TestUser, projectId: string, fileId: string) =>
  call(user, 'PUT', `/${projectId}/files/${fileId}`, {});
const remove = (user: TestUser, projectId: string, fileId: string) =>
  call(user, 'DELETE', `/${projectId}/files/${fileId}`);
const instruct = (user: TestUser, projectId: string, text: string) =>
  call(user, 'PUT', `/${projectId}/instructions`, { text });
async function listed(user: TestUser, projectId: string): Promise<string[]> {
  const { body } = await call(user, 'GET', `/${projectId}/files`);
  return http.getProjectFiles.response.parse(body).files.map(({ fileId }) => fileId);
}
async function projectOf(user: TestUser) {
  const { text } = await stack.http('GET', `/api/chats/getChats?userEmail=${user.email}`, {
    token: user.token,
  });
  return http.getChats.response.parse(JSON.parse(text)).projects?.[0];
}
async function contextOf({ owner }: TestUser, projectId: string) {
  const { documents, table } = stack.inner.dynamodb;
  const Key = { pk: ownerPartition(owner), sk: `INSTRUCTIONS#${projectId}` };
  return (await documents.send(new GetCommand({ TableName: table('Chats'), Key }))).Item;
}
/** Ends the user's plan, so that the free plan counts. */
const endPlan = (user: TestUser) => givenPlan(stack, user, { planType: 'yearly', expiresAt: 1 });
const refusal = (status: number, code: string) => ({ status, body: { code } });
const settled = async () => {
  await stack.idle();
  await stack.inner.functions.streamsSettled();
  await stack.idle();
};
/** Loses the answer to the next such write of the projects API. The write happens. */
const lost = (action: string): StepRule => ({
  ...{ service: 'dynamodb', action, caller: 'ProjectsApi', times: 1, phase: 'after' },
  effect: { fail: { code: 'InternalServerError', status: 500 } },
});

describe('a file of a project', () => {
  it('is listed, kept, told to other devices, and removed for good', async () => {
    const { user, projectId } = await givenProject();
    const phone = await stack.connect(user);
    const [paper, notes] = [await givenFile(stack, user, PAPER), await givenFile(stack, user, NOTES)];
    const first = await add(user, projectId, paper);
    const shown: Partial<FileInfo> = {
      fileId: paper,
      name: PAPER.name,
      kind: 'document',
      pages: 3,
      tokens: 50,
    };
    expect(first).toMatchObject({ status: 200, body: { files: [shown] } });
    expect((await phone.until('projectChanged')).data).toMatchObject({ projectId, hasInstructions: true });
    await add(user, projectId, notes);
    expect(await listed(user, projectId)).toEqual([paper, notes]);
    expect((await fileItemOf(stack, user, paper))?.ttl).toBeUndefined();
    expect(await keysBelow(stack, `files/${user.owner}/`)).toHaveLength(4);
    expect((await remove(user, projectId, paper)).body.files).toMatchObject([{ fileId: notes }]);
    await settled();
    expect(await fileItemOf(stack, user, paper)).toBeUndefined();
    expect(await keysBelow(stack, `files/${user.owner}/${paper}`)).toEqual([]);
    await remove(user, projectId, notes);
    expect(await contextOf(user, projectId)).toBeUndefined();
    expect((await projectOf(user))?.hasInstructions).toBeUndefined();
  });

  it('is added and removed once through lost answers and repeated calls', async () => {
    const { user, projectId } = await givenProject();
    const fileId = await givenFile(stack, user, NOTES);
    const adding = stack.inner.faults.at(lost('TransactWriteItems'));
    for (const _ of ['first', 'repeated'])
      expect(await add(user, projectId, fileId)).toMatchObject({
        status: 200,
        body: { files: [{ fileId }] },
      });
    expect(adding.struck).toBe(1);
    const removing = stack.inner.faults.at(lost('TransactWriteItems'));
    for (const _ of ['first', 'repeated'])
      expect(await remove(user, projectId, fileId)).toEqual({ status: 200, body: { files: [] } });
    expect(removing.struck).toBe(1);
  });

  it('is one of ten at most, also when many are added at once', async () => {
    const { user, projectId } = await givenProject();
    const ids = await Promise.all(Array.from({ length: 12 }, () => givenFile(stack, user, NOTES)));
    for (const fileId of ids.slice(0, 8)) expect((await add(user, projectId, fileId)).status).toBe(200);
    const answers = await Promise.all(ids.slice(8).map((fileId) => add(user, projectId, fileId)));
    const full = { status: 409, body: { code: 'too_many_project_files' } };
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const answer of answers) if (answer.status !== 200) expect(answer).toMatchObject(full);
    expect(await listed(user, projectId)).toHaveLength(PROJECT.filesMax);
    expect(await add(user, projectId, ids[0] ?? '')).toMatchObject({ status: 200 });
  });

  it('is added by its owner alone: another user’s file or project is answered like one that does not exist', async () => {
    const { user, projectId } = await givenProject();
    const other = await stack.givenUser();
    const foreign = await givenFile(stack, other, NOTES);
    const none = await add(user, projectId, randomUUID());
    expect(await add(user, projectId, foreign)).toEqual(none);
    expect(none).toMatchObject(refusal(404, 'file_not_found'));
    const own = await givenFile(stack, user, NOTES);
    expect(await add(other, projectId, foreign)).toMatchObject(refusal(404, 'project_not_found'));
    await add(user, projectId, own);
    expect(await call(other, 'GET', `/${projectId}/files`)).toMatchObject(refusal(404, 'project_not_found'));
    expect(await remove(other, projectId, own)).toMatchObject(refusal(404, 'project_not_found'));
    expect(await listed(user, projectId)).toEqual([own]);
  });

  it('is in no other project, and a file that was sent in a chat is refused', async () => {
    const { user, projectId } = await givenProject();
    const { projectId: second } = await givenProject(user);
    const fileId = await givenFile(stack, user, NOTES);
    const answers = await Promise.all([add(user, projectId, fileId), add(user, second, fileId)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const { client, chat } = await stack.givenChat(user);
    const sent = await givenFile(stack, user, NOTES);
    dataOf(
      await client.call('chat', {
        ...{ chatId: chat.chatId, message: 'Read', userEmail: user.email, files: [sent] },
      }),
    );
    await stack.idle();
    expect(await add(user, projectId, sent)).toMatchObject(refusal(404, 'file_not_found'));
  });

  it('is refused beyond the plan’s tokens, and where none of its models can take it', async () => {
    const { user, projectId } = await givenProject();
    const most = DEFAULT_ALLOWANCES.free.files?.tokensPerMessage ?? 0;
    const long = await givenFile(stack, user, { ...NOTES, tokens: most - 10 });
    expect((await add(user, projectId, long)).status).toBe(200);
    const next = await givenFile(stack, user, NOTES);
    expect(await add(user, projectId, next)).toMatchObject(refusal(413, 'files_too_long'));
    await remove(user, projectId, long);
    const scan = await givenFile(stack, user, SCAN);
    expect(await add(user, projectId, scan)).toMatchObject(refusal(403, 'no_model_for_files'));
    expect(await listed(user, projectId)).toEqual([]);
  });

  it('that its user deletes with DELETE /api/files leaves the list', async () => {
    const { user, projectId } = await givenProject();
    const fileId = await givenFile(stack, user, NOTES);
    await add(user, projectId, fileId);
    const { status } = await stack.http('DELETE', `/api/files/${fileId}`, { token: user.token });
    expect([status, await listed(user, projectId)]).toEqual([200, []]);
  });

  it('goes with its project, and files of other projects stay', async () => {
    const { user, projectId } = await givenProject();
    const { projectId: second } = await givenProject(user);
    const [gone, stays] = [await givenFile(stack, user, NOTES), await givenFile(stack, user, NOTES)];
    await add(user, projectId, gone);
    await add(user, second, stays);
    await call(user, 'DELETE', `/${projectId}`);
    await settled();
    expect(await fileItemOf(stack, user, gone)).toBeUndefined();
    expect(await keysBelow(stack, `files/${user.owner}/${gone}`)).toEqual([]);
    expect(await fileItemOf(stack, user, stays)).toMatchObject({ projectId: second });
    expect(await add(user, projectId, stays)).toMatchObject(refusal(404, 'project_not_found'));
  });
});

describe('instructions and files', () => {
  it('are kept when the other is changed, through lost answers too', async () => {
    const { user, projectId } = await givenProject();
    const fileId = await givenFile(stack, user, NOTES);
    await add(user, projectId, fileId);
    stack.inner.faults.at(lost('TransactWriteItems'));
    expect((await instruct(user, projectId, 'Answer as a builder.')).body.isUsed).toBe(true);
    expect(await listed(user, projectId)).toEqual([fileId]);
    expect((await instruct(user, projectId, '')).body).toEqual({ text: '', isUsed: true });
    expect((await projectOf(user))?.hasInstructions).toBe(true);
    await instruct(user, projectId, 'Answer as a builder.');
    await remove(user, projectId, fileId);
    expect((await call(user, 'GET', `/${projectId}/instructions`)).body.text).toBe('Answer as a builder.');
    expect((await projectOf(user))?.hasInstructions).toBe(true);
    expect((await instruct(user, projectId, '')).body).toEqual({ text: '', isUsed: false });
    expect((await projectOf(user))?.hasInstructions).toBeUndefined();
  });

  it('stand beside each other in an item from before there were files', async () => {
    const { user, projectId } = await givenProject();
    const { documents, table } = stack.inner.dynamodb;
    const Item = { pk: ownerPartition(user.owner), sk: `INSTRUCTIONS#${projectId}`, text: 'Be brief.' };
    await documents.send(new PutCommand({ TableName: table('Chats'), Item }));
    expect(await listed(user, projectId)).toEqual([]);
    const fileId = await givenFile(stack, user, NOTES);
    await add(user, projectId, fileId);
    expect(await contextOf(user, projectId)).toMatchObject({ text: 'Be brief.', files: [{ fileId }] });
  });

  /** Runs something between the read and the write of the next change to a project. */
  const during = (run: () => Promise<unknown>) =>
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'TransactWriteItems', caller: 'ProjectsApi', times: 1 },
      effect: { run: async () => void (await run()) },
    });

  it('that another change overtakes are both kept', async () => {
    const { user, projectId } = await givenProject();
    const [first, second] = [await givenFile(stack, user, NOTES), await givenFile(stack, user, NOTES)];
    const beside = during(() => instruct(user, projectId, 'Be brief.'));
    expect((await add(user, projectId, first)).status).toBe(200);
    const besideNext = during(() => add(user, projectId, second));
    expect((await instruct(user, projectId, '')).body).toEqual({ text: '', isUsed: true });
    const third = await givenFile(stack, user, NOTES);
    const besideLast = during(() => remove(user, projectId, second));
    expect((await add(user, projectId, third)).status).toBe(200);
    expect([beside.struck, besideNext.struck, besideLast.struck]).toEqual([1, 1, 1]);
    expect(await listed(user, projectId)).toEqual([first, third]);
    expect((await contextOf(user, projectId))?.text).toBeUndefined();
  });

  it('that are changed at once are both kept', async () => {
    const { user, projectId } = await givenProject();
    const ids = await Promise.all(Array.from({ length: 3 }, () => givenFile(stack, user, NOTES)));
    const answers = await Promise.all([
      ...ids.map((fileId) => add(user, projectId, fileId)),
      instruct(user, projectId, 'Be brief.'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await listed(user, projectId)).toSorted()).toEqual(ids.toSorted());
    expect(await contextOf(user, projectId)).toMatchObject({ text: 'Be brief.' });
  });
});

describe('files of a project in a turn', () => {
  const shownOf = ({ text, image, document, cachePoint }: Block): string =>
    image
      ? 'picture'
      : document
        ? `${document.name}: ${document.format}`
        : cachePoint
          ? 'cache point'
          : (text ?? '');

  async function inProject(plan: 'free' | 'paid', ...files: (typeof PAPER)[]) {
    const { user, projectId } = await givenProject();
    if (plan === 'paid') await givenPlan(stack, user, { planType: 'yearly' });
    const ids: string[] = [];
    for (const file of files) {
      const fileId = await givenFile(stack, user, file);
      expect((await add(user, projectId, fileId)).status).toBe(200);
      ids.push(fileId);
    }
    const { client, chat } = await stack.givenChat(user);
    const { chatId } = chat;
    const moved = await stack.http('PUT', `/api/chats/${chatId}/project`, {
      token: user.token,
      body: { projectId },
    });
    expect(moved.status).toBe(200);
    const send = (message: string, more: object = {}) =>
      client.call('chat', {
        chatId,
        message,
        userEmail: user.email,
        projectId,
        instructions: false,
        ...more,
      });
    const say = async (message: string, more: object = {}) => {
      dataOf(await send(message, more));
      await stack.idle();
      return stack.lastModelCall()?.messages.map(({ content }) => content.map(shownOf)) ?? [];
    };
    return { user, projectId, chatId, ids, send, say };
  }
  const OF_PROJECT = 'Files of the project that this chat is in: Project document 1.';
  const TEXT = '<document name="Project document 1">\nBring the blue folder.\n</document>';

  it('stand in front of the first message, by neutral names, in each turn of the chat', async () => {
    const { say } = await inProject('free', NOTES);
    expect(await say('What do I bring?')).toEqual([[TEXT, OF_PROJECT, 'What do I bring?']]);
    expect(await say('And then?')).toEqual([
      [TEXT, OF_PROJECT, 'What do I bring?'],
      ['A plain reply.'],
      ['And then?'],
    ]);
  });

  it('stand before the message’s own files, which are numbered apart', async () => {
    const { user, say } = await inProject('paid', PICTURE, PAPER);
    const own = await givenFile(stack, user, PAPER);
    const [asked] = await say('Compare', { files: [own], model: 'claude' });
    expect(asked?.filter((block) => block !== 'cache point')).toEqual([
      ...['picture', 'Project document 1: pdf'],
      'Files of the project that this chat is in: Project picture 1, Project document 1.',
      ...['Document 1: pdf', 'Attached: Document 1.', 'Compare'],
    ]);
  });

  it('cost half a read unit for ten usual files, and no call or write', async () => {
    const names = Array.from({ length: PROJECT.filesMax }, (_, n) => ({ ...NOTES, name: `Paper ${n}.txt` }));
    const { say } = await inProject('free', ...names);
    const use = async (more: object) => {
      await stack.idle();
      stack.inner.dynamodb.resetStats();
      await say('Hello', more);
      const { writeUnits, calls } = stack.inner.dynamodb.stats();
      const gets = calls.filter(({ operation }) => operation === 'GetItem').length;
      return { planUnits: stack.planUnits(), writeUnits, gets };
    };
    const without = await use({ projectId: null });
    const told = await use({});
    expect(told.planUnits - without.planUnits).toBeLessThanOrEqual(0.5);
    expect([told.writeUnits, told.gets]).toEqual([without.writeUnits, without.gets]);
  });

  it('that are added while a message with the file is on its way stay the project’s', async () => {
    const { user, projectId, chatId, send } = await inProject('free');
    const fileId = await givenFile(stack, user, NOTES);
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'UpdateItem', caller: 'RepliesReply', times: 1 },
      about: (request: string) => request.includes('boundBy'),
      effect: { run: async () => void (await add(user, projectId, fileId)) },
    });
    dataOf(await send('Read', { files: [fileId] }));
    await stack.idle();
    expect(await fileItemOf(stack, user, fileId)).toMatchObject({ projectId });
    expect((await fileItemOf(stack, user, fileId))?.chatId).toBeUndefined();
    expect((await stack.history(user, chatId)).find(({ files }) => files)?.files).toMatchObject([
      { isRemoved: true },
    ]);
  });

  it('are those of the chat’s true project, also for a page that names another project or none', async () => {
    const { user, say } = await inProject('free', NOTES);
    const { projectId: other } = await givenProject(user);
    for (const known of [{ projectId: undefined }, { projectId: other }])
      expect((await say('Hello', known))[0]?.[0]).toBe(TEXT);
    const stranger = await inProject('free');
    expect((await stranger.say('Hello', { projectId: other }))[0]).toEqual(['Hello']);
  });

  it('choose a model that takes them, and are a note where none does', async () => {
    const { user, say, chatId } = await inProject('paid', SCAN);
    expect((await say('What is this?'))[0]?.[0]).toBe('Project document 1: pdf');
    await endPlan(user);
    const [asked] = await say('And now?');
    expect(asked?.[0]).toBe('(Project document 1 stands here. You cannot read it.)');
    expect((await stack.history(user, chatId)).at(-1)?.reason).toContain('files of the project');
  });

  describe('of a user whose plan has no files any more', () => {
    let usual: TestStack;
    beforeAll(async () => {
      usual = stack;
      const free = { ...DEFAULT_ALLOWANCES.free, files: null };
      stack = await startTestStack({ allowances: { ...DEFAULT_ALLOWANCES, free } });
    });
    afterAll(async () => {
      await stack.close();
      stack = usual;
    });

    it('do not go to the model, nor do those of earlier messages, and the reason says so', async () => {
      const { user, say, chatId } = await inProject('paid');
      const own = await givenFile(stack, user, NOTES);
      await say('What do I bring?', { files: [own] });
      await endPlan(user);
      expect(await say('And then?')).toEqual([['What do I bring?'], ['A plain reply.'], ['And then?']]);
      const reason = expect.stringContaining('Earlier files are left out.');
      expect((await stack.history(user, chatId)).at(-1)).toMatchObject({ reason });
    });

    it('do not go to the model, and the reason says so', async () => {
      const { user, say, chatId } = await inProject('paid', NOTES);
      await endPlan(user);
      expect(await say('What do I bring?')).toEqual([['What do I bring?']]);
      const reason = expect.stringContaining('It cannot read all files of the project.');
      expect((await stack.history(user, chatId)).at(-1)).toMatchObject({ reason });
    });
  });

  it('that are too long for the plan, alone or with those of the message, are refused with a reason', async () => {
    const most = DEFAULT_ALLOWANCES.free.files?.tokensPerMessage ?? 0;
    const { user, send } = await inProject('paid', { ...NOTES, tokens: most - 10 });
    await endPlan(user);
    const own = await givenFile(stack, user, NOTES);
    expect(await send('Compare', { files: [own] })).toMatchObject({
      error: {
        code: 'files_too_long',
        message: expect.stringContaining('Together with the files of the project'),
      },
    });
    dataOf(await send('Alone'));
    const longer = await inProject('paid', { ...NOTES, tokens: most + 10 });
    await endPlan(longer.user);
    expect(await longer.send('Hello')).toMatchObject({
      error: { code: 'files_too_long', message: expect.stringContaining('this chat’s project') },
    });
  });

  it('are never bound by a message, nor removed with its chat', async () => {
    const { user, projectId, chatId, ids, send } = await inProject('free', NOTES);
    const [fileId = ''] = ids;
    expect(codeOf(await send('Read', { files: [fileId] }))).toBe('file_not_found');
    await stack.http('DELETE', `/api/chats/${chatId}`, { token: user.token });
    stack.inner.clock.advance(25 * 60 * 60_000);
    await stack.inner.dynamodb.sweep();
    await settled();
    expect(await fileItemOf(stack, user, fileId)).toMatchObject({ projectId });
    expect((await fileItemOf(stack, user, fileId))?.chatId).toBeUndefined();
  });
});
