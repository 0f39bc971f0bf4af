/** A file that several turns of a chat name: it is removed with the last of them, whatever dies or is lost on the way. */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { givenFile, keysBelow } from '../support/files.ts';
import { fileItemOf } from '../support/given-files.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const RETRY_MS = 60_000;
/** Longer than another message waits for a silent worker, and shorter than the pause before a retry. */
const SILENT_MS = 50_000;
const NOTES = { name: 'notes.txt', bytes: 'Bring the blue folder.' };

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ retries: [RETRY_MS, RETRY_MS] });
});
afterEach(() => {
  stack.clearFaults();
  stack.replyWith('Noted.');
});
afterAll(() => stack.close());

interface Sent {
  readonly files?: readonly string[];
  readonly replaces?: number;
}

async function givenChat() {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const { fileId } = await givenFile(stack, user, NOTES);
  const about = { chatId, userEmail: user.email, message: 'Read' };
  const start = ({ files, ...more }: Sent) =>
    client.send('chat', { ...about, ...more, ...(files && { files: [...files] }) });
  const ask = async (sent: Sent) => {
    const ack = await client.ack(start(sent));
    await settled();
    return ack;
  };
  const isKept = async () => ({
    item: (await fileItemOf(stack, user, fileId)) !== undefined,
    objects: (await keysBelow(stack, `files/${user.owner}/${fileId}`)).length,
    counted: JSON.parse((await stack.http('GET', '/api/files', { token: user.token })).text).storage.files,
  });
  const shown = async () =>
    (await stack.history(user, chatId)).flatMap(({ files = [], messageIndex }) =>
      files.map(({ isRemoved }) => [messageIndex, isRemoved === true]),
    );
  return { user, client, chatId, fileId, start, ask, isKept, shown };
}

const KEPT = { item: true, objects: 2, counted: 1 };
const REMOVED = { item: false, objects: 0, counted: 0 };

const settled = async () => {
  await stack.eventually(() => expect(stack.inner.functions.due()).toBe(0));
  await stack.inner.functions.streamsSettled();
};

/** Sends an edit, kills its worker before it drops a file, and returns when the worker has died. */
async function dieBeforeDrop(start: (sent: Sent) => string, sent: Sent): Promise<void> {
  const death = stack.inner.faults.at({
    ...{ service: 'dynamodb', action: 'BatchGetItem', caller: 'RepliesReply' },
    effect: { kill: true, hang: true },
  });
  start(sent);
  await stack.eventually(() => expect(death.struck).toBe(1));
  await settled();
}

/** Lets the retry of the dead worker run. */
async function retryWorker(): Promise<void> {
  stack.moveClock(RETRY_MS);
  await settled();
}

describe('a file that two turns name', () => {
  it('stays when an edit of the later one drops it', async () => {
    const { fileId, ask, isKept, shown } = await givenChat();
    dataOf(await ask({ files: [fileId] }));
    dataOf(await ask({ files: [fileId] }));
    dataOf(await ask({ files: [], replaces: 3 }));
    expect(await isKept()).toEqual(KEPT);
    expect(await shown()).toEqual([[1, false]]);
  });

  it('is removed with the edit that drops it last, and cannot be sent again', async () => {
    const { fileId, ask, isKept } = await givenChat();
    dataOf(await ask({ files: [fileId] }));
    dataOf(await ask({ files: [], replaces: 1 }));
    expect(await isKept()).toEqual(REMOVED);
    expect(codeOf(await ask({ files: [fileId] }))).toBe('file_not_found');
  });

  it('is marked in both when its user removes it', async () => {
    const { user, client, chatId, fileId, ask, isKept, shown } = await givenChat();
    dataOf(await ask({ files: [fileId] }));
    dataOf(await ask({ files: [fileId] }));
    const path = `/api/files/${fileId}?chatId=${chatId}&messageIndex=3`;
    expect((await stack.http('DELETE', path, { token: user.token })).status).toBe(200);
    await settled();
    expect(await isKept()).toEqual(REMOVED);
    expect(await shown()).toEqual([
      [1, true],
      [3, true],
    ]);
    await client.until('fileRemoved', ({ data }) => data.messageIndex === 1);
    await client.until('fileRemoved', ({ data }) => data.messageIndex === 3);
  });
});

describe('the worker of an edit that drops a file', () => {
  it('that dies before the drop removes the file in its retry, though the next message has ended the turn', async () => {
    const { fileId, start, ask, isKept } = await givenChat();
    dataOf(await ask({ files: [fileId] }));
    await dieBeforeDrop(start, { files: [], replaces: 1 });
    stack.moveClock(SILENT_MS);
    dataOf(await ask({}));
    expect(await isKept()).toEqual(KEPT);
    await retryWorker();
    expect(await isKept()).toEqual(REMOVED);
  });

  it('that dies before the drop keeps the file if the next message names it', async () => {
    const { fileId, start, ask, isKept, shown } = await givenChat();
    dataOf(await ask({ files: [fileId] }));
    await dieBeforeDrop(start, { files: [], replaces: 1 });
    stack.moveClock(SILENT_MS);
    dataOf(await ask({ files: [fileId] }));
    await retryWorker();
    expect(await isKept()).toEqual(KEPT);
    expect(await shown()).toEqual([[3, false]]);
  });

  it('that dies before the drop removes the file in its retry, though another edit has replaced the turn', async () => {
    const { fileId, start, ask, isKept } = await givenChat();
    dataOf(await ask({ files: [fileId] }));
    await dieBeforeDrop(start, { files: [], replaces: 1 });
    stack.moveClock(SILENT_MS);
    dataOf(await ask({ files: [], replaces: 1 }));
    await retryWorker();
    expect(await isKept()).toEqual(REMOVED);
  });

  it('leaves the file when a message binds the file while its drop is under way', async () => {
    const { user, chatId, fileId, ask, isKept } = await givenChat();
    dataOf(await ask({ files: [fileId] }));
    const { documents, table } = stack.inner.dynamodb;
    const bind = async () => {
      const Key = { pk: `OWNER#${user.owner}`, sk: `FILE#${fileId}` };
      const { Item } = await documents.send(new GetCommand({ TableName: table('Chats'), Key }));
      const bound = { ...Item, chatId, boundBy: 'a later message' };
      await documents.send(new PutCommand({ TableName: table('Chats'), Item: bound }));
      const named = { pk: `CHAT#${user.owner}#${chatId}`, sk: 'MSG#00000007', index: 7, files: [{ fileId }] };
      await documents.send(new PutCommand({ TableName: table('Chats'), Item: named }));
    };
    const late = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'DeleteItem', caller: 'RepliesReply', effect: { run: bind } },
      about: (request) => request.includes(fileId),
    });
    dataOf(await ask({ files: [], replaces: 1 }));
    expect(late.struck).toBe(1);
    expect(await isKept()).toEqual(KEPT);
  });

  it.each([
    ['DeleteItem', 'after'],
    ['BatchGetItem', undefined],
    ['Query', undefined],
  ] as const)('that loses the answer of %s removes the file once', async (action, phase) => {
    const { fileId, ask, isKept } = await givenChat();
    dataOf(await ask({ files: [fileId] }));
    const fail = { code: 'InternalServerError', status: 500, message: 'Internal error' };
    const about = (request: string) => action === 'Query' || request.includes(fileId);
    const caller = 'RepliesReply';
    const lost = stack.inner.faults.at({
      ...{ service: 'dynamodb', action, caller, about, effect: { fail } },
      ...(phase && { phase }),
    });
    dataOf(await ask({ files: [], replaces: 1 }));
    expect(lost.struck).toBe(1);
    expect(await isKept()).toEqual(REMOVED);
  });
});

it('a file of a turn whose worker dies before it binds the file stays when the next message ends the turn', async () => {
  const { user, fileId, start, ask } = await givenChat();
  const death = stack.inner.faults.at({
    ...{ service: 'dynamodb', action: 'UpdateItem', caller: 'RepliesReply' },
    about: (request) => request.includes(`FILE#${fileId}`),
    effect: { kill: true, hang: true },
  });
  start({ files: [fileId] });
  await stack.eventually(() => expect(death.struck).toBe(1));
  await settled();
  expect(await fileItemOf(stack, user, fileId)).toHaveProperty('ttl');
  stack.moveClock(SILENT_MS);
  dataOf(await ask({}));
  expect(await fileItemOf(stack, user, fileId)).not.toHaveProperty('ttl');
});

it('a file that its user removes while another worker takes its turn over is marked in the message', async () => {
  const { user, chatId, fileId, start, isKept, shown } = await givenChat();
  const death = stack.inner.faults.at({
    ...{ service: 'dynamodb', action: 'UpdateItem', caller: 'RepliesReply' },
    about: (request) => request.includes('"complete"'),
    effect: { kill: true, hang: true },
  });
  start({ files: [fileId] });
  await stack.eventually(() => expect(death.struck).toBe(1));
  await settled();
  const takeover = stack.inner.faults.at({
    ...{ service: 'dynamodb', action: 'DeleteItem', caller: 'FilesApi', effect: { run: retryWorker } },
    about: (request) => request.includes(fileId),
  });
  const path = `/api/files/${fileId}?chatId=${chatId}&messageIndex=1`;
  expect((await stack.http('DELETE', path, { token: user.token })).status).toBe(200);
  expect(takeover.struck).toBe(1);
  await settled();
  expect((await stack.history(user, chatId)).at(-1)).toMatchObject({ status: 'complete' });
  expect(await isKept()).toEqual(REMOVED);
  expect(await shown()).toEqual([[1, true]]);
});
