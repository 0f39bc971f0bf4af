/** Pages of a chat's history, older and newer than any message. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { http } from '#contract/http-calls';
import { ask } from '../support/https-request.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let user: TestUser;
let chatId: string;
beforeAll(async () => {
  stack = await startTestStack();
  user = await stack.givenUser();
  chatId = (await stack.givenChat(user)).chat.chatId;
  await stack.fillChat(user, chatId, 120);
});
afterAll(() => stack.close());

/** Messages 0 (the welcome) to 240. */
const LAST = 240;

async function page(query: string) {
  const path = `/api/chats/getChatHistory/${chatId}${query}`;
  const { status, text } = await stack.http('GET', path, { token: user.token });
  if (status !== 200) return { status, indexes: [] };
  const { messages, nextCursor, newerCursor } = http.getChatHistory.response.parse(JSON.parse(text));
  return { status, indexes: messages.messages.map((m) => m.messageIndex), nextCursor, newerCursor };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

it('history begins with the newest page, and leads back to the first message, each message once', async () => {
  const seen: number[] = [];
  let query = '';
  for (;;) {
    const { indexes, nextCursor } = await page(query);
    seen.unshift(...indexes);
    if (nextCursor === undefined) break;
    query = `?before=${nextCursor}`;
  }
  expect(seen).toEqual(range(0, LAST));
});

it('history leads from the first message forward to the newest page, which has no newer one', async () => {
  const seen: number[] = [0];
  let after: string | undefined = '0';
  while (after !== undefined) {
    const { indexes, newerCursor } = await page(`?after=${after}`);
    seen.push(...indexes);
    after = newerCursor;
  }
  expect(seen).toEqual(range(0, LAST));
  expect((await page('')).newerCursor).toBeUndefined();
});

it.each([
  ['?before=100', range(1, 99), undefined],
  ['?before=101', range(1, 100), undefined],
  ['?after=99', range(100, 198), '99'],
  ['?after=100', range(101, 200), '100'],
])('a page ends exactly at a message, also right after a question: %s', async (query, indexes, older) => {
  const found = await page(query);
  expect(found.indexes.at(0)).toBe(indexes[0]);
  expect(found.indexes.at(-1)).toBe(indexes.at(-1));
  if (older !== undefined) expect(found.nextCursor).toBe(String(indexes[0]));
  expect(found.newerCursor).toBe(String(indexes.at(-1)));
});

it('history gives an empty page after the last message, and refuses two directions at once', async () => {
  expect(await page(`?after=${LAST}`)).toMatchObject({ indexes: [], nextCursor: String(LAST + 1) });
  expect((await page(`?after=${LAST}`)).newerCursor).toBeUndefined();
  expect((await page('?before=5&after=5')).status).toBe(400);
});

it('a page of history is a fraction of its bytes where the client accepts gzip', async () => {
  const answer = async (headers: Record<string, string>) => {
    const url = `${stack.urls.site}/api/chats/getChatHistory/${chatId}`;
    const response = await ask(url, 'GET', { token: user.token, headers });
    return {
      encoding: response.headers['content-encoding'],
      bytes: Number(response.headers['content-length']),
    };
  };
  const plain = await answer({});
  const packed = await answer({ 'accept-encoding': 'gzip' });
  expect([plain.encoding, packed.encoding]).toEqual([undefined, 'gzip']);
  expect(packed.bytes).toBeLessThan(plain.bytes / 2);
});
