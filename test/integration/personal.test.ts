/** A user's instructions for all chats, and saved prompts: calls, effect on turns, limits, faults, devices, export. */
import { randomUUID } from 'node:crypto';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { http } from '#contract/http-calls';
import { INSTRUCTIONS_MAX_LENGTH, SAVED_PROMPT } from '#contract/limits';
import { ownerPartition } from '../../lambdas/store/owner-keys.ts';
import { dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

const body = (text: string): unknown => JSON.parse(text);
const call = async (user: TestUser, method: 'GET' | 'PUT' | 'DELETE', path: string, sent?: unknown) => {
  const { status, text } = await stack.http(method, path, { token: user.token, body: sent });
  return { status, body: body(text) };
};
const instruct = (user: TestUser, text: string, isOn = true) =>
  call(user, 'PUT', '/api/instructions', { text, isOn });

/** Sends a message in a new chat and returns the system prompt that the model got. */
async function systemFor(user: TestUser, data: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { client, chat } = await stack.givenChat(user);
  const sent = { chatId: chat.chatId, message: 'Hello', userEmail: user.email };
  dataOf(await client.call('chat', { ...sent, ...data }));
  const { system = [] } = stack.lastModelCall() ?? {};
  return system.map(({ text = '' }) => text).join('');
}

describe('instructions', () => {
  it('are none at first, kept as typed, and replaced as a whole', async () => {
    const user = await stack.givenUser();
    expect(await call(user, 'GET', '/api/instructions')).toEqual({
      status: 200,
      body: { text: '', isOn: true },
    });
    const text = 'I am a nurse.\nAnswer in short sentences. 🙂 أجب بالعربية';
    expect(await instruct(user, `  ${text}\n`)).toEqual({ status: 200, body: { text, isOn: true } });
    await instruct(user, 'Short.', false);
    expect((await call(user, 'GET', '/api/instructions')).body).toEqual({ text: 'Short.', isOn: false });
    expect((await call(user, 'GET', '/api/account/export')).body).toMatchObject({
      account: { instructions: { text: 'Short.', isOn: false }, prompts: [] },
    });
  });

  it('follow the operator’s text in the system prompt of their user alone, while they are on', async () => {
    const [user, other] = await Promise.all([stack.givenUser(), stack.givenUser()]);
    const plain = await systemFor(user);
    await instruct(user, 'Answer in rhymes.');
    const instructed = await systemFor(user);
    expect(instructed.startsWith(`${plain}\n\n`)).toBe(true);
    expect(instructed).toContain('<user_instructions>\nAnswer in rhymes.\n</user_instructions>');
    expect(await systemFor(other)).toBe(plain);
    await instruct(user, 'Answer in rhymes.', false);
    expect(await systemFor(user)).toBe(plain);
  });

  it('are not read for a page that knows that there are none; the list of chats says whether there are any', async () => {
    const user = await stack.givenUser();
    const list = async () => {
      const answer = await call(user, 'GET', `/api/chats/getChats?userEmail=${user.email}`);
      return http.getChats.response.parse(answer.body).hasInstructions;
    };
    const unitsOf = async (data: Readonly<Record<string, unknown>>) => {
      const { client, chat } = await stack.givenChat(user);
      await stack.idle();
      stack.inner.dynamodb.resetStats();
      dataOf(
        await client.call('chat', { chatId: chat.chatId, message: 'Hello', userEmail: user.email, ...data }),
      );
      await stack.idle();
      return stack.planUnits();
    };
    expect(await list()).toBe(false);
    expect((await unitsOf({})) - (await unitsOf({ instructions: false }))).toBe(0.5);
    await instruct(user, 'Answer in rhymes.');
    expect(await list()).toBe(true);
    await instruct(user, '', true);
    expect(await list()).toBe(false);
  });

  it('all of the user’s pages are told of a change', async () => {
    const user = await stack.givenUser();
    const [one, two] = [await stack.connect(user), await stack.connect(user)];
    await instruct(user, 'Answer in rhymes.');
    await Promise.all([one.until('instructionsChanged'), two.until('instructionsChanged')]);
  });

  it('a text that is too long is refused, and the stored one stays', async () => {
    const user = await stack.givenUser();
    await instruct(user, 'x'.repeat(INSTRUCTIONS_MAX_LENGTH));
    const refused = await instruct(user, 'y'.repeat(INSTRUCTIONS_MAX_LENGTH + 1));
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect((await call(user, 'GET', '/api/instructions')).body).toMatchObject({
      text: 'x'.repeat(INSTRUCTIONS_MAX_LENGTH),
    });
  });
});

describe('saved prompts', () => {
  const put = (user: TestUser, promptId: string, name: string, text = 'Write a mail to {name}.') =>
    call(user, 'PUT', `/api/prompts/${promptId}`, { name, text });
  const namesOf = async (user: TestUser) =>
    http.getPrompts.response
      .parse((await call(user, 'GET', '/api/prompts')).body)
      .prompts.map(({ name }) => name);
  /** Returns the number of a user's prompts that are stored, and the stored count. */
  const stored = async ({ owner }: TestUser) => {
    const { documents, table } = stack.inner.dynamodb;
    const { Items = [] } = await documents.send(
      new QueryCommand({
        TableName: table('Chats'),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prompt)',
        ExpressionAttributeValues: { ':pk': ownerPartition(owner), ':prompt': 'PROMPT' },
      }),
    );
    return {
      rows: Items.filter(({ sk }) => sk !== 'PROMPTS').length,
      count: Items.find(({ sk }) => sk === 'PROMPTS')?.count,
    };
  };

  it('are saved, changed, listed by name and removed, and belong to their user', async () => {
    const [user, other] = await Promise.all([stack.givenUser(), stack.givenUser()]);
    const [mail, ad] = [randomUUID(), randomUUID()];
    expect(await put(user, mail, 'Mail')).toEqual({
      status: 200,
      body: { promptId: mail, name: 'Mail', text: 'Write a mail to {name}.' },
    });
    await put(user, ad, 'Advert');
    expect(await namesOf(user)).toEqual(['Advert', 'Mail']);
    await put(user, ad, 'Poster');
    expect(await namesOf(user)).toEqual(['Mail', 'Poster']);
    await put(other, mail, 'Mine');
    await call(other, 'DELETE', `/api/prompts/${ad}`);
    expect([await namesOf(user), await namesOf(other)]).toEqual([['Mail', 'Poster'], ['Mine']]);
    for (let again = 0; again < 2; again += 1)
      expect(await call(user, 'DELETE', `/api/prompts/${mail}`)).toEqual({
        status: 200,
        body: { promptId: mail },
      });
    expect(await namesOf(user)).toEqual(['Poster']);
    expect(await stored(user)).toEqual({ rows: 1, count: 1 });
  });

  it('of 20 saved at once near the limit, as many are saved as fit, and the rest are refused', async () => {
    const user = await stack.givenUser();
    const { documents, table } = stack.inner.dynamodb;
    const Item = { pk: ownerPartition(user.owner), sk: 'PROMPTS', count: SAVED_PROMPT.countMax - 10 };
    await documents.send(new PutCommand({ TableName: table('Chats'), Item }));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put(user, randomUUID(), `P${n}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const refused = answers.filter(({ status }) => status === 409);
    for (const { body: error } of refused) expect(error).toMatchObject({ code: 'too_many_prompts' });
    const { rows, count } = await stored(user);
    expect(count).toBe(SAVED_PROMPT.countMax - 10 + rows);
    expect(rows).toBe(answers.filter(({ status }) => status === 200).length);
    // A call that lost the race for the count was retried, not refused.
    expect(rows).toBe(10);
  });

  it('a prompt is counted once although the response of its write was lost, and so is its removal', async () => {
    const user = await stack.givenUser();
    const promptId = randomUUID();
    const lose = () =>
      stack.inner.faults.at({
        ...{ service: 'dynamodb', action: 'TransactWriteItems', caller: 'PersonalApi', phase: 'after' },
        effect: { fail: { code: 'InternalServerError', status: 500 } },
      });
    const saving = lose();
    expect((await put(user, promptId, 'Mail')).status).toBe(200);
    expect([saving.struck, await stored(user)]).toEqual([1, { rows: 1, count: 1 }]);
    const removing = lose();
    expect((await call(user, 'DELETE', `/api/prompts/${promptId}`)).status).toBe(200);
    expect([removing.struck, await stored(user)]).toEqual([1, { rows: 0, count: 0 }]);
  });
});
