/** The largest pages of history and export must fit in Lambda's limit of 6 MB for a response. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { http } from '#contract/http-calls';
import { REPLY_MAX_BYTES } from '#contract/limits';
import { ask } from '../support/https-request.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

/** Reads a page with `accepted` as the `accept-encoding` header, or without the header, and decompresses it. */
async function read({ token }: TestUser, path: string, accepted?: string): Promise<unknown> {
  const url = new URL(path, stack.urls.site).href;
  const { status, headers, bytes } = await ask(url, 'GET', {
    token,
    ...(accepted !== undefined && { headers: { 'accept-encoding': accepted } }),
  });
  expect(status).toBe(200);
  return JSON.parse((headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString());
}

it.each([
  ['quotation marks', '"'],
  ['control characters, which JSON writes as six', '\u0001'],
])('history and export of replies of 300 KB full of %s are complete', async (_, character) => {
  const user = await stack.givenUser();
  const { chatId } = (await stack.givenChat(user)).chat;
  const filling = character.repeat(REPLY_MAX_BYTES - 100);
  await stack.fillChat(user, chatId, 5, () => filling);
  for (const accepted of [undefined, 'gzip', 'identity']) {
    const seen: number[] = [];
    let query = '';
    for (;;) {
      const page = http.getChatHistory.response.parse(
        await read(user, `/api/chats/getChatHistory/${chatId}${query}`, accepted),
      );
      seen.unshift(...page.messages.messages.map(({ messageIndex }) => messageIndex));
      if (page.nextCursor === undefined) break;
      query = `?before=${page.nextCursor}`;
    }
    expect(seen).toEqual(Array.from({ length: 11 }, (_entry, i) => i));
  }
  let exported = 0;
  let cursor: string | undefined;
  do {
    const page = http.exportAccount.response.parse(
      await read(user, `/api/account/export${cursor === undefined ? '' : `?cursor=${cursor}`}`),
    );
    exported += page.chats.flatMap(({ messages }) => messages).length;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(exported).toBe(11);
});
