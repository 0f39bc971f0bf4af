/** The model and the effort that an owner sets for a chat. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_MODELS } from '../../lib/config-defaults.ts';
import { givenPlan } from '../support/given-plan.ts';
import { dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

async function setModel({ token }: TestUser, chatId: string, model: unknown) {
  const { status, text } = await stack.http('PUT', `/api/chats/${chatId}/model`, { token, body: { model } });
  const body = JSON.parse(text);
  return status === 200 ? body : body.code;
}

async function setEffort({ token }: TestUser, chatId: string, effort: unknown) {
  const path = `/api/chats/${chatId}/effort`;
  const { status, text } = await stack.http('PUT', path, { token, body: { effort } });
  const body = JSON.parse(text);
  return status === 200 ? body : body.code;
}

/** Returns the parameters about thinking in the last call of a model. */
const told = () => stack.lastModelCall()?.additionalModelRequestFields;

it('a chat’s model is told to every connection, listed with the chat, and taken back', async () => {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const other = await stack.connect(user);
  const { chatId } = chat;
  expect(await setModel(user, chatId, 'deepseek')).toEqual({ chatId, model: 'deepseek' });
  for (const each of [client, other])
    expect((await each.until('chatModelSet')).data).toEqual({ chatId, model: 'deepseek' });
  expect(await stack.chats(user)).toMatchObject([{ chatId, model: 'deepseek' }]);
  expect(await setModel(user, chatId, null)).toEqual({ chatId });
  expect((await client.until('chatModelSet', ({ data }) => data.model === undefined)).data).toEqual({
    chatId,
  });
  expect(await stack.chats(user)).toEqual([{ chatId, name: chat.name, createdAt: chat.createdAt }]);
});

it('a chat’s model must be one of the plan, and can be given up when the plan no longer has it', async () => {
  const user = await stack.givenUser();
  const { chat } = await stack.givenChat(user);
  const { chatId } = chat;
  for (const model of ['claude', 'gpt-9', ''])
    expect([model, await setModel(user, chatId, model)]).toEqual([model, 'model_not_available']);
  for (const model of [undefined, 3, 'x'.repeat(65)])
    expect(await setModel(user, chatId, model)).toBe('invalid_request');
  await givenPlan(stack, user, { planType: 'monthly' });
  expect(await setModel(user, chatId, 'claude')).toMatchObject({ model: 'claude' });
  await givenPlan(stack, user, { planType: 'monthly', expiresAt: 1 });
  expect(await stack.chats(user)).toMatchObject([{ chatId, model: 'claude' }]);
  expect(await setModel(user, chatId, null)).toEqual({ chatId });
});

it('a chat’s model survives deletion and restoring, and is not set for a deleted chat', async () => {
  const user = await stack.givenUser();
  const { chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const { token } = user;
  await setModel(user, chatId, 'deepseek');
  await stack.http('DELETE', `/api/chats/${chatId}`, { token });
  expect(await setModel(user, chatId, 'geminitwofive')).toBe('chat_not_found');
  const restored = await stack.http('POST', `/api/chats/${chatId}/restore`, { token });
  expect(JSON.parse(restored.text)).toMatchObject({ chatId, model: 'deepseek' });
});

it('choosing a model counts as use of the chat: its announced removal for age is taken back', async () => {
  const user = await stack.givenUser();
  const { chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const removeAt = new Date(stack.inner.clock.now() + 86_400_000).toISOString();
  const { documents, table } = stack.inner.dynamodb;
  await documents.send(
    new UpdateCommand({
      TableName: table('Chats'),
      Key: { pk: `OWNER#${user.owner}`, sk: `CHAT#${chatId}` },
      UpdateExpression: 'SET removeAt = :at',
      ExpressionAttributeValues: { ':at': removeAt },
    }),
  );
  expect(await stack.chats(user)).toMatchObject([{ chatId, removeAt }]);
  await setModel(user, chatId, 'deepseek');
  expect((await stack.chats(user))[0]).not.toHaveProperty('removeAt');
});

it('a chat’s effort is told to every connection, listed with the chat beside its model, and taken back', async () => {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const other = await stack.connect(user);
  const { chatId } = chat;
  await setModel(user, chatId, 'deepseek');
  expect(await setEffort(user, chatId, 'balanced')).toEqual({ chatId, effort: 'balanced' });
  for (const each of [client, other])
    expect((await each.until('chatEffortSet')).data).toEqual({ chatId, effort: 'balanced' });
  expect(await stack.chats(user)).toMatchObject([{ chatId, model: 'deepseek', effort: 'balanced' }]);
  expect(await setEffort(user, chatId, null)).toEqual({ chatId });
  expect((await client.until('chatEffortSet', ({ data }) => data.effort === undefined)).data).toEqual({
    chatId,
  });
  expect((await stack.chats(user))[0]).not.toHaveProperty('effort');
});

it('a chat’s effort must be one of the plan, and the chat the user’s own', async () => {
  const [user, stranger] = [await stack.givenUser(), await stack.givenUser()];
  const { chat } = await stack.givenChat(user);
  expect(await setEffort(user, chat.chatId, 'thorough')).toBe('effort_not_available');
  for (const effort of [undefined, 3, 'much'])
    expect(await setEffort(user, chat.chatId, effort)).toBe('invalid_request');
  expect(await setEffort(stranger, chat.chatId, 'quick')).toBe('chat_not_found');
  await givenPlan(stack, user, { planType: 'monthly' });
  expect(await setEffort(user, chat.chatId, 'thorough')).toMatchObject({ effort: 'thorough' });
});

it('the model thinks with the effort of the message, or else of the plan; one beyond the plan counts as the plan’s', async () => {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const ask = async (effort?: 'quick' | 'balanced' | 'thorough', model = 'claude') => {
    const data = { chatId, message: 'Hello', userEmail: user.email, model, ...(effort && { effort }) };
    dataOf(await client.call('chat', data));
    return told();
  };
  await givenPlan(stack, user, { planType: 'monthly' });
  const adaptive = { type: 'adaptive', display: 'summarized' };
  expect(await ask()).toEqual({ thinking: adaptive, output_config: { effort: 'medium' } });
  expect(await ask('thorough')).toEqual({ thinking: adaptive, output_config: { effort: 'high' } });
  const gptOss = DEFAULT_MODELS.find(({ provider }) => JSON.stringify(provider).includes('gpt-oss'))?.id;
  expect(await ask('thorough', gptOss)).toEqual({ reasoning_effort: 'high' });
  expect(await ask('quick', gptOss)).toEqual({ reasoning_effort: 'low' });
  expect(await ask('thorough', 'deepseek')).toBeUndefined();
});
