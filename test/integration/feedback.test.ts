/** Dislikes and the feedback with them: what is kept, who reads it, and how it ends (decision 0131). */
import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FEEDBACK_DAYS } from '#contract/limits';
import { askAs, callAs, givenAdmin, recordsOf } from '../support/operators.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startTestStack();
  admin = await givenAdmin(stack);
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

const DAY = 86_400_000;

/** A chat whose messages are the welcome (0), a question (1) and its reply (2). */
async function givenReply(isTemporary = false) {
  const user = await stack.givenUser();
  const client = await stack.connect(user);
  const made = await client.call('initChat', { userEmail: user.email, name: 'Ada', isTemporary });
  const { chatId } = dataOf(made) as { readonly chatId: string };
  stack.replyWith('A reply about the sea.');
  await stack.say(client, user, chatId, 'A question about the sea');
  const rate = (rating: Readonly<Record<string, unknown>>, messageIndex = 2) =>
    client.call('likeMessage', { chatId, messageIndex, liked: false, userEmail: user.email, ...rating });
  const reply = async () => (await stack.history(user, chatId))[2];
  return { user, client, chatId, rate, reply };
}
const dislike = (feedback?: Readonly<Record<string, unknown>>) => ({ disliked: true, feedback });
const listed = async (as = admin) => (await callAs(stack, as, 'listFeedback')).feedback;
const newest = async () => (await listed())[0];
const readAs = (as: TestUser, id = '') => askAs(stack, as, 'readFeedbackConversation', { params: { id } });
/** Signs in again, because the clock has moved on to a time when the user's token has expired. */
const signedInAgain = async (user: TestUser): Promise<TestUser> => ({
  ...user,
  token: (await stack.inner.tokensFor(user.email)).idToken,
});
/** Number of rows of feedback in the table. */
async function rows(): Promise<number> {
  const { documents, table } = stack.inner.dynamodb;
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: table('Chats') }));
  return Items.filter(({ pk, sk }) => `${pk}${sk}`.includes('FEEDBACK#')).length;
}

describe('a dislike', () => {
  it('is stored, told to the other connections alone, and taken back', async () => {
    const { user, client, chatId, rate, reply } = await givenReply();
    const other = await stack.connect(user);
    expect(dataOf(await rate(dislike()))).toMatchObject({ chatId, messageIndex: 2, disliked: true });
    expect(await reply()).toMatchObject({ liked: false, disliked: true });
    expect((await other.until('messageLiked')).data).toMatchObject({ messageIndex: 2, disliked: true });
    dataOf(await rate({}));
    expect(await reply()).not.toHaveProperty('disliked');
    await other.until('messageLiked', ({ data }) => !data.disliked);
    expect(client.of('messageLiked')).toEqual([]);
  });

  it('ends a like, and a like ends it, with its feedback', async () => {
    const { rate, reply } = await givenReply();
    const before = await rows();
    dataOf(await rate({ liked: true }));
    dataOf(await rate(dislike({ reason: 'style', withConversation: true })));
    expect(await reply()).toMatchObject({ liked: false, disliked: true });
    expect(await rows()).toBe(before + 3);
    dataOf(await rate({ liked: true }));
    expect(await reply()).toMatchObject({ liked: true });
    expect(await reply()).not.toHaveProperty('disliked');
    expect(await rows()).toBe(before);
  });

  it.each([
    ['that is a like as well', { liked: true, disliked: true }],
    ['with a text that is too long', dislike({ text: 'x'.repeat(501) })],
    ['with an unknown reason', dislike({ reason: 'rude' })],
    ['whose feedback comes without the dislike', { feedback: { text: 'Hm' } }],
  ])('%s is refused', async (_, rating) => {
    const { rate, reply } = await givenReply();
    expect(codeOf(await rate(rating))).toBe('invalid_request');
    expect(await reply()).not.toHaveProperty('disliked');
  });

  it('of a guest is refused', async () => {
    const guest = await stack.connectGuest();
    const chat = dataOf(await guest.call('initChat', { isGuest: true })) as { readonly chatId: string };
    const rating = { chatId: chat.chatId, messageIndex: 2, liked: false, disliked: true };
    expect(codeOf(await guest.call('likeMessage', rating))).toBe('forbidden');
  });

  it('in a temporary chat keeps nothing outside of the chat', async () => {
    const { rate, reply } = await givenReply(true);
    const before = await rows();
    dataOf(await rate(dislike({ text: 'Keep me', withConversation: true })));
    expect(await reply()).toMatchObject({ disliked: true });
    expect(await rows()).toBe(before);
  });

  it('is counted by model in the logs', async () => {
    const { rate, reply } = await givenReply();
    dataOf(await rate(dislike()));
    const line = stack.functionLogs().findLast((text) => text.includes('reply rated')) ?? '';
    expect(JSON.parse(line.slice(line.indexOf('{')))).toMatchObject({
      status: 'disliked',
      model: (await reply())?.model,
    });
  });
});

describe('feedback', () => {
  it('is listed newest first with model, reason and time, and does not say whose it is', async () => {
    const { user, chatId, rate, reply } = await givenReply();
    dataOf(await rate(dislike({ reason: 'incorrect', text: ' The sea is not green. ' })));
    stack.moveClock(1_000);
    const later = await givenReply();
    dataOf(await later.rate(dislike()));
    const [first, second] = await listed();
    expect(first).toEqual({
      ...{ id: first?.id, at: expect.any(String), hasConversation: false },
      model: (await later.reply())?.model,
    });
    expect(second).toMatchObject({
      ...{ reason: 'incorrect', text: 'The sea is not green.', hasConversation: false },
      model: (await reply())?.model,
    });
    for (const secret of [user.owner, user.email, chatId])
      expect(JSON.stringify(second)).not.toContain(secret);
  });

  it('without agreement has no conversation to read', async () => {
    const { rate } = await givenReply();
    dataOf(await rate(dislike({ text: 'Wrong' })));
    const answer = await readAs(admin, (await newest())?.id);
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([404, 'feedback_not_found']);
  });

  it('with agreement shows question and reply as they were; each reading is recorded', async () => {
    const { chatId, client, user, rate } = await givenReply();
    dataOf(await rate(dislike({ withConversation: true })));
    stack.replyWith('Another reply.');
    await client.call('chat', { chatId, message: 'Edited', userEmail: user.email, replaces: 1 });
    const entry = await newest();
    const answer = await readAs(admin, entry?.id);
    expect(JSON.parse(answer.text)).toEqual({
      question: 'A question about the sea',
      reply: 'A reply about the sea.',
    });
    expect((await recordsOf(stack, admin.owner)).at(-1)).toMatchObject({
      ...{ action: 'feedback.read', target: entry?.id },
    });
  });

  it('is changed by what comes later, keeps its place, and a repeated frame adds nothing', async () => {
    const { rate } = await givenReply();
    dataOf(await rate(dislike({ reason: 'other', text: 'First', withConversation: true })));
    const first = await newest();
    const before = await rows();
    stack.moveClock(1_000);
    dataOf(await rate(dislike()));
    expect(await newest()).toEqual(first);
    dataOf(await rate(dislike({ text: 'Second' })));
    const { reason: _, ...rest } = first ?? {};
    expect(await newest()).toEqual({ ...rest, text: 'Second', hasConversation: false });
    expect((await readAs(admin, first?.id)).status).toBe(404);
    expect(await rows()).toBe(before - 1);
  });

  it('is stored once when an answer of the database was lost', async () => {
    const { rate } = await givenReply();
    const before = await rows();
    const lost = {
      service: 'dynamodb',
      action: 'UpdateItem',
      caller: 'LikeMessage',
      phase: 'after',
    } as const;
    const fail = { code: 'InternalServerError', status: 500 };
    const fault = stack.inner.faults.at({
      ...{ ...lost, effect: { fail } },
      about: (request) => request.includes('FEEDBACK#'),
    });
    dataOf(await rate(dislike({ text: 'Once', withConversation: true })));
    expect(fault.struck).toBe(1);
    expect(await rows()).toBe(before + 3);
  });

  it('is not kept when the dislike is taken back while the feedback is being stored', async () => {
    const { rate, reply } = await givenReply();
    const before = await rows();
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const slow = stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'UpdateItem', caller: 'LikeMessage', effect: { run: () => hold } },
      about: (request) => request.includes('FEEDBACK#'),
    });
    const sent = rate(dislike({ text: 'Withdrawn', withConversation: true }));
    await stack.eventually(() => expect(slow.struck).toBe(1));
    dataOf(await rate({}));
    release();
    dataOf(await sent);
    expect(await reply()).not.toHaveProperty('disliked');
    expect(await rows()).toBe(before);
  });

  it('is in the export of its user', async () => {
    const { user, chatId, rate } = await givenReply();
    dataOf(await rate(dislike({ reason: 'harmful', text: 'Ouch', withConversation: true })));
    const { account } = await callAs(stack, user, 'exportAccount');
    expect(account?.feedback).toMatchObject([
      { chatId, messageIndex: 2, reason: 'harmful', text: 'Ouch', withConversation: true },
    ]);
  });

  it('is gone with the account', async () => {
    const { user, rate } = await givenReply();
    const before = await rows();
    dataOf(await rate(dislike({ text: 'Going', withConversation: true })));
    expect(await rows()).toBe(before + 3);
    await callAs(stack, user, 'deleteAccount', { body: { confirmEmail: user.email } });
    await stack.eventually(async () => expect(await rows()).toBe(before));
  });

  it('is not listed and not read when it has expired', async () => {
    const { rate } = await givenReply();
    dataOf(await rate(dislike({ text: 'Old', withConversation: true })));
    const entry = await newest();
    const { documents, table } = stack.inner.dynamodb;
    const { Items = [] } = await documents.send(
      new QueryCommand({
        TableName: table('Chats'),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `FEEDBACK#${entry?.id}` },
      }),
    );
    expect(Items).toHaveLength(1);
    stack.moveClock(FEEDBACK_DAYS * DAY + 1_000);
    const again = await signedInAgain(admin);
    expect((await listed(again)).map(({ id }) => id)).not.toContain(entry?.id);
    expect((await readAs(again, entry?.id)).status).toBe(404);
  });

  it('given again on the same reply after the first has expired is new, and keeps nothing of the first', async () => {
    const { user, chatId, rate } = await givenReply();
    dataOf(await rate(dislike({ reason: 'style', text: 'Old', withConversation: true })));
    const [first] = await listed(await signedInAgain(admin));
    stack.moveClock(FEEDBACK_DAYS * DAY + 1_000);
    const client = await stack.connect(await signedInAgain(user));
    const rating = { chatId, messageIndex: 2, liked: false, userEmail: user.email };
    dataOf(await client.call('likeMessage', { ...rating, ...dislike() }));
    const [second] = await listed(await signedInAgain(admin));
    const { id, at, model } = second ?? expect.fail('no feedback is listed');
    expect(second).toEqual({ id, at, model, hasConversation: false });
    expect([first?.text, id === first?.id]).toEqual(['Old', false]);
  });

  it('is not in the export of its user when it has expired', async () => {
    const { user, rate } = await givenReply();
    dataOf(await rate(dislike({ text: 'Old' })));
    stack.moveClock(FEEDBACK_DAYS * DAY + 1_000);
    const { account } = await callAs(stack, await signedInAgain(user), 'exportAccount');
    expect(account?.feedback).toEqual([]);
  });
});
