/** Pinned and archived chats: on every device, through lost answers, deletions and old pages of the list. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Chat } from '#contract/entities';
import { http } from '#contract/http-calls';
import { CHATS_PAGE_SIZE, PINNED_CHATS_MAX } from '#contract/limits';
import type { StepRule } from '../../local/faults/faults.ts';
import { givenChats } from '../support/given-chats.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

const call = async ({ token }: TestUser, method: string, path: string, body?: unknown) => {
  const answer = await stack.http(method, `/api/chats/${path}`, { token, body });
  return { status: answer.status, body: JSON.parse(answer.text) };
};
const pin = (user: TestUser, chatId: string, pinned = true) =>
  call(user, 'PUT', `${chatId}/pinned`, { pinned });
const archive = (user: TestUser, chatId: string, archived = true) =>
  call(user, 'PUT', `${chatId}/archived`, { archived });

async function page(user: TestUser, query = '') {
  const { body } = await call(user, 'GET', `getChats?userEmail=${user.email}${query}`);
  const { chats, pinned, archivedIds, nextCursor } = http.getChats.response.parse(body);
  return { chats: idsOf(chats), pinned: pinned && idsOf(pinned).toSorted(), archivedIds, nextCursor };
}
const idsOf = (chats: readonly Chat[]) => chats.map(({ chatId }) => chatId);

async function given(count: number) {
  const user = await stack.givenUser();
  const chats = await givenChats(stack, user, count);
  return { user, ids: idsOf(chats.toReversed()) };
}
const at = (ids: readonly string[], index: number) => ids.at(index) ?? expect.fail('no such chat');

async function workspaceOf({ owner }: TestUser): Promise<string[]> {
  const { documents, table } = stack.inner.dynamodb;
  const Key = { pk: `OWNER#${owner}`, sk: 'WORKSPACE' };
  const { Item } = await documents.send(new GetCommand({ TableName: table('Chats'), Key }));
  return [...((Item?.pinned as Set<string> | undefined) ?? [])];
}

describe('a pinned chat', () => {
  it('comes with the first page however old it is, and other devices are told', async () => {
    const { user, ids } = await given(CHATS_PAGE_SIZE + 5);
    const oldest = at(ids, -1);
    const phone = await stack.connect(user);
    const { status, body } = await pin(user, oldest);
    expect([status, body]).toEqual([
      200,
      { chatId: oldest, name: 'Stored chat 1', createdAt: expect.any(String), pinnedAt: expect.any(String) },
    ]);
    expect((await phone.until('chatChanged')).data).toEqual(body);
    expect(await page(user)).toEqual({
      chats: ids.slice(0, CHATS_PAGE_SIZE),
      pinned: [oldest],
      archivedIds: [],
      nextCursor: at(ids, CHATS_PAGE_SIZE - 1),
    });
    const later = await page(user, `&cursor=${at(ids, CHATS_PAGE_SIZE - 1)}`);
    expect(later).toEqual({ chats: ids.slice(CHATS_PAGE_SIZE), pinned: undefined, nextCursor: undefined });
    await pin(user, oldest, false);
    expect((await page(user)).pinned).toEqual([]);
  });

  it('is refused beyond the limit, and has room again after another was deleted', async () => {
    const { user, ids } = await given(PINNED_CHATS_MAX + 1);
    for (const id of ids.slice(0, PINNED_CHATS_MAX)) expect((await pin(user, id)).status).toBe(200);
    const [first, extra] = [at(ids, 0), at(ids, -1)];
    expect((await pin(user, first)).status).toBe(200);
    expect(await pin(user, extra)).toMatchObject({ status: 409, body: { code: 'too_many_pinned' } });
    expect((await page(user)).pinned).toEqual(ids.slice(0, PINNED_CHATS_MAX).toSorted());
    await call(user, 'DELETE', first);
    expect((await pin(user, extra)).status).toBe(200);
    // Another chat has taken the place of the deleted one, which is therefore restored without its pin.
    const restored = await call(user, 'POST', `${first}/restore`);
    expect([restored.status, restored.body.pinnedAt]).toEqual([200, undefined]);
    expect((await page(user)).pinned).toEqual(ids.slice(1).toSorted());
  });

  it('keeps its place when it is restored while another call makes room', async () => {
    const { user, ids } = await given(PINNED_CHATS_MAX + 1);
    for (const id of ids.slice(0, PINNED_CHATS_MAX)) await pin(user, id);
    const [first, extra] = [at(ids, 0), at(ids, -1)];
    await call(user, 'DELETE', first);
    const restored: unknown[] = [];
    stack.inner.faults.at({
      ...{
        service: 'dynamodb',
        caller: 'FunctionsChats',
        about: (request) => request.includes('DELETE pinned'),
      },
      effect: {
        run: async () => void restored.push((await call(user, 'POST', `${first}/restore`)).body.pinnedAt),
      },
    });
    expect(await pin(user, extra)).toMatchObject({ status: 409, body: { code: 'too_many_pinned' } });
    expect(restored).toEqual([expect.any(String)]);
    expect((await page(user)).pinned).toEqual(ids.slice(0, PINNED_CHATS_MAX).toSorted());
  });

  it('is pinned still when it is restored after its deletion', async () => {
    const { user, ids } = await given(2);
    await pin(user, at(ids, 1));
    await call(user, 'DELETE', at(ids, 1));
    expect((await page(user)).pinned).toEqual([]);
    await call(user, 'POST', `${at(ids, 1)}/restore`);
    expect((await page(user)).pinned).toEqual([at(ids, 1)]);
  });

  it('counts once when many calls pin chats at the same time', async () => {
    const { user, ids } = await given(6);
    const answers = await Promise.all([...ids, ...ids].map((id) => pin(user, id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await workspaceOf(user)).toSorted()).toEqual(ids.toSorted());
  });
});

describe('an archived chat', () => {
  it('leaves the list, is found in the archive, and comes back', async () => {
    const { user, ids } = await given(4);
    const phone = await stack.connect(user);
    await pin(user, at(ids, 1));
    const { body } = await archive(user, at(ids, 1));
    expect(body).toMatchObject({ chatId: at(ids, 1), archivedAt: expect.any(String) });
    expect(body.pinnedAt).toBeUndefined();
    expect((await phone.until('chatChanged', ({ data }) => data.archivedAt !== undefined)).data).toEqual(
      body,
    );
    const rest = ids.filter((id) => id !== at(ids, 1));
    expect(await page(user)).toMatchObject({ chats: rest, pinned: [], archivedIds: [at(ids, 1)] });
    expect(await page(user, '&archived=true')).toEqual({ chats: [at(ids, 1)] });
    const history = await call(user, 'GET', `getChatHistory/${at(ids, 1)}`);
    expect(history.body.chat).toEqual(body);
    expect((await archive(user, at(ids, 1), false)).body.archivedAt).toBeUndefined();
    expect(await page(user)).toMatchObject({ chats: ids });
    expect(await page(user, '&archived=true')).toEqual({ chats: [] });
  });

  it('comes back when it is pinned', async () => {
    const { user, ids } = await given(2);
    await archive(user, at(ids, 0));
    expect((await pin(user, at(ids, 0))).body.archivedAt).toBeUndefined();
    expect(await page(user)).toMatchObject({ chats: ids, pinned: [at(ids, 0)] });
  });

  it('takes no place on a page: pages are full, in order, and complete', async () => {
    const { user, ids } = await given(2 * CHATS_PAGE_SIZE + 30);
    const archived = ids.filter((_, i) => i % 3 === 0);
    await Promise.all(archived.map((id) => archive(user, id)));
    const first = await page(user);
    const second = await page(user, `&cursor=${first.nextCursor}`);
    expect([first.chats.length, second.nextCursor]).toEqual([CHATS_PAGE_SIZE, undefined]);
    expect([...first.chats, ...second.chats]).toEqual(ids.filter((id) => !archived.includes(id)));
    expect((await page(user, '&archived=true')).chats).toEqual(archived);
  });

  it('still takes messages, is found by the search as archived, and is in the export', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    await archive(user, chat.chatId);
    stack.replyWith('Cormorants dive.');
    await stack.say(client, user, chat.chatId, 'Tell me about cormorants');
    await stack.inner.functions.streamsSettled();
    const found = await call(user, 'GET', `search?userEmail=${user.email}&query=cormorants`);
    expect(found.body.chats).toMatchObject([{ chatId: chat.chatId, archivedAt: expect.any(String) }]);
    const answer = await stack.http('GET', '/api/account/export', { token: user.token });
    expect(JSON.parse(answer.text).chats).toMatchObject([
      { chatId: chat.chatId, archivedAt: expect.any(String) },
    ]);
    expect((await page(user)).chats).toEqual([]);
  });
});

describe('faults while a chat is pinned or archived', () => {
  const transaction = (effect: StepRule['effect'], phase?: 'after') =>
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'TransactWriteItems', caller: 'FunctionsChats', effect },
      ...(phase && { phase }),
    });
  const LOST = { fail: { code: 'InternalServerError', status: 500 } };

  it('a lost answer: the call that follows has the same outcome, and the set holds the chat once', async () => {
    const { user, ids } = await given(1);
    const lost = transaction(LOST, 'after');
    expect((await pin(user, at(ids, 0))).status).toBe(200);
    expect(lost.struck).toBe(1);
    expect(await workspaceOf(user)).toEqual(ids);
    transaction(LOST, 'after');
    expect((await archive(user, at(ids, 0))).body.pinnedAt).toBeUndefined();
    expect(await workspaceOf(user)).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'the function dies %s the write: nothing is half done',
    async (when) => {
      const { user, ids } = await given(1);
      const died = transaction({ kill: true, hang: true }, when === 'after' ? 'after' : undefined);
      const { status } = await pin(user, at(ids, 0));
      expect([status, died.struck]).toEqual([500, 1]);
      stack.clearFaults();
      const pinned = when === 'after' ? [at(ids, 0)] : [];
      expect([await workspaceOf(user), (await page(user)).pinned]).toEqual([pinned, pinned]);
      expect((await pin(user, at(ids, 0))).status).toBe(200);
      expect((await page(user)).pinned).toEqual(ids);
    },
  );
});
