/** Who may reach what: the matrix is made from the synthesized routes, so that a new route needs a row (safety 1-4). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let ada: TestUser;
let bob: TestUser;
let bobsChat: string;
const NOWHERE = '019a0000-0000-7000-8000-000000000000';

beforeAll(async () => {
  stack = await startTestStack();
  stack.replyWith("Bob's secret reply.");
  [ada, bob] = [await stack.givenUser(), await stack.givenUser()];
  const { client, chat } = await stack.givenChat(bob);
  bobsChat = chat.chatId;
  await stack.say(client, bob, bobsChat, "Bob's secret");
});
afterAll(() => stack.close());

/** How to ask for someone's data on each HTTP route; a route without an entry fails the test below. */
const HTTP: Readonly<Record<string, (as: TestUser, chatId: string) => { path: string; body?: unknown }>> = {
  'GET /api/chats/getChats': (as) => ({ path: `/api/chats/getChats?userEmail=${as.email}` }),
  'GET /api/chats/search': (as) => ({ path: `/api/chats/search?userEmail=${as.email}&query=secret` }),
  'GET /api/chats/getChatHistory/{chatId}': (_, chatId) => ({ path: `/api/chats/getChatHistory/${chatId}` }),
  'PUT /api/chats/{chatId}/name': (_, chatId) => ({
    path: `/api/chats/${chatId}/name`,
    body: { newName: 'Taken' },
  }),
  'DELETE /api/chats/{chatId}': (_, chatId) => ({ path: `/api/chats/${chatId}` }),
  'POST /api/chats/{chatId}/restore': (_, chatId) => ({ path: `/api/chats/${chatId}/restore` }),
  'POST /api/chats/carryGuestChat': (_, chatId) => ({
    path: '/api/chats/carryGuestChat',
    body: { guestChatId: chatId },
  }),
};
/** The routes that name an owner by their e-mail; the others name a chat. */
const BY_EMAIL = ['GET /api/chats/getChats', 'GET /api/chats/search'];
/** The same for each socket action. */
const SOCKET = {
  initChat: (as: TestUser) => ({ userEmail: as.email }),
  chat: (as: TestUser, chatId: string) => ({ chatId, message: 'Hello', userEmail: as.email }),
  likeMessage: (as: TestUser, chatId: string) => ({
    ...{ chatId, messageIndex: 2, liked: true },
    userEmail: as.email,
  }),
  stopReply: (as: TestUser, chatId: string) => ({ chatId, userEmail: as.email }),
} as const;
type Action = keyof typeof SOCKET;

const routes = () => stack.routes();
const ask = (route: string, token: string | undefined, as: TestUser, chatId: string) => {
  const [method = ''] = route.split(' ');
  const request = HTTP[route]?.(as, chatId);
  if (!request) throw new Error(`No row for ${route}`);
  return stack.http(method, request.path, { token, body: request.body });
};

it('has a row for every route of the templates', () => {
  expect(routes().http.toSorted()).toEqual(Object.keys(HTTP).toSorted());
  expect(routes().socket.toSorted()).toEqual(
    ['$connect', '$disconnect', 'ping', ...Object.keys(SOCKET)].toSorted(),
  );
});

describe.each(Object.keys(HTTP))('%s', (route) => {
  it('refuses whoever is not signed in', async () => {
    const tokens = await stack.badTokens(ada);
    for (const [kind, token] of Object.entries({ none: undefined, guest: 'guest', ...tokens })) {
      const answer = await ask(route, token, ada, bobsChat);
      expect([kind, answer.status]).toEqual([kind, 401]);
    }
  });

  it("answers the same for another's chat as for none, or refuses another's e-mail [S3.storage.2]", async () => {
    const foreign = await ask(route, ada.token, bob, bobsChat);
    if (!BY_EMAIL.includes(route)) {
      const none = await ask(route, ada.token, bob, NOWHERE);
      expect(foreign.status).toBe(404);
      expect(foreign.text).toBe(none.text);
    } else {
      expect(foreign.status).toBe(403);
    }
    expect(foreign.text).not.toContain('secret');
  });

  it('refuses what did not come through CloudFront', async () => {
    const [method = ''] = route.split(' ');
    const path = HTTP[route]?.(bob, bobsChat).path ?? '';
    const answer = await stack.httpDirect(method, path, {
      token: bob.token,
      body: HTTP[route]?.(bob, bobsChat).body,
    });
    expect(answer.status).toBe(403);
  });
});

describe.each(Object.keys(SOCKET) as Action[])('the event %s', (action) => {
  const data = (as: TestUser, chatId: string) => SOCKET[action](as, chatId);

  it("refuses another's e-mail", async () => {
    const client = await stack.connect(ada);
    expect(codeOf(await client.call(action, data(bob, bobsChat)))).toBe('forbidden');
  });

  it('refuses a guest who names an e-mail, or claims to be none', async () => {
    const guest = await stack.connectGuest();
    expect(codeOf(await guest.call(action, data(bob, bobsChat)))).toBe('forbidden');
    const { userEmail: _, ...anonymous } = data(bob, bobsChat);
    expect(codeOf(await guest.call(action, anonymous))).toBe('forbidden');
  });

  it('refuses a user who claims to be a guest', async () => {
    const client = await stack.connect(ada);
    const { userEmail: _, ...anonymous } = data(ada, bobsChat);
    expect(codeOf(await client.call(action, { ...anonymous, isGuest: true }))).toBe('forbidden');
  });

  it('refuses an expired session before anything happens', async () => {
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    const calls = stack.modelCalls();
    stack.moveClock(31 * 60_000);
    try {
      expect(codeOf(await client.call(action, data(user, NOWHERE)))).toBe('session_expired');
    } finally {
      stack.moveClock(-31 * 60_000);
    }
    expect(stack.modelCalls()).toBe(calls);
  });
});

describe.each(['chat', 'likeMessage', 'stopReply'] as const)('the event %s', (action) => {
  it("answers the same for another's chat as for none", async () => {
    const client = await stack.connect(ada);
    const [id, other] = [randomUUID(), randomUUID()];
    const foreign = await client.call(action, SOCKET[action](ada, bobsChat), id);
    const none = await client.call(action, SOCKET[action](ada, NOWHERE), other);
    expect(codeOf(foreign)).toBe('chat_not_found');
    expect({ ...foreign, id: '' }).toEqual({ ...none, id: '' });
  });
});

it("left Bob's chat as it was", async () => {
  expect((await stack.history(bob, bobsChat)).map(({ content }) => content).slice(1)).toEqual([
    "Bob's secret",
    "Bob's secret reply.",
  ]);
  expect(await stack.chats(bob)).toMatchObject([{ chatId: bobsChat, name: 'Chat 1' }]);
});
