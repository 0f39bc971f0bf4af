/** Search in the texts of documents over the real local stack, from the message with them to their removal. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '#contract/entities';
import { http } from '#contract/http-calls';
import { type GivenFile, givenFile, loseObjects, PAPER } from '../support/given-files.ts';
import { dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());
afterEach(() => stack.clearFaults());

const ROOT = path.resolve(import.meta.dirname, '../..');
const PAGES = ['On tea', 'On milk and quixotic sugar', 'On cups'];
const REPORT: GivenFile = {
  ...PAPER,
  name: 'report.pdf',
  text: PAGES.map((text, i) => `[Page ${i + 1}]\n${text}`).join('\n\n'),
};

async function search({ email, token }: TestUser, query: string): Promise<SearchResult> {
  const address = `/api/chats/search?userEmail=${email}&query=${encodeURIComponent(query)}`;
  const answer = await stack.http('GET', address, { token });
  if (answer.status !== 200) throw new Error(answer.text);
  return http.searchChats.response.parse(JSON.parse(answer.text));
}
const files = async (user: TestUser, query: string) =>
  (await search(user, query)).messages.map(({ file }) => file?.name);

/** Waits until every change was delivered, and what the changes started has ended. */
async function settled(): Promise<void> {
  await stack.idle();
  await stack.inner.functions.streamsSettled();
  await stack.idle();
}

async function givenDocument(file = REPORT) {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const fileId = await givenFile(stack, user, file);
  const send = async (message: string, more: { files?: string[]; replaces?: number }) => {
    dataOf(await client.call('chat', { chatId, message, userEmail: user.email, ...more }));
    await settled();
  };
  await send('Read this', { files: [fileId] });
  return { user, chatId, fileId, send };
}

/** Rows of the search table that hold text of a user's documents. */
async function passagesOf({ owner }: TestUser) {
  const { documents, table } = stack.inner.dynamodb;
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: table('Search'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `1#OWNER#${owner}#TEXT` },
    }),
  );
  return Items;
}

describe('a document that was sent', () => {
  it('is found by its text, as its message with file and page, by its owner alone', async () => {
    const { user, chatId, fileId } = await givenDocument();
    const result = await search(user, 'quixotic');
    expect(result.chats).toMatchObject([{ chatId, matchedMessages: ['1'] }]);
    expect(result.messages).toEqual([
      {
        ...{ chatId, messageId: '1', role: 'user', createdAt: expect.any(String) },
        content: 'On tea\n\nOn milk and quixotic sugar\n\nOn cups',
        matches: [[20, 28]],
        file: { fileId, name: 'report.pdf', page: 2 },
      },
    ]);
    expect(await search(await stack.givenUser(), 'quixotic')).toEqual({ chats: [], messages: [] });
    expect(stack.functionLogs().filter((line) => /quixotic|report\.pdf/.test(line))).toEqual([]);
  });

  it('is no longer found once it was removed from its message, and its text is gone', async () => {
    const { user, chatId, fileId } = await givenDocument();
    expect(await passagesOf(user)).toHaveLength(1);
    const address = `/api/files/${fileId}?chatId=${chatId}&messageIndex=1`;
    expect((await stack.http('DELETE', address, { token: user.token })).status).toBe(200);
    expect(await files(user, 'quixotic')).toEqual([]);
    await settled();
    expect(await passagesOf(user)).toEqual([]);
  });

  it('that an edit drops is gone, one that an edit keeps is found', async () => {
    const { user, fileId, send } = await givenDocument();
    await send('Read it again', { files: [fileId], replaces: 1 });
    expect(await files(user, 'quixotic')).toEqual(['report.pdf']);
    await send('Read nothing', { files: [], replaces: 1 });
    expect(await files(user, 'quixotic')).toEqual([]);
    expect(await passagesOf(user)).toEqual([]);
  });

  it('goes with its chat, and comes back with it', async () => {
    const { user, chatId } = await givenDocument();
    await stack.http('DELETE', `/api/chats/${chatId}`, { token: user.token });
    expect(await files(user, 'quixotic')).toEqual([]);
    await stack.http('POST', `/api/chats/${chatId}/restore`, { token: user.token });
    await settled();
    expect(await files(user, 'quixotic')).toEqual(['report.pdf']);
  });

  it('whose text is gone from S3 is found by its name', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    const fileId = await givenFile(stack, user, REPORT);
    stack.replyWith('Noted.');
    await loseObjects(stack, user, fileId);
    const message = { chatId: chat.chatId, message: 'Read', userEmail: user.email, files: [fileId] };
    await client.call('chat', message);
    await settled();
    expect(await files(user, 'quixotic')).toEqual([]);
    expect((await search(user, 'report')).messages).toMatchObject([{ content: 'Read\nreport.pdf' }]);
  });
});

describe('indexing that meets faults', () => {
  it.each([
    ['a write is refused', {}],
    ['the answer to a write is lost', { phase: 'after' as const }],
  ])('succeeds although %s in two runs', async (_, phase) => {
    stack.inner.faults.at({
      ...{ service: 'dynamodb', caller: 'SearchDocuments', action: 'BatchWriteItem' },
      ...{ nth: 1, times: 2, ...phase },
      effect: { fail: { code: 'InternalServerError', message: 'try again' } },
    });
    const { user } = await givenDocument();
    await stack.eventually(async () => expect(await files(user, 'quixotic')).toEqual(['report.pdf']));
  });

  it('succeeds although S3 refuses the text in two runs', async () => {
    stack.inner.faults.at({
      ...{ service: 's3', caller: 'SearchDocuments', action: 'GetObject', nth: 1, times: 2 },
      effect: { fail: { code: 'InternalError', message: 'try again' } },
    });
    const { user } = await givenDocument();
    await stack.eventually(async () => expect(await files(user, 'quixotic')).toEqual(['report.pdf']));
  });
});

describe('npm run ops -- search rebuild', () => {
  it('adds the text of sent documents that the index lacks', async () => {
    const { user } = await givenDocument();
    await forget(user);
    expect(await files(user, 'quixotic')).toEqual([]);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['bin/ops.ts', 'search', 'rebuild', '--owner', user.owner, '--json'],
      { cwd: ROOT, env: { ...process.env, ...stack.inner.operator } },
    );
    expect(JSON.parse(stdout)).toMatchObject({ owner: user.owner, documents: 1 });
    expect(await files(user, 'quixotic')).toEqual(['report.pdf']);
  });

  /** Deletes what the search table has of a user. */
  async function forget({ owner }: TestUser): Promise<void> {
    const { client, table } = stack.inner.dynamodb;
    const { Items = [] } = await stack.inner.dynamodb.documents.send(
      new ScanCommand({ TableName: table('Search') }),
    );
    const { DeleteItemCommand } = await import('@aws-sdk/client-dynamodb');
    for (const { pk, sk } of Items) {
      if (!String(pk).includes(owner)) continue;
      await client.send(
        new DeleteItemCommand({ TableName: table('Search'), Key: { pk: { S: pk }, sk: { S: sk } } }),
      );
    }
  }
});
