/** Export of an account (docs/safety.md 39): all data of its user, in pages, and none of another user. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '#contract/entities';
import { type HttpResponse, http } from '#contract/http-calls';
import { givenPerson, givenProject, INSTRUCTIONS, PROJECT, PROMPT } from '../support/account-traces.ts';
import { givenChats } from '../support/given-chats.ts';
import { PAPER } from '../support/given-files.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

type Page = HttpResponse<'exportAccount'>;
/** Largest page in bytes, with a margin to the 6 MB that a function may answer. */
const PAGE_MAX_BYTES = 4_000_000;

const ask = ({ token }: TestUser, cursor?: string) =>
  stack.http(
    'GET',
    `/api/account/export${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
    {
      token,
    },
  );

async function pagesOf(user: TestUser): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const { status, text } = await ask(user, cursor);
    expect(status).toBe(200);
    expect(Buffer.byteLength(text)).toBeLessThan(PAGE_MAX_BYTES);
    const page = http.exportAccount.response.parse(JSON.parse(text));
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

/** Messages by chat, in the order of the pages. */
function joined(pages: readonly Page[]): Map<string, Message[]> {
  const chats = new Map<string, Message[]>();
  for (const { chatId, messages } of pages.flatMap(({ chats }) => chats))
    chats.set(chatId, [...(chats.get(chatId) ?? []), ...messages]);
  return chats;
}

async function wholeHistory(user: TestUser, chatId: string): Promise<Message[]> {
  const path = `/api/chats/getChatHistory/${chatId}`;
  const messages: Message[] = [];
  let before = '';
  for (;;) {
    const { text } = await stack.http('GET', path + before, { token: user.token });
    const page = http.getChatHistory.response.parse(JSON.parse(text));
    messages.unshift(...page.messages.messages);
    if (page.nextCursor === undefined) return messages;
    before = `?before=${page.nextCursor}`;
  }
}

describe('the export', () => {
  it('has all stored data of the account, and of chats what their owner sees', async () => {
    const ada = await givenPerson(stack);
    await givenProject(stack, ada);
    const [page, ...more] = await pagesOf(ada);
    expect(more).toEqual([]);
    expect(page?.account).toEqual({
      ...{ owner: ada.owner, email: ada.email, name: 'Test User', createdAt: expect.any(String) },
      subscription: { tier: 'paid', active: true, planType: 'monthly', hasBilling: true },
      devices: [
        {
          id: expect.any(String),
          since: expect.stringMatching(/^\d{4}-.*Z$/),
          lastUsed: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      ],
      usage: [
        {
          ...{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), messages: 1, cost: expect.any(Number) },
          models: [
            expect.objectContaining({
              messages: 1,
              inputTokens: expect.any(Number),
              model: expect.any(String),
            }),
          ],
        },
      ],
      models: expect.arrayContaining([
        { id: 'geminitwofive', displayName: 'Gemini 2.5', trueModel: 'Gemma 4 31B, by Google, on Bedrock' },
      ]),
      instructions: INSTRUCTIONS,
      prompts: [PROMPT],
      projects: [
        {
          ...{ ...PROJECT, createdAt: expect.any(String), hasInstructions: true },
          files: [expect.objectContaining({ name: PAPER.name, kind: 'document', pages: 3 })],
        },
      ],
      shares: [expect.objectContaining({ chatId: ada.chatId, readers: 'members' })],
      feedback: [
        {
          ...{ chatId: ada.chatId, messageIndex: 2, at: expect.any(String), model: expect.any(String) },
          ...{ text: 'Not quite.', withConversation: true },
        },
      ],
      invitation: { code: ada.code, at: expect.any(String) },
      waitlist: { joinedAt: expect.any(String), approvedAt: expect.any(String) },
    });
    const [chat] = await stack.chats(ada);
    expect(page?.chats).toEqual([{ ...chat, messages: await stack.history(ada, ada.chatId) }]);
    expect(page?.chats[0]?.messages.at(2)).toMatchObject({ content: 'An answer.', disliked: true });
  });

  it('of a long chat comes in pages that join to exactly its history', async () => {
    const ada = await stack.givenUser();
    const { client, chat: older } = await stack.givenChat(ada);
    const { chatId } = await stack.openChat(client, ada);
    const newer = await stack.openChat(client, ada);
    // Characters of three bytes in UTF-8, and characters that JSON escapes.
    await stack.fillChat(ada, chatId, 60, () => '\n漢字"'.repeat(16_000));
    const pages = await pagesOf(ada);
    expect(pages.length).toBeGreaterThan(2);
    const chats = joined(pages);
    expect([...chats.keys()]).toEqual([newer.chatId, chatId, older.chatId]);
    expect(chats.get(chatId)).toEqual(await wholeHistory(ada, chatId));
    expect(chats.get(older.chatId)).toHaveLength(1);
    expect(pages.map(({ account }) => account !== undefined)).toEqual(pages.map((_, i) => i === 0));
  });

  it('of many chats has each of them once, newest first', async () => {
    const ada = await stack.givenUser();
    const chats = await givenChats(stack, ada, 120);
    const pages = await pagesOf(ada);
    expect(pages.flatMap((page) => page.chats.map(({ chatId }) => chatId))).toEqual(
      chats.map(({ chatId }) => chatId).toReversed(),
    );
  });

  it('continues after a chat that was deleted between two pages', async () => {
    const ada = await stack.givenUser();
    const { client, chat: older } = await stack.givenChat(ada);
    const { chatId } = await stack.openChat(client, ada);
    await stack.fillChat(ada, chatId, 60, () => 'x'.repeat(100_000));
    const first: Page = JSON.parse((await ask(ada)).text);
    await stack.http('DELETE', `/api/chats/${chatId}`, { token: ada.token });
    const second: Page = JSON.parse((await ask(ada, first.nextCursor)).text);
    expect(second.chats.map((chat) => chat.chatId)).toEqual([older.chatId]);
    expect(second.nextCursor).toBeUndefined();
  });
});

describe('a cursor', () => {
  it("of another's export gives nothing of theirs", async () => {
    const [ada, eve] = [await stack.givenUser(), await stack.givenUser()];
    const { chat } = await stack.givenChat(ada);
    await stack.fillChat(ada, chat.chatId, 60, () => 'x'.repeat(100_000));
    const { chat: own } = await stack.givenChat(eve);
    const { nextCursor }: Page = JSON.parse((await ask(ada)).text);
    expect(nextCursor).toBeDefined();
    const { status, text } = await ask(eve, nextCursor);
    expect(status).toBe(200);
    expect(text).not.toContain(chat.chatId);
    expect(text).not.toContain('Stored');
    const { chats }: Page = JSON.parse(text);
    expect(chats.every(({ chatId }) => chatId === own.chatId)).toBe(true);
  });

  it('that was made up is refused', async () => {
    const ada = await stack.givenUser();
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = { chat: '../../OWNER#someone' };
    const below = { chat: '019a0000-0000-7000-8000-000000000000', from: -1 };
    for (const cursor of ['x', encode(null), encode([]), encode(none), encode(below), 'x'.repeat(3_000)]) {
      const { status, text } = await ask(ada, cursor);
      expect([cursor.slice(0, 9), status, JSON.parse(text).code]).toEqual([
        cursor.slice(0, 9),
        400,
        'invalid_request',
      ]);
    }
  });
});
