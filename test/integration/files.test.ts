/** Files of users: registration, reading back, quota and removal, with what may go wrong at each step. */
import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { http } from '#contract/http-calls';
import { REGISTRATIONS_PER_HOUR } from '../../lambdas/domain/quota/rate-limiter.ts';
import { givenFile, keysBelow, operatorsBucket, readFile, register, upload } from '../support/files.ts';
import { ask } from '../support/https-request.ts';
import { pngOf } from '../support/sample-files.ts';
import { dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let user: TestUser;
beforeAll(async () => {
  stack = await startTestStack();
});
beforeEach(async () => {
  user = await stack.givenUser();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

const NOTES = { name: 'notes.txt', bytes: 'Bring the blue folder.' };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LIMIT = 200 * 1_024 ** 2;

const settled = async () => {
  await stack.idle();
  await stack.inner.functions.streamsSettled();
  await stack.idle();
};
const objects = async ({ owner }: TestUser) =>
  (await keysBelow(stack, `files/${owner}/`)).map((key) => key.split('/').at(-1)).toSorted();
const storage = async ({ token }: TestUser) => {
  const { text } = await stack.http('GET', '/api/files', { token });
  return http.getFileLimits.response.parse(JSON.parse(text)).storage;
};
const NOTHING = { usedBytes: 0, files: 0, limitBytes: LIMIT };
const remove = ({ token }: TestUser, fileId: string) =>
  stack.http('DELETE', `/api/files/${fileId}`, { token });
const codeOf = ({ text }: { readonly text: string }): unknown => JSON.parse(text).code;

async function givenStorage({ owner }: TestUser, bytes: number): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  const Item = { pk: `OWNER#${owner}`, sk: 'STORAGE', bytes, files: 1 };
  await documents.send(new PutCommand({ TableName: table('Chats'), Item }));
}
async function itemOf({ owner }: TestUser, fileId: string) {
  const { documents, table } = stack.inner.dynamodb;
  const Key = { pk: `OWNER#${owner}`, sk: `FILE#${fileId}` };
  return (await documents.send(new GetCommand({ TableName: table('Chats'), Key }))).Item;
}

describe('an upload', () => {
  it('that is registered is described by its content, counted once, and kept where no browser writes', async () => {
    const fileId = randomUUID();
    const png = pngOf(30, 20);
    const key = await upload(stack, user, fileId, png);
    for (let call = 1; call <= 2; call++) {
      const { status, text } = await register(stack, user, fileId, '../Lisbon.pdf');
      expect([status, JSON.parse(text)]).toEqual([
        200,
        {
          file: {
            ...{ fileId, name: 'Lisbon.pdf', kind: 'image', mediaType: 'image/png' },
            ...{ bytes: png.length, width: 30, height: 20, tokens: 85 },
          },
          storage: { usedBytes: png.length, files: 1, limitBytes: LIMIT },
        },
      ]);
    }
    expect(await objects(user)).toEqual([fileId]);
    expect(await keysBelow(stack, key)).toEqual([]);
  });

  it('of a document is kept with its text', async () => {
    const { fileId } = await givenFile(stack, user, NOTES);
    expect(await objects(user)).toEqual([fileId, `${fileId}.txt`]);
    expect(await itemOf(user, fileId)).toMatchObject({ kind: 'document', textBytes: 22, isReady: true });
  });

  it.each([
    ['never arrived', undefined, 404, 'upload_not_found'],
    ['is empty', '', 400, 'file_empty'],
    ['is a program', '\x7fELF\x02\x01\x01\0\0\0', 415, 'file_type_unknown'],
    ['is a damaged PDF', '%PDF-1.4 broken', 422, 'file_damaged'],
    ['is larger than the plan allows', new Uint8Array(20 * 1_024 ** 2 + 1), 413, 'file_too_large'],
  ])('that %s is refused, and nothing is kept or counted', async (_, bytes, status, code) => {
    const fileId = randomUUID();
    if (bytes !== undefined) await upload(stack, user, fileId, bytes);
    const answer = await register(stack, user, fileId, 'file');
    expect([answer.status, codeOf(answer)]).toEqual([status, code]);
    expect(await itemOf(user, fileId)).toBeUndefined();
    expect(await objects(user)).toEqual([]);
    expect(await storage(user)).toEqual(NOTHING);
  });

  it('of somebody else is as one that never arrived', async () => {
    const stranger = await stack.givenUser();
    const fileId = randomUUID();
    await upload(stack, user, fileId, NOTES.bytes);
    const [theirs, none] = [
      await register(stack, stranger, fileId, 'x.txt'),
      await register(stack, stranger, randomUUID(), 'x.txt'),
    ];
    expect([theirs.status, theirs.text]).toEqual([404, none.text]);
    expect((await register(stack, user, fileId, 'x.txt')).status).toBe(200);
  });

  it('of a user whom the identity pool refuses is answered as an expired session', async () => {
    const fileId = randomUUID();
    await upload(stack, user, fileId, NOTES.bytes);
    const fail = { code: 'NotAuthorizedException', message: 'Token is revoked' };
    stack.inner.faults.at({ service: 'cognito', action: 'GetId', effect: { fail } });
    const { status, text } = await register(stack, user, fileId, NOTES.name);
    expect([status, codeOf({ text })]).toEqual([401, 'session_expired']);
  });

  it('that is replaced after it was read is not kept', async () => {
    const fileId = randomUUID();
    const Key = await upload(stack, user, fileId, NOTES.bytes);
    const { Bucket, client } = operatorsBucket(stack);
    const replace = async () => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body: '<script>alert(1)</script>' }));
    };
    stack.inner.faults.at({ service: 's3', action: 'CopyObject', effect: { run: replace } });
    expect(codeOf(await register(stack, user, fileId, 'x.txt'))).toBe('upload_not_found');
    expect(await objects(user)).not.toContain(fileId);
    expect(await readFile(stack, user, fileId)).toBeUndefined();
  });
});

describe('registrations of an hour', () => {
  it('are bounded for a user, whose file is registered in the next hour', async () => {
    const { documents, table } = stack.inner.dynamodb;
    const now = stack.inner.clock.now();
    const sk = `LIMIT#files#${new Date(now - (now % HOUR)).toISOString()}`;
    const Item = { pk: `OWNER#${user.owner}`, sk, count: REGISTRATIONS_PER_HOUR - 1 };
    await documents.send(new PutCommand({ TableName: table('Usage'), Item }));
    const fileId = randomUUID();
    await upload(stack, user, fileId, NOTES.bytes);
    expect((await register(stack, user, randomUUID(), NOTES.name)).status).toBe(404);
    const refused = await register(stack, user, fileId, NOTES.name);
    expect([refused.status, codeOf(refused)]).toEqual([429, 'too_many_requests']);
    stack.moveClock(HOUR);
    try {
      const later = { token: (await stack.inner.tokensFor(user.email)).idToken };
      expect((await register(stack, later, fileId, NOTES.name)).status).toBe(200);
    } finally {
      stack.moveClock(-HOUR);
    }
  });
});

describe('the storage of a plan', () => {
  it('is not passed by an upload that is replaced by a larger one after it was counted', async () => {
    const fileId = randomUUID();
    await upload(stack, user, fileId, NOTES.bytes);
    const replace = async () => {
      await upload(stack, user, fileId, 'x'.repeat(100_000));
    };
    stack.inner.faults.at({ service: 's3', action: 'CopyObject', effect: { run: replace } });
    for (let call = 1; call <= 2; call++)
      expect(codeOf(await register(stack, user, fileId, NOTES.name))).toBe('upload_not_found');
    expect(await objects(user)).not.toContain(fileId);
    expect(await storage(user)).toMatchObject({ usedBytes: NOTES.bytes.length, files: 1 });
  });

  it('holds 10,000 files at most', async () => {
    const { documents, table } = stack.inner.dynamodb;
    const Item = { pk: `OWNER#${user.owner}`, sk: 'STORAGE', bytes: 1, files: 10_000 };
    await documents.send(new PutCommand({ TableName: table('Chats'), Item }));
    const fileId = randomUUID();
    await upload(stack, user, fileId, NOTES.bytes);
    expect(codeOf(await register(stack, user, fileId, 'x.txt'))).toBe('storage_full');
    expect(await itemOf(user, fileId)).toBeUndefined();
  });

  it('is not passed by 50 uploads at once', async () => {
    const bytes = 'x'.repeat(1_000);
    await givenStorage(user, LIMIT - 10 * bytes.length);
    const ids = Array.from({ length: 50 }, () => randomUUID());
    for (const fileId of ids) await upload(stack, user, fileId, bytes);
    const answers = await Promise.all(ids.map((fileId) => register(stack, user, fileId, 'x.txt')));
    // A call whose transaction conflicts with too many others is answered with 429.
    for (let again = answers; again.some(({ status }) => status === 429); ) {
      again = await Promise.all(
        answers.map((answer, i) =>
          answer.status === 429 ? register(stack, user, ids[i] ?? '', 'x.txt') : answer,
        ),
      );
      answers.splice(0, answers.length, ...again);
    }
    const codes = answers.map((answer) => (answer.status === 200 ? 'kept' : codeOf(answer)));
    expect(codes.filter((code) => code === 'kept')).toHaveLength(10);
    expect(codes.filter((code) => code === 'storage_full')).toHaveLength(40);
    expect(await storage(user)).toMatchObject({ usedBytes: LIMIT, files: 11 });
    expect(await objects(user)).toHaveLength(20);
  });
});

const STEPS = [
  ['s3', 'HeadObject'],
  ['s3', 'GetObject'],
  ['dynamodb', 'TransactWriteItems'],
  ['s3', 'CopyObject'],
  ['s3', 'PutObject'],
  ['dynamodb', 'UpdateItem'],
  ['s3', 'DeleteObject'],
] as const;
const PHASES = [{}, { phase: 'after' }] as const;

describe.each(STEPS.flatMap(([service, action]) => PHASES.map((phase) => ({ service, action, ...phase }))))(
  'a registration that dies at $service $action $phase',
  (step) => {
    it('is completed by the next call, and counted once', async () => {
      const fileId = randomUUID();
      const key = await upload(stack, user, fileId, NOTES.bytes);
      stack.inner.faults.at({ ...step, caller: 'Register', effect: { kill: true } });
      expect((await register(stack, user, fileId, NOTES.name)).status).toBeGreaterThanOrEqual(500);
      expect((await register(stack, user, fileId, NOTES.name)).status).toBe(200);
      expect(await objects(user)).toEqual([fileId, `${fileId}.txt`]);
      expect(await storage(user)).toEqual({ ...NOTHING, usedBytes: 22, files: 1 });
      expect((await readFile(stack, user, fileId))?.answer.text).toBe(NOTES.bytes);
      expect(await keysBelow(stack, key)).toEqual([]);
    });

    it('and is never repeated leaves nothing that is counted or kept', async () => {
      const fileId = randomUUID();
      await upload(stack, user, fileId, NOTES.bytes);
      stack.inner.faults.at({ ...step, caller: 'Register', effect: { kill: true } });
      await register(stack, user, fileId, NOTES.name);
      stack.moveClock(8 * DAY);
      try {
        const later = { ...user, token: (await stack.inner.tokensFor(user.email)).idToken };
        // The call at which the function died may take effect after a sweep. Then only the next sweep finds its effect.
        await stack.eventually(async () => {
          await stack.inner.dynamodb.sweep();
          await settled();
          expect(await storage(later)).toEqual(NOTHING);
          expect(await objects(user)).toEqual([]);
        });
      } finally {
        stack.moveClock(-8 * DAY);
      }
    });
  },
);

describe('a file', () => {
  it('is read at an address of the site, without a token, for five minutes', async () => {
    const png = pngOf(3, 2);
    const { fileId } = await givenFile(stack, user, { name: 'Ansicht "1".png', bytes: png });
    const found = await readFile(stack, user, fileId);
    expect(found?.address).toMatch(new RegExp(`^/files/${user.owner}/${fileId}\\?`));
    expect(found?.answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/png',
        'content-disposition': expect.stringMatching(/^inline; filename="Ansicht _1_.png"/),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/sandbox/),
        'cache-control': 'private, no-store',
      },
    });
    stack.moveClock(301_000);
    try {
      expect((await ask(`${stack.urls.site}${found?.address}`, 'GET')).status).toBe(403);
    } finally {
      stack.moveClock(-301_000);
    }
    const other = found?.address.replace(fileId, randomUUID()) ?? '';
    expect((await ask(`${stack.urls.site}${other}`, 'GET')).status).toBe(403);
  });

  it.each([
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['both.gif.js', 'GIF89a/*'],
  ])('that could run a script is only downloaded: %s', async (name, bytes) => {
    const fileId = randomUUID();
    await upload(stack, user, fileId, bytes);
    const registered = await register(stack, user, fileId, name);
    if (registered.status !== 200) {
      expect(codeOf(registered)).toBe('file_damaged');
      return;
    }
    const { headers = {} } = (await readFile(stack, user, fileId))?.answer ?? {};
    expect(headers['content-disposition']).toMatch(/^attachment;/);
    expect(headers['content-type']).not.toMatch(/html|svg|javascript/);
  });

  it('of somebody else has no address, and is not removed: as one that does not exist', async () => {
    const stranger = await stack.givenUser();
    const { fileId } = await givenFile(stack, user, NOTES);
    expect(await readFile(stack, stranger, fileId)).toBeUndefined();
    const [theirs, none] = [await remove(stranger, fileId), await remove(stranger, randomUUID())];
    expect([theirs.status, theirs.text]).toEqual([404, none.text]);
    expect((await readFile(stack, user, fileId))?.answer.text).toBe(NOTES.bytes);
  });

  it('that is removed loses its objects and gives its storage back, once', async () => {
    const { fileId } = await givenFile(stack, user, NOTES);
    const kept = await givenFile(stack, user, NOTES);
    const found = await readFile(stack, user, fileId);
    expect((await remove(user, fileId)).status).toBe(200);
    expect((await remove(user, fileId)).status).toBe(404);
    await settled();
    expect(await objects(user)).toEqual([kept.fileId, `${kept.fileId}.txt`]);
    expect(await storage(user)).toEqual({ ...NOTHING, usedBytes: 22, files: 1 });
    expect((await ask(`${stack.urls.site}${found?.address}`, 'GET')).status).toBe(404);
    // A removed file's id cannot be used a second time, because its removal would not be counted.
    await upload(stack, user, fileId, NOTES.bytes);
    expect((await register(stack, user, fileId, 'x.txt')).status).toBe(404);
  });

  it.each([
    ['s3', 'DeleteObject'],
    ['dynamodb', 'TransactWriteItems'],
  ] as const)('whose removal fails at %s %s gives its storage back once', async (service, action) => {
    const { fileId } = await givenFile(stack, user, NOTES);
    for (const phase of PHASES)
      stack.inner.faults.at({ service, action, ...phase, caller: 'Purge', effect: { kill: true } });
    expect((await remove(user, fileId)).status).toBe(200);
    await stack.eventually(async () => expect(await storage(user)).toEqual(NOTHING));
    await settled();
    expect(await objects(user)).toEqual([]);
    expect(await storage(user)).toEqual(NOTHING);
  });

  it('whose id is registered again before its removal is counted gives its storage back each time', async () => {
    const { fileId } = await givenFile(stack, user, NOTES);
    const RED = 'Bring the red folder, too.';
    await upload(stack, user, fileId, RED);
    const again = async () => {
      expect((await register(stack, user, fileId, NOTES.name)).status).toBe(200);
    };
    const step = { service: 'dynamodb', action: 'TransactWriteItems', caller: 'Purge' } as const;
    const early = stack.inner.faults.at({ ...step, effect: { run: again } });
    expect((await remove(user, fileId)).status).toBe(200);
    await stack.eventually(() => expect(early.struck).toBe(1));
    await settled();
    expect(await storage(user)).toMatchObject({ usedBytes: 26, files: 1 });
    expect(await objects(user)).toEqual([fileId, `${fileId}.txt`]);
    expect((await readFile(stack, user, fileId))?.answer.text).toBe(RED);
    expect((await remove(user, fileId)).status).toBe(200);
    await settled();
    expect(await storage(user)).toEqual(NOTHING);
    expect(await objects(user)).toEqual([]);
  });

  it('whose id is registered again while its objects are deleted is refused', async () => {
    const { fileId } = await givenFile(stack, user, NOTES);
    await upload(stack, user, fileId, NOTES.bytes);
    const answers: string[] = [];
    const again = async () => void answers.push((await register(stack, user, fileId, NOTES.name)).text);
    const step = { service: 's3', action: 'DeleteObject', caller: 'Purge' } as const;
    stack.inner.faults.at({ ...step, effect: { run: again } });
    expect((await remove(user, fileId)).status).toBe(200);
    await stack.eventually(() => expect(answers).toHaveLength(1));
    await settled();
    expect(answers.map((text) => codeOf({ text }))).toEqual(['file_not_found']);
    expect(await itemOf(user, fileId)).toBeUndefined();
    expect(await objects(user)).toEqual([]);
    expect(await storage(user)).toEqual(NOTHING);
  });

  it('that another tab sends while a copy of the draft loses it is kept', async () => {
    const { fileId } = await givenFile(stack, user, NOTES);
    const bind = async () => {
      const { documents, table } = stack.inner.dynamodb;
      const Item = { ...(await itemOf(user, fileId)), chatId: randomUUID(), boundBy: randomUUID() };
      await documents.send(new PutCommand({ TableName: table('Chats'), Item }));
    };
    const late = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'DeleteItem', caller: 'FilesApi', effect: { run: bind } },
      about: (request) => request.includes(fileId),
    });
    expect((await remove(user, fileId)).status).toBe(200);
    expect(late.struck).toBe(1);
    await settled();
    expect(await itemOf(user, fileId)).toMatchObject({ chatId: expect.any(String) });
    expect((await readFile(stack, user, fileId))?.answer.text).toBe(NOTES.bytes);
  });

  it('that is taken out of a draft is removed once, though the answer of its deletion is lost', async () => {
    const { fileId } = await givenFile(stack, user, NOTES);
    const fail = { code: 'InternalServerError', status: 500, message: 'Internal error' };
    const lost = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'DeleteItem', phase: 'after', caller: 'FilesApi', effect: { fail } },
      about: (request) => request.includes(fileId),
    });
    expect((await remove(user, fileId)).status).toBe(200);
    expect(lost.struck).toBe(1);
    expect((await remove(user, fileId)).status).toBe(404);
    await settled();
    expect(await itemOf(user, fileId)).toBeUndefined();
    expect(await storage(user)).toEqual(NOTHING);
  });

  it('that was not sent for a week is removed', async () => {
    const { fileId } = await givenFile(stack, user, NOTES);
    stack.moveClock(7 * DAY + 1_000);
    try {
      const later = { ...user, token: (await stack.inner.tokensFor(user.email)).idToken };
      expect(await readFile(stack, later, fileId)).toBeUndefined();
      await stack.inner.dynamodb.sweep();
      await settled();
      expect(await objects(user)).toEqual([]);
      expect(await storage(later)).toEqual(NOTHING);
    } finally {
      stack.moveClock(-(7 * DAY + 1_000));
    }
  });

  it('that was sent is kept with its chat, and removed a day after the chat was deleted', async () => {
    const { client, chat } = await stack.givenChat(user);
    const [sent, other] = [await givenFile(stack, user, NOTES), await givenFile(stack, user, NOTES)];
    const message = { chatId: chat.chatId, message: '', userEmail: user.email, files: [sent.fileId] };
    dataOf(await client.call('chat', message));
    await stack.idle();
    stack.moveClock(30 * DAY);
    try {
      const later = { ...user, token: (await stack.inner.tokensFor(user.email)).idToken };
      await stack.inner.dynamodb.sweep();
      await settled();
      // The other one was never sent.
      expect(await objects(user)).toEqual([sent.fileId, `${sent.fileId}.txt`]);
      expect((await readFile(stack, later, other.fileId))?.answer).toBeUndefined();
      const path = `/api/chats/${chat.chatId}`;
      expect((await stack.http('DELETE', path, { token: later.token })).status).toBe(200);
      stack.moveClock(DAY + 1_000);
      await stack.inner.dynamodb.sweep();
      await settled();
      await stack.eventually(async () => expect(await objects(user)).toEqual([]));
      const { idToken } = await stack.inner.tokensFor(user.email);
      await stack.eventually(async () => expect(await storage({ ...user, token: idToken })).toEqual(NOTHING));
    } finally {
      stack.moveClock(-31 * DAY - 1_000);
      client.close();
    }
  });

  it('that is removed from a message is marked there, on every device, and not in later turns', async () => {
    const { client, chat } = await stack.givenChat(user);
    const other = await stack.connect(user);
    const { fileId } = await givenFile(stack, user, NOTES);
    const { chatId } = chat;
    dataOf(await client.call('chat', { chatId, message: 'Read', userEmail: user.email, files: [fileId] }));
    await stack.idle();
    // A tab with a copy of the draft takes the file out of it.
    expect((await remove(user, fileId)).status).toBe(200);
    expect((await stack.history(user, chatId))[1]?.files).toEqual([
      expect.not.objectContaining({ isRemoved: true }),
    ]);
    const path = `/api/files/${fileId}?chatId=${chatId}&messageIndex=1`;
    expect((await stack.http('DELETE', path, { token: user.token })).status).toBe(200);
    expect((await other.until('fileRemoved')).data).toEqual({ chatId, messageIndex: 1, fileId });
    expect((await stack.history(user, chatId))[1]?.files).toMatchObject([{ fileId, isRemoved: true }]);
    await stack.say(client, user, chatId, 'And now?');
    expect(JSON.stringify(stack.lastModelCall())).not.toContain(NOTES.bytes);
  });

  it('is deleted with the account, also an object without a row', async () => {
    await givenFile(stack, user, NOTES);
    const { Bucket, client } = operatorsBucket(stack);
    await client.send(new PutObjectCommand({ Bucket, Key: `files/${user.owner}/lost`, Body: 'x' }));
    const { status } = await stack.http('POST', '/api/account/delete', {
      ...{ token: user.token, body: { confirmEmail: user.email } },
    });
    expect(status).toBe(200);
    await settled();
    await stack.eventually(async () => expect(await objects(user)).toEqual([]));
  });
});
