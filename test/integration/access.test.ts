/**
 * Access of every caller to every route (docs/safety.md 1 to 4). A new route of the templates fails until the table has
 * a row for it.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenFile, readFile } from '../support/files.ts';
import { markRevoked } from '../support/revocation.ts';
import { ACCESS, type AccessRow, SOCKET } from '../support/route-access.ts';
import { codeOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let ada: TestUser;
let bob: TestUser;
let bobsChat: string;
let bobsFile: string;
let bobsShare: string;
const newShareId = () => randomUUID().replaceAll('-', '');
const NOWHERE = '019a0000-0000-7000-8000-000000000000';

beforeAll(async () => {
  stack = await startTestStack();
  stack.replyWith("Bob's secret reply.");
  [ada, bob] = [await stack.givenUser(), await stack.givenUser()];
  const { client, chat } = await stack.givenChat(bob);
  bobsChat = chat.chatId;
  await stack.say(client, bob, bobsChat, "Bob's secret");
  bobsFile = (await givenFile(stack, bob, { name: 'secret.txt', bytes: "Bob's secret file" })).fileId;
  bobsShare = newShareId();
  const shared = { token: bob.token, body: { chatId: bobsChat, readers: 'members' } };
  expect((await stack.http('PUT', `/api/shares/${bobsShare}`, shared)).status).toBe(200);
});
afterAll(() => stack.close());

type Action = keyof typeof SOCKET;

const routes = () => stack.routes();
const ask = (route: string, token: string | undefined, as: TestUser, chatId: string) => {
  const [method = ''] = route.split(' ');
  const { path, body } = rowOf(route).ask(as, chatId);
  return stack.http(method, path, { token, body });
};
function rowOf(route: string): AccessRow {
  const row = ACCESS[route];
  if (!row) throw new Error(`No row for ${route}`);
  return row;
}
const routesFor = (...kinds: AccessRow['for'][]) =>
  Object.keys(ACCESS).filter((route) => kinds.includes(rowOf(route).for));

it('the access table has a row for every route of the templates', () => {
  expect(routes().http.toSorted()).toEqual(Object.keys(ACCESS).toSorted());
  expect(routes().socket.toSorted()).toEqual(
    ['$connect', '$disconnect', 'ping', ...Object.keys(SOCKET)].toSorted(),
  );
});

describe.each(routesFor('self', 'email', 'chat', 'file', 'share', 'admin'))('%s', (route) => {
  it('refuses a visitor who is not signed in', async () => {
    // A fast machine exceeds the stage's 200 requests a second. Later seconds of the clock allow more.
    stack.moveClock(2_000);
    const tokens = await stack.badTokens(ada);
    for (const [kind, token] of Object.entries({ none: undefined, guest: 'guest', ...tokens })) {
      const answer = await ask(route, token, ada, bobsChat);
      expect([kind, answer.status]).toEqual([kind, 401]);
    }
  });
});

describe.each(routesFor('self', 'email', 'chat', 'file', 'share', 'admin'))('%s', (route) => {
  it('refuses a token of a sign-in that was logged out (docs/safety.md 6)', async () => {
    const user = await stack.givenUser({ groups: ['admins'] });
    expect((await ask('POST /api/account/logout', user.token, user, NOWHERE)).status).toBe(200);
    const answer = await ask(route, user.token, user, NOWHERE);
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 'signed_out']);
  });
});

describe.each(Object.keys(ACCESS))('%s', (route) => {
  it('refuses what did not come through CloudFront', async () => {
    const [method = ''] = route.split(' ');
    const { path, body } = rowOf(route).ask(bob, bobsChat);
    const answer = await stack.httpDirect(method, path, { token: bob.token, body });
    expect(answer.status).toBe(403);
  });
});

describe.each(routesFor('chat'))('%s', (route) => {
  it("answers the same for another's chat as for none [S3.storage.2]", async () => {
    const foreign = await ask(route, ada.token, bob, bobsChat);
    const none = await ask(route, ada.token, bob, NOWHERE);
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(none.text);
  });
});

describe.each(routesFor('file'))('%s', (route) => {
  it("answers the same for another's file as for none", async () => {
    const foreign = await ask(route, ada.token, bob, bobsFile);
    const none = await ask(route, ada.token, bob, randomUUID());
    expect([foreign.status, foreign.text]).toEqual([none.status, none.text]);
    expect(foreign.text).not.toContain(bobsFile);
  });
});

describe.each(routesFor('share'))('%s', (route) => {
  it("answers the same for another's share as for one that does not exist", async () => {
    const foreign = await ask(route, ada.token, bob, bobsShare);
    const none = await ask(route, ada.token, bob, newShareId());
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(none.text);
  });
});

describe.each(routesFor('email'))('%s', (route) => {
  it("refuses another's e-mail [S3.storage.2]", async () => {
    const foreign = await ask(route, ada.token, bob, bobsChat);
    expect(foreign.status).toBe(403);
    // A missing second factor is a 403 as well, with another code.
    expect(JSON.parse(foreign.text)).toMatchObject({ code: 'forbidden' });
    expect(foreign.text).not.toContain('secret');
  });
});

describe.each(routesFor('admin'))('%s', (route) => {
  it('refuses a user who is no administrator, the same for what exists as for what does not', async () => {
    const nobody: TestUser = { ...bob, owner: 'nobody', email: 'nobody@example.com' };
    const [there, absent] = [
      await ask(route, ada.token, bob, bobsChat),
      await ask(route, ada.token, nobody, NOWHERE),
    ];
    expect([there.status, there.text]).toEqual([403, absent.text]);
  });

  it('lets administrators in', async () => {
    const admin = await stack.givenUser({ groups: ['admins'] });
    // About a user made for this call, so that its effect harms no other test.
    const { status } = await ask(route, admin.token, await stack.givenUser(), NOWHERE);
    expect([200, 404]).toContain(status);
  });
});

describe.each(Object.keys(SOCKET) as Action[])('the event %s', (action) => {
  const data = (as: TestUser, chatId: string) => SOCKET[action](as, chatId);

  it("refuses another's e-mail", async () => {
    const client = await stack.connect(ada);
    expect(codeOf(await client.call(action, data(bob, bobsChat)))).toBe('forbidden');
  });

  it('refuses a guest who names an e-mail, or leaves out that they are a guest', async () => {
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

  it('refuses a revoked session on a connection that stayed open (docs/safety.md 6)', async () => {
    const user = await stack.givenUser();
    const client = await stack.connect(user);
    const calls = stack.modelCalls();
    // Revokes the tokens without closing the connections, as when API Gateway fails.
    await markRevoked(stack, user);
    expect(codeOf(await client.call(action, data(user, NOWHERE)))).toBe('session_expired');
    expect(stack.modelCalls()).toBe(calls);
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

it.each(['chat', 'stopReply'] as const)(
  'the event %s refuses a user who claims to be a guest and names their own e-mail',
  async (action) => {
    const { client, chat } = await stack.givenChat(ada);
    const asGuest = { ...SOCKET[action](ada, chat.chatId), isGuest: true };
    expect(codeOf(await client.call(action, asGuest))).toBe('forbidden');
  },
);

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

it("none of these requests changes Bob's file", async () => {
  expect((await readFile(stack, bob, bobsFile))?.answer.text).toBe("Bob's secret file");
});

it("none of these requests changes Bob's chat", async () => {
  expect((await stack.history(bob, bobsChat)).map(({ content }) => content).slice(1)).toEqual([
    "Bob's secret",
    "Bob's secret reply.",
  ]);
  expect(await stack.chats(bob)).toMatchObject([{ chatId: bobsChat, name: 'Chat 1' }]);
});
