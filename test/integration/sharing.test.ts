/** Shared chats: what a snapshot holds, who may read it, how it ends, and what faults leave of it. */
import { randomUUID } from 'node:crypto';
import { PutCommand, QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CHAT_DEFAULT_NAME_PREFIX } from '#contract/automatic-chat-names';
import { http } from '#contract/http-calls';
import { SHARE_REPORTS_PER_DAY, SHARES_MAX } from '#contract/limits';
import { ackData } from '#contract/socket';
import { ownerPartition, sharePartition } from '../../lambdas/store/owner-keys.ts';
import { givenFile } from '../support/given-files.ts';
import { ask } from '../support/https-request.ts';
import { freshAddress } from '../support/sign-up.ts';
import { dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';
import { storeTurn } from '../support/store-turn.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

const newId = () => randomUUID().replaceAll('-', '');
const body = (text: string): unknown => JSON.parse(text);

async function call(user: TestUser, method: string, path: string, sent?: unknown, on = stack) {
  const { status, text } = await on.http(method, path, { token: user.token, body: sent });
  return { status, text, body: body(text) };
}
const share = (user: TestUser, shareId: string, chatId: string, readers = 'members', on = stack) =>
  call(user, 'PUT', `/api/shares/${shareId}`, { chatId, readers }, on);
const readAs = (user: TestUser, shareId: string, on = stack) =>
  call(user, 'GET', `/api/shares/${shareId}`, undefined, on);
const readAsVisitor = (shareId: string, localAddress = freshAddress(), on = stack) =>
  ask(`${on.urls.site}/api/shared/${shareId}`, 'GET', { localAddress });
const contentsOf = (answer: { readonly body: unknown }) =>
  http.readShare.response.parse(answer.body).messages.map(({ content }) => content);

/** Returns a user with a chat of one turn, and a function that adds turns to the chat. */
async function given(on = stack) {
  const user = await on.givenUser();
  const { client, chat } = await on.givenChat(user);
  const say = async (question: string, reply: string) => {
    on.replyWith(reply);
    await on.say(client, user, chat.chatId, question);
  };
  await say('What is a parley?', 'A talk between enemies.');
  return { user, client, say, chatId: chat.chatId };
}

async function givenShare(readers = 'members') {
  const made = await given();
  const shareId = newId();
  expect((await share(made.user, shareId, made.chatId, readers)).status).toBe(200);
  return { ...made, shareId };
}

/** Gives the row of a request that continues a share the shape of an earlier deployment, without a version. */
async function forgetVersion({ owner }: TestUser, requestId: string): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  await documents.send(
    new UpdateCommand({
      TableName: table('Chats'),
      Key: { pk: ownerPartition(owner), sk: `INIT#${requestId}` },
      UpdateExpression: 'REMOVE snapshotVersion',
      ConditionExpression: 'attribute_exists(chatId)',
    }),
  );
}

interface LongChat {
  readonly user: TestUser;
  readonly chatId: string;
}

/** Adds two replies to a chat that compress badly, so that its snapshot needs two parts. */
async function makeLong(chat: LongChat): Promise<void> {
  for (const index of [3, 5]) await addLong(chat, index);
}

/** Adds a reply at an index. Two of them do not fit into one part of a snapshot. */
async function addLong({ user, chatId }: LongChat, index: number): Promise<void> {
  const text = Array.from({ length: 5_000 }, () => randomUUID()).join(' ');
  await storeTurn(stack, user, { chatId, index, requestId: randomUUID(), userText: `More ${index}`, text });
}

/** Every row of a share, and the owner's count. */
async function rowsOf({ owner }: TestUser, shareId: string) {
  const { documents, table } = stack.inner.dynamodb;
  const read = async (pk: string) =>
    (
      await documents.send(
        new QueryCommand({
          TableName: table('Chats'),
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
        }),
      )
    ).Items ?? [];
  const own = await read(ownerPartition(owner));
  return {
    rows: (await read(sharePartition(shareId))).map(({ sk }) => sk),
    own: own.filter(({ sk }) => sk === `SHARE#${shareId}`).length,
    count: own.find(({ sk }) => sk === 'SHARES')?.count,
  };
}
const NOTHING = { rows: [], own: 0 };
const WHOLE = { rows: ['META', 'PART#0000'], own: 1, count: 1 };

describe('a snapshot', () => {
  it('holds what was said up to its making, with model names, and nothing of its author', async () => {
    const { user, client, say, chatId } = await given();
    const file = await givenFile(stack, user);
    stack.replyWith('I see.');
    const data = { chatId, message: 'Look at this', userEmail: user.email, files: [file] };
    dataOf(await client.call('chat', data));
    await client.call('likeMessage', { chatId, messageIndex: 2, liked: true, userEmail: user.email });
    const shareId = newId();
    const made = await share(user, shareId, chatId);
    expect(made).toMatchObject({ status: 200, body: { shareId, chatId, messages: 4, readers: 'members' } });
    await say('And now?', 'Something new.');

    const reader = await stack.givenUser();
    const answer = await readAs(reader, shareId);
    const { messages } = http.readShare.response.parse(answer.body);
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'What is a parley?'],
      ['assistant', 'A talk between enemies.'],
      ['user', 'Look at this'],
      ['assistant', 'I see.'],
    ]);
    expect(messages[1]).toMatchObject({
      status: 'complete',
      model: expect.any(String),
      trueModel: expect.any(String),
    });
    expect(messages[2]?.files).toEqual([{ name: expect.any(String), kind: expect.any(String) }]);
    expect(Object.keys(answer.body as object).toSorted()).toEqual([
      'messages',
      'name',
      'updatedAt',
      'version',
    ]);
    for (const secret of [
      user.owner,
      user.email,
      user.email.split('@')[0] ?? '',
      chatId,
      'liked',
      'Hello',
      'thought',
      'okens',
    ])
      expect(answer.text).not.toContain(secret);
  });

  it('is made of no temporary chat, which is to end', async () => {
    const { user, client } = await given();
    const ack = await client.call('initChat', { userEmail: user.email, isTemporary: true });
    const { chatId } = ackData.initChat.parse(dataOf(ack));
    const refused = { status: 400, body: { code: 'invalid_request' } };
    expect(await share(user, newId(), chatId)).toMatchObject(refused);
  });

  it('is replaced by an update, name included, and not by a repeated creation', async () => {
    const { user, shareId, chatId, say } = await givenShare();
    await say('And now?', 'Something new.');
    await call(user, 'PUT', `/api/chats/${chatId}/name`, { newName: 'Parleys' });
    await share(user, shareId, chatId);
    expect(contentsOf(await readAs(user, shareId))).toHaveLength(2);
    const updated = await call(user, 'POST', `/api/shares/${shareId}/update`, {});
    expect(updated).toMatchObject({ status: 200, body: { messages: 4, name: 'Parleys' } });
    expect(await readAs(user, shareId)).toMatchObject({ body: { name: 'Parleys', version: 2 } });
    expect(contentsOf(await readAs(user, shareId)).at(-1)).toBe('Something new.');
  });

  it('is listed as outdated while its chat says more or has another name, until an update', async () => {
    const { user, shareId, chatId, say } = await givenShare();
    const second = newId();
    await share(user, second, chatId);
    const outdated = async () => {
      const { shares } = http.listShares.response.parse((await call(user, 'GET', '/api/shares')).body);
      return Object.fromEntries(shares.map((one) => [one.shareId, one.isOutdated]));
    };
    const update = () => call(user, 'POST', `/api/shares/${shareId}/update`, {});
    expect(await outdated()).toEqual({ [shareId]: undefined, [second]: undefined });
    await say('And now?', 'Something new.');
    expect(await outdated()).toEqual({ [shareId]: true, [second]: true });
    await update();
    expect(await outdated()).toEqual({ [shareId]: undefined, [second]: true });
    await call(user, 'PUT', `/api/chats/${chatId}/name`, { newName: 'Parleys' });
    expect(await outdated()).toEqual({ [shareId]: true, [second]: true });
    await update();
    expect(await outdated()).toEqual({ [shareId]: undefined, [second]: true });
  });

  it('whose row lacks `lastRequestId`, as old rows do, is listed as outdated until an update', async () => {
    const { user, shareId } = await givenShare();
    const { documents, table } = stack.inner.dynamodb;
    const Key = { pk: sharePartition(shareId), sk: 'META' };
    const UpdateExpression = 'REMOVE lastRequestId';
    await documents.send(new UpdateCommand({ TableName: table('Chats'), Key, UpdateExpression }));
    const listed = async () => (await call(user, 'GET', '/api/shares')).body;
    expect(await listed()).toMatchObject({ shares: [{ shareId, isOutdated: true }] });
    expect((await call(user, 'POST', `/api/shares/${shareId}/update`, {})).status).toBe(200);
    expect(await listed()).not.toMatchObject({ shares: [{ isOutdated: true }] });
  });

  it('of a long chat is read in parts of one version, and ends without a trace', async () => {
    const { user, shareId, chatId } = await givenShare();
    await makeLong({ user, chatId });
    expect((await call(user, 'POST', `/api/shares/${shareId}/update`, {})).status).toBe(200);
    const first = http.readShare.response.parse((await readAs(user, shareId)).body);
    expect(first.nextPart).toBe(1);
    const rest = await call(user, 'GET', `/api/shares/${shareId}?part=1`);
    expect(rest).toMatchObject({ status: 200, body: { version: 2 } });
    expect([...first.messages, ...http.readShare.response.parse(rest.body).messages]).toHaveLength(6);
    expect((await rowsOf(user, shareId)).rows).toEqual(['META', 'PART#0000', 'PART#0001']);
    expect((await call(user, 'GET', `/api/shares/${shareId}?part=2`)).status).toBe(404);
    await call(user, 'DELETE', `/api/shares/${shareId}`);
    expect(await rowsOf(user, shareId)).toEqual({ ...NOTHING, count: 0 });
  });

  it('readers of a share that is updated all the time see whole versions', async () => {
    const { user, shareId, say } = await givenShare();
    const reading = { isOver: false };
    const readers = Array.from({ length: 4 }, async () => {
      const seen: number[] = [];
      while (!reading.isOver) {
        const answer = await readAs(user, shareId);
        expect(answer.status).toBe(200);
        const { version, messages } = http.readShare.response.parse(answer.body);
        expect(messages).toHaveLength(2 * version);
        seen.push(version);
      }
      return seen;
    });
    for (let turn = 2; turn <= 5; turn += 1) {
      await say(`Question ${turn}`, `Reply ${turn}`);
      expect((await call(user, 'POST', `/api/shares/${shareId}/update`, {})).status).toBe(200);
    }
    reading.isOver = true;
    for (const seen of await Promise.all(readers)) expect(seen).toEqual(seen.toSorted());
  });

  it('cannot be made of a chat without messages, of another’s chat, or under a taken id', async () => {
    const { user, shareId } = await givenShare();
    const other = await given();
    const { chat } = await stack.givenChat(other.user);
    expect(await share(other.user, newId(), chat.chatId)).toMatchObject({
      body: { code: 'nothing_to_share' },
    });
    expect(await share(user, newId(), other.chatId)).toMatchObject({
      status: 404,
      body: { code: 'chat_not_found' },
    });
    expect(await share(other.user, shareId, other.chatId)).toMatchObject({
      status: 404,
      body: { code: 'share_not_found' },
    });
    expect(contentsOf(await readAs(user, shareId))).toHaveLength(2);
  });
});

describe('readers', () => {
  it('visitors read what is for anyone, with headers that keep it out of caches and search engines', async () => {
    const { shareId } = await givenShare('anyone');
    const answer = await readAsVisitor(shareId);
    expect(answer.status).toBe(200);
    expect(contentsOf({ body: body(answer.text) })).toHaveLength(2);
    expect([answer.headers['cache-control'], answer.headers['x-robots-tag']]).toEqual([
      'no-store',
      'noindex',
    ]);
    const page = await ask(`${stack.urls.site}/s/${shareId}`, 'GET', {});
    expect([page.status, page.headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const landing = await ask(`${stack.urls.site}/`, 'GET', {});
    expect(landing.headers['x-robots-tag']).toBeUndefined();
  });

  it('every share that is not for the reader, ended, deleted or unknown gives the same answer', async () => {
    const [members, ended, deleted] = [
      await givenShare(),
      await givenShare('anyone'),
      await givenShare('anyone'),
    ];
    const reader = await stack.givenUser();
    await call(ended.user, 'DELETE', `/api/shares/${ended.shareId}`);
    await call(deleted.user, 'DELETE', `/api/chats/${deleted.chatId}`);
    const known = (await readAsVisitor(members.shareId)).text;
    expect(JSON.parse(known)).toMatchObject({ code: 'share_not_found' });
    const others = [
      ended.shareId,
      deleted.shareId,
      newId(),
      'short',
      newId().toUpperCase(),
      'META',
      '%00',
      'x'.repeat(3_000),
    ];
    for (const id of others) {
      const visitor = await readAsVisitor(id);
      expect([id, visitor.status, visitor.text]).toEqual([id, 404, known]);
      const member = await readAs(reader, id);
      expect([id, member.status, member.text]).toEqual([id, 404, known]);
      for (const [path, sent] of [
        ['continue', { requestId: randomUUID() }],
        ['report', { message: '' }],
        ['update', {}],
      ] as const) {
        const answer = await call(reader, 'POST', `/api/shares/${id}/${path}`, sent);
        expect([id, path, answer.status, answer.text]).toEqual([id, path, 404, known]);
      }
    }
  });

  it('a change to fewer readers applies at once, and only the owner sets it', async () => {
    const { user, shareId } = await givenShare('anyone');
    const reader = await stack.givenUser();
    const set = (by: TestUser, readers: string) =>
      call(by, 'PUT', `/api/shares/${shareId}/readers`, { readers });
    expect((await set(reader, 'members')).status).toBe(404);
    expect((await readAsVisitor(shareId)).status).toBe(200);
    expect(await set(user, 'members')).toMatchObject({ status: 200, body: { readers: 'members' } });
    expect((await readAsVisitor(shareId)).status).toBe(404);
    expect((await readAs(reader, shareId)).status).toBe(200);
  });

  it('an address that asks too often waits, and others do not', async () => {
    const { shareId } = await givenShare('anyone');
    const address = freshAddress();
    const statuses = new Set<number>();
    for (let round = 0; round < 16; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => readAsVisitor(shareId, address)));
      for (const { status } of answers) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
    expect((await readAsVisitor(shareId)).status).toBe(200);
  });

  it('where the operator allows members alone, no user shares with anyone, and visitors read nothing', async () => {
    const strict = await startTestStack({ payments: 'stripe' });
    try {
      const { user, chatId } = await given(strict);
      const refused = await share(user, newId(), chatId, 'anyone', strict);
      expect(refused).toMatchObject({ status: 403, body: { code: 'sharing_not_allowed' } });
      const shareId = newId();
      expect((await share(user, shareId, chatId, 'members', strict)).status).toBe(200);
      expect((await readAs(user, shareId, strict)).status).toBe(200);
      expect((await readAsVisitor(shareId, freshAddress(), strict)).status).toBe(404);
    } finally {
      await strict.close();
    }
  });
});

describe('races', () => {
  /** Runs something before the next call `action` of the sharing API whose request contains `text`. */
  const meanwhile = (action: string, text: string, run: () => Promise<unknown>, caller = 'SharingApi') =>
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action, caller, times: 1 },
      about: (request: string) => request.includes(text),
      effect: { run: async () => void (await run()) },
    });
  const update = (user: TestUser, shareId: string) => call(user, 'POST', `/api/shares/${shareId}/update`, {});
  const end = (user: TestUser, shareId: string) => call(user, 'DELETE', `/api/shares/${shareId}`);

  it('a share that is updated between the two reads of a part is read as a whole version', async () => {
    const { user, shareId, say } = await givenShare();
    await say('And now?', 'Something new.');
    const other = meanwhile('GetItem', 'PART#0000', () => update(user, shareId));
    const answer = await readAs(user, shareId);
    expect([other.struck, answer]).toMatchObject([1, { status: 200, body: { version: 2 } }]);
    expect(contentsOf(answer)).toHaveLength(4);
  });

  it('a share that is updated between the reads of two parts is continued as one version', async () => {
    const made = await givenShare();
    await makeLong(made);
    expect((await update(made.user, made.shareId)).status).toBe(200);
    const reader = await stack.givenUser();
    const other = meanwhile('GetItem', 'PART#0001', async () => {
      await addLong(made, 7);
      expect((await update(made.user, made.shareId)).status).toBe(200);
    });
    const requestId = randomUUID();
    const answer = await call(reader, 'POST', `/api/shares/${made.shareId}/continue`, { requestId });
    expect([other.struck, answer.status]).toEqual([1, 200]);
    const { chatId } = http.continueShare.response.parse(answer.body);
    const said = (await stack.history(reader, chatId)).map(({ content }) => content);
    expect(said).toHaveLength(9);
    expect(said.at(-2)).toBe('More 7');
  });

  it('a share that an update makes shorter between the reads of two parts is continued as the shorter version', async () => {
    const made = await givenShare();
    await makeLong(made);
    expect((await update(made.user, made.shareId)).status).toBe(200);
    const reader = await stack.givenUser();
    const other = meanwhile('GetItem', 'PART#0001', async () => {
      const body = { through: 1 };
      const shorter = await call(made.user, 'POST', `/api/shares/${made.shareId}/update`, body);
      expect(shorter.status).toBe(200);
    });
    const requestId = randomUUID();
    const answer = await call(reader, 'POST', `/api/shares/${made.shareId}/continue`, { requestId });
    expect([other.struck, answer.status]).toEqual([1, 200]);
  });

  /** Makes a first call of a request wait, when it stores its chat, until `run` has ended. */
  async function whileFirstIsSlow(run: (go: () => ReturnType<typeof call>) => Promise<unknown>) {
    const { user, shareId, say } = await givenShare();
    await say('And now?', 'Something new.');
    const reader = await stack.givenUser();
    const body = { requestId: randomUUID() };
    const go = () => call(reader, 'POST', `/api/shares/${shareId}/continue`, body);
    // The snapshot of the first call has one turn, and that of a later call has two.
    waitEachTime('"nextIndex":{"N":"3"}', async () => {
      expect((await update(user, shareId)).status).toBe(200);
      await run(go);
    });
    return { reader, go, first: await go() };
  }
  /** Makes each request of the sharing API that contains `text` wait for `run`. The AWS SDK may repeat a slow request. */
  function waitEachTime(text: string, run: () => Promise<unknown>): void {
    let running: Promise<unknown> | undefined;
    stack.inner.faults.at({
      ...{ service: 'dynamodb', caller: 'SharingApi', times: Number.POSITIVE_INFINITY },
      about: (request) => request.includes(text),
      effect: {
        run: async () => {
          running ??= run();
          await running;
        },
      },
    });
  }
  const chatIdOf = (answer: { readonly body: unknown }) =>
    http.continueShare.response.parse(answer.body).chatId;

  it('a request that continues a share, repeated after an update before its first call ends, makes one chat', async () => {
    const second: Awaited<ReturnType<typeof call>>[] = [];
    const { reader, go, first } = await whileFirstIsSlow(async (repeat) => second.push(await repeat()));
    expect(first).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    const [chatId] = second.map(chatIdOf);
    expect(chatIdOf(await go())).toBe(chatId);
    expect((await stack.chats(reader)).map((chat) => chat.chatId)).toEqual([chatId]);
    expect(await stack.history(reader, chatId ?? '')).toHaveLength(5);
    const next = await stack.openChat(await stack.connect(reader), reader);
    expect(next.name).toBe(`${CHAT_DEFAULT_NAME_PREFIX} 2`);
  });

  it('a request that continues a share, repeated after an update when its first call has ended, makes one chat', async () => {
    const [isReplacing, isCompleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const second: ReturnType<typeof call>[] = [];
    waitEachTime('SET chatId = :other', () => {
      isReplacing.resolve();
      return isCompleted.promise;
    });
    const { reader, go, first } = await whileFirstIsSlow((repeat) => {
      second.push(repeat());
      return isReplacing.promise;
    });
    isCompleted.resolve();
    expect(await Promise.all(second)).toMatchObject([{ status: 429, body: { code: 'too_many_requests' } }]);
    const chatId = chatIdOf(first);
    expect(chatIdOf(await go())).toBe(chatId);
    expect((await stack.chats(reader)).map((chat) => chat.chatId)).toEqual([chatId]);
    expect(await stack.history(reader, chatId)).toHaveLength(3);
  });

  it('a share whose update a later one overtakes has what the later one read', async () => {
    const { user, shareId, say } = await givenShare();
    const other = meanwhile('TransactWriteItems', 'PART#', async () => {
      await say('And now?', 'Something new.');
      expect((await update(user, shareId)).status).toBe(200);
    });
    expect(await update(user, shareId)).toMatchObject({ status: 200, body: { messages: 4 } });
    expect(other.struck).toBe(1);
    expect(contentsOf(await readAs(user, shareId))).toHaveLength(4);
  });

  it('a share that ends during its update stays ended, without a trace', async () => {
    const { user, shareId } = await givenShare();
    const other = meanwhile('TransactWriteItems', 'PART#', () => end(user, shareId));
    expect(await update(user, shareId)).toMatchObject({ status: 404, body: { code: 'share_not_found' } });
    expect(other.struck).toBe(1);
    expect(await rowsOf(user, shareId)).toEqual({ ...NOTHING, count: 0 });
  });

  it('a share that is updated while it ends leaves no part behind', async () => {
    const made = await givenShare();
    await makeLong(made);
    const other = meanwhile('TransactWriteItems', '"Delete"', () => update(made.user, made.shareId));
    expect((await end(made.user, made.shareId)).status).toBe(200);
    expect(other.struck).toBe(1);
    expect(await rowsOf(made.user, made.shareId)).toEqual({ ...NOTHING, count: 0 });
  });

  it('a share that two calls end at once is counted once', async () => {
    const { user, shareId, chatId } = await givenShare();
    const second = newId();
    await share(user, second, chatId);
    const other = meanwhile('TransactWriteItems', '"Delete"', () => end(user, shareId));
    expect((await end(user, shareId)).status).toBe(200);
    expect(other.struck).toBe(1);
    expect(await rowsOf(user, second)).toEqual(WHOLE);
  });
});

describe('continuing', () => {
  it('copies the snapshot, once per request, into a chat of the reader in which the reader can send messages', async () => {
    const { user, shareId } = await givenShare();
    const reader = await stack.givenUser();
    const client = await stack.connect(reader);
    const requestId = randomUUID();
    const go = async () => {
      const answer = await call(reader, 'POST', `/api/shares/${shareId}/continue`, { requestId });
      expect(answer.status).toBe(200);
      return http.continueShare.response.parse(answer.body);
    };
    const chat = await go();
    expect((await go()).chatId).toBe(chat.chatId);
    expect((await stack.chats(reader)).map(({ chatId }) => chatId)).toEqual([chat.chatId]);
    stack.replyWith('Gladly.');
    await stack.say(client, reader, chat.chatId, 'Tell me more');
    expect((await stack.history(reader, chat.chatId)).slice(1).map(({ content }) => content)).toEqual([
      ...['What is a parley?', 'A talk between enemies.'],
      ...['Tell me more', 'Gladly.'],
    ]);
    expect(JSON.stringify(stack.lastModelCall())).toContain('A talk between enemies.');
    expect(contentsOf(await readAs(user, shareId))).toHaveLength(2);
  });

  it('a repeated call returns its chat after the end of the share, which no other call can continue', async () => {
    const { user, shareId } = await givenShare();
    const reader = await stack.givenUser();
    const requestId = randomUUID();
    const go = (id: string) => call(reader, 'POST', `/api/shares/${shareId}/continue`, { requestId: id });
    const { body } = await go(requestId);
    await call(user, 'DELETE', `/api/shares/${shareId}`);
    expect(await go(requestId)).toMatchObject({ status: 200, body });
    expect(await go(randomUUID())).toMatchObject({ status: 404, body: { code: 'share_not_found' } });
    expect(await stack.chats(reader)).toHaveLength(1);
  });

  it('an imported chat that begins with a reply is shared and copied whole', async () => {
    const user = await stack.givenUser();
    const { chat } = await stack.givenChat(user);
    await storeTurn(stack, user, { chatId: chat.chatId, index: 1, text: 'Ready.' });
    const asked = { requestId: randomUUID(), userText: 'What is a parley?', text: 'A talk.' };
    await storeTurn(stack, user, { chatId: chat.chatId, index: 3, ...asked });
    const shareId = newId();
    expect((await share(user, shareId, chat.chatId)).status).toBe(200);
    const whole = ['Ready.', 'What is a parley?', 'A talk.'];
    expect(contentsOf(await readAs(user, shareId))).toEqual(whole);
    const reader = await stack.givenUser();
    const answer = await call(reader, 'POST', `/api/shares/${shareId}/continue`, { requestId: randomUUID() });
    const { chatId } = http.continueShare.response.parse(answer.body);
    expect((await stack.history(reader, chatId)).slice(1).map(({ content }) => content)).toEqual(whole);
    stack.replyWith('Gladly.');
    await stack.say(await stack.connect(reader), reader, chatId, 'Tell me more');
    expect((await stack.history(reader, chatId)).map(({ messageIndex }) => messageIndex)).toEqual([
      ...[0, 1, 3, 4, 5, 6],
    ]);
  });

  it('the last question of the copy can be edited', async () => {
    const { shareId } = await givenShare();
    const reader = await stack.givenUser();
    const client = await stack.connect(reader);
    const answer = await call(reader, 'POST', `/api/shares/${shareId}/continue`, { requestId: randomUUID() });
    const { chatId } = http.continueShare.response.parse(answer.body);
    stack.replyWith('A truce.');
    const edit = { chatId, message: 'What is a truce?', userEmail: reader.email, replaces: 1 };
    dataOf(await client.call('chat', edit));
    const contents = (await stack.history(reader, chatId)).slice(1).map(({ content }) => content);
    expect(contents).toEqual(['What is a truce?', 'A truce.']);
  });

  it.each([1, 2, 3, 4, 5, 6, 7])(
    'a call that dies at its write %i, made again, ends in one whole chat that is counted once',
    async (write) => {
      const { shareId } = await givenShare();
      const reader = await stack.givenUser();
      const requestId = randomUUID();
      const go = () => call(reader, 'POST', `/api/shares/${shareId}/continue`, { requestId });
      const died = stack.inner.faults.at({
        ...{ service: 'dynamodb', caller: 'SharingApi', nth: write },
        about: (request: string) => /"Item"|UpdateExpression/.test(request),
        effect: { kill: true, hang: true },
      });
      await go();
      expect(died.struck).toBe(1);
      expect((await go()).status).toBe(200);
      const chats = await stack.chats(reader);
      expect(chats).toHaveLength(1);
      expect(await stack.history(reader, chats[0]?.chatId ?? '')).toHaveLength(3);
      const next = await stack.openChat(await stack.connect(reader), reader);
      expect(next.name).toBe(`${CHAT_DEFAULT_NAME_PREFIX} 2`);
    },
  );

  it.each([
    ['the share was updated meanwhile', true],
    ['an earlier deployment has stored no version', false],
  ])('a call that dies after its copies, made again when %s, copies one version', async (_, isUpdated) => {
    const { user, client, chatId, shareId } = await givenShare();
    const reader = await stack.givenUser();
    const requestId = randomUUID();
    const go = () => call(reader, 'POST', `/api/shares/${shareId}/continue`, { requestId });
    const died = stack.inner.faults.at({
      ...{ service: 'dynamodb', caller: 'SharingApi' },
      about: (request: string) => /"Item".*"lastRequestId"/.test(request),
      effect: { kill: true, hang: true },
    });
    await go();
    expect(died.struck).toBe(1);
    died.remove();
    if (!isUpdated) await forgetVersion(reader, requestId);
    else {
      stack.replyWith('A truce.');
      const edit = { chatId, message: 'What is a truce?', userEmail: user.email, replaces: 1 };
      dataOf(await client.call('chat', edit));
      expect((await call(user, 'POST', `/api/shares/${shareId}/update`, {})).status).toBe(200);
    }
    // The answer to the write that replaces the chat's id is lost. The AWS SDK repeats the write.
    const lost = stack.inner.faults.at({
      ...{ service: 'dynamodb', caller: 'SharingApi', phase: 'after' },
      about: (request: string) => request.includes('SET chatId = :other'),
      effect: { fail: { code: 'InternalServerError', status: 500 } },
    });
    expect((await go()).status).toBe(200);
    expect(lost.struck).toBe(isUpdated ? 1 : 0);
    expect((await go()).status).toBe(200);
    const chats = await stack.chats(reader);
    expect(chats).toHaveLength(1);
    const contents = (await stack.history(reader, chats[0]?.chatId ?? '')).slice(1);
    expect(contents.map(({ content }) => content)).toEqual(
      isUpdated ? ['What is a truce?', 'A truce.'] : ['What is a parley?', 'A talk between enemies.'],
    );
  });
});

describe('the end of a share', () => {
  it('ends it for all readers at once, and only its owner can', async () => {
    const { user, shareId } = await givenShare();
    // The reader has a share too: with a count of 0, the condition on the count would refuse the call by itself.
    const { user: reader } = await givenShare();
    await call(reader, 'DELETE', `/api/shares/${shareId}`);
    expect((await readAs(reader, shareId)).status).toBe(200);
    const updated = await call(reader, 'POST', `/api/shares/${shareId}/update`, {});
    expect(updated).toMatchObject({ status: 404, body: { code: 'share_not_found' } });
    for (let again = 0; again < 2; again += 1)
      expect((await call(user, 'DELETE', `/api/shares/${shareId}`)).status).toBe(200);
    expect((await readAs(user, shareId)).status).toBe(404);
    expect(await rowsOf(user, shareId)).toEqual({ ...NOTHING, count: 0 });
  });

  it('comes with the deletion of its chat, which is restored without it', async () => {
    const { user, shareId, chatId } = await givenShare('anyone');
    const listed = async () => (await call(user, 'GET', '/api/shares')).body;
    expect(await listed()).toMatchObject({ shares: [{ shareId, chatId, readers: 'anyone' }] });
    await call(user, 'DELETE', `/api/chats/${chatId}`);
    expect(await listed()).toEqual({ shares: [] });
    expect((await readAs(user, shareId)).status).toBe(404);
    await call(user, 'POST', `/api/chats/${chatId}/restore`);
    expect((await readAs(user, shareId)).status).toBe(404);
    expect(await rowsOf(user, shareId)).toEqual({ ...NOTHING, count: 0 });
  });

  it('comes with the deletion of the account, whose export lists the share before', async () => {
    const { user, shareId, chatId } = await givenShare('anyone');
    const exported = await call(user, 'GET', '/api/account/export');
    expect(exported.body).toMatchObject({ account: { shares: [{ shareId, chatId, readers: 'anyone' }] } });
    await call(user, 'POST', '/api/account/delete', { confirmEmail: user.email });
    await stack.eventually(async () => {
      expect((await readAsVisitor(shareId)).status).toBe(404);
      expect((await rowsOf(user, shareId)).rows).toEqual([]);
    });
  });
});

describe('limits and faults', () => {
  it('20 shares at once near the limit: as many are made as fit, and the rest are refused', async () => {
    const { user, chatId } = await given();
    const { documents, table } = stack.inner.dynamodb;

    const Item = { pk: ownerPartition(user.owner), sk: 'SHARES', count: SHARES_MAX - 5 };
    await documents.send(new PutCommand({ TableName: table('Chats'), Item }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => share(user, newId(), chatId)));
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { code: 'too_many_shares' } });
    const listed = http.listShares.response.parse((await call(user, 'GET', '/api/shares')).body);
    expect([listed.shares.length, refused.length]).toEqual([5, 15]);
  });

  const STEPS = [
    ['before it is stored', 'before'],
    ['after it is stored', 'after'],
  ] as const;
  const die = (phase: 'before' | 'after') =>
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'TransactWriteItems', caller: 'SharingApi' },
      ...(phase === 'after' && { phase }),
      effect: { kill: true, hang: true },
    });

  it.each(STEPS)(
    'a share whose making dies %s is there as a whole or not, and once after a repetition',
    async (_, phase) => {
      const { user, chatId } = await given();
      const shareId = newId();
      const died = die(phase);
      await share(user, shareId, chatId);
      expect(died.struck).toBe(1);
      expect(await rowsOf(user, shareId)).toEqual(
        phase === 'after' ? WHOLE : { ...NOTHING, count: undefined },
      );
      expect((await share(user, shareId, chatId)).status).toBe(200);
      expect(await rowsOf(user, shareId)).toEqual(WHOLE);
    },
  );

  it.each(STEPS)('a share whose update dies %s has the old version or the new one', async (_, phase) => {
    const { user, shareId, say } = await givenShare();
    await say('And now?', 'Something new.');
    const died = die(phase);
    await call(user, 'POST', `/api/shares/${shareId}/update`, {});
    expect(died.struck).toBe(1);
    expect(contentsOf(await readAs(user, shareId))).toHaveLength(phase === 'after' ? 4 : 2);
    expect((await call(user, 'POST', `/api/shares/${shareId}/update`, {})).status).toBe(200);
    expect(contentsOf(await readAs(user, shareId))).toHaveLength(4);
    expect(await rowsOf(user, shareId)).toEqual(WHOLE);
  });

  it.each(STEPS)(
    'a share whose end dies %s is whole or gone, and gone after a repetition',
    async (_, phase) => {
      const { user, shareId } = await givenShare();
      const died = die(phase);
      await call(user, 'DELETE', `/api/shares/${shareId}`);
      expect(died.struck).toBe(1);
      expect((await readAs(user, shareId)).status).toBe(phase === 'after' ? 404 : 200);
      expect((await call(user, 'DELETE', `/api/shares/${shareId}`)).status).toBe(200);
      expect(await rowsOf(user, shareId)).toEqual({ ...NOTHING, count: 0 });
    },
  );

  it('a share whose response was lost is made once', async () => {
    const { user, chatId } = await given();
    const shareId = newId();
    const lost = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'TransactWriteItems', caller: 'SharingApi', phase: 'after' },
      effect: { fail: { code: 'InternalServerError', status: 500 } },
    });
    expect((await share(user, shareId, chatId)).status).toBe(200);
    expect([lost.struck, await rowsOf(user, shareId)]).toEqual([1, WHOLE]);
  });

  it('snapshots are neither searched nor in the list of chats', async () => {
    const { user, shareId } = await givenShare();
    await stack.idle();
    const found = await call(user, 'GET', `/api/chats/search?userEmail=${user.email}&query=enemies`);
    expect(http.searchChats.response.parse(found.body).messages).toHaveLength(1);
    const { documents, table } = stack.inner.dynamodb;
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: table('Search') }));
    expect(JSON.stringify(Items)).not.toContain(shareId);
  });
});

describe('reports', () => {
  const reports = () =>
    stack.inner.mails.messages().filter(({ subject }) => subject === '[Report] A shared chat');

  it('of a member and of a visitor are mailed to the operator', async () => {
    const { user, shareId } = await givenShare('anyone');
    const reader = await stack.givenUser();
    const report = { message: 'This is <b>spam</b>.' };
    expect((await call(reader, 'POST', `/api/shares/${shareId}/report`, report)).status).toBe(200);
    const mail = reports().at(-1);
    expect(mail).toMatchObject({ to: 'hello@example.com', replyTo: reader.email });
    for (const said of [`/s/${shareId}`, `/admin/users/${user.owner}`, report.message])
      expect(mail?.text).toContain(said);
    expect(mail?.html).not.toContain('<b>');
    const before = reports().length;
    const visitor = await ask(`${stack.urls.site}/api/shared/${shareId}/report`, 'POST', {
      text: JSON.stringify({ message: '' }),
      localAddress: freshAddress(),
    });
    expect(visitor.status).toBe(200);
    expect(reports()).toHaveLength(before + 1);
    expect(reports().at(-1)?.text).toContain('a visitor');
  });

  it('are limited for each user and each address', async () => {
    const { shareId } = await givenShare('anyone');
    const reader = await stack.givenUser();
    const report = () => call(reader, 'POST', `/api/shares/${shareId}/report`, { message: '' });
    for (let sent = 0; sent < SHARE_REPORTS_PER_DAY; sent += 1) expect((await report()).status).toBe(200);
    expect(await report()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    const localAddress = freshAddress();
    const asVisitor = () =>
      ask(`${stack.urls.site}/api/shared/${shareId}/report`, 'POST', {
        text: JSON.stringify({ message: '' }),
        localAddress,
      });
    for (let sent = 0; sent < 5; sent += 1) expect((await asVisitor()).status).toBe(200);
    expect((await asVisitor()).status).toBe(429);
  });
});
