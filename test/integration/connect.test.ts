/** Opening a socket: who may (docs/safety.md 5, 7, 8). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsError } from '../../local/aws-json/aws-json-service.ts';
import { markRevoked } from '../support/revocation.ts';
import { codeOf } from '../support/sign-up.ts';
import { SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let user: TestUser;
beforeAll(async () => {
  stack = await startTestStack();
  user = await stack.givenUser();
});
afterAll(() => stack.close());

it('a new authorizer reads its secret and the keys of tokens at the same time', async () => {
  let areKeysAsked = () => {};
  const keysAsked = new Promise<void>((resolve) => {
    areKeysAsked = resolve;
  });
  const { faults } = stack.inner;
  faults.at({ service: 'cognito', action: 'jwks.json', effect: { run: areKeysAsked } });
  const secret = faults.at({
    ...{ service: 'secretsmanager', action: 'GetSecretValue', caller: 'FunctionsAuthorize', times: 10 },
    // The secret's answer waits for the request of the keys. One after the other, neither would end.
    effect: { run: () => keysAsked },
  });
  stack.inner.functions.kill('FunctionsAuthorize');
  expect((await stack.connect(user)).protocol).toBe('parley.v1');
  stack.clearFaults();
  expect(secret.struck).toBe(1);
});

it('a connection opens for a good token and for a guest', async () => {
  expect((await stack.connect(user)).protocol).toBe('parley.v1');
  expect((await stack.connectGuest()).protocol).toBe('parley.v1');
});

it('refuses every token that is not a good ID token of this pool and client', async () => {
  for (const [kind, token] of Object.entries(await stack.badTokens(user))) {
    const outcome = await stack.connect({ ...user, token }).then(
      () => 'opened',
      (error: Error) => error.message,
    );
    expect([kind, outcome]).toEqual([kind, 'refused: 403']);
  }
});

it('a connection still gets frames after one was sent to it before its handshake had ended', async () => {
  const owner = await stack.givenUser();
  const { client, chat } = await stack.givenChat(owner);
  const rename = (newName: string) =>
    stack.http('PUT', `/api/chats/${chat.chatId}/name`, { token: owner.token, body: { newName } });
  const handshake = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<void>();
  // The function counts the user's connections after it has stored the row of the new one.
  stack.inner.faults.at({
    ...{ service: 'dynamodb', action: 'Query', caller: 'FunctionsConnect' },
    effect: {
      run: () => {
        stored.resolve();
        return handshake.promise;
      },
    },
  });
  const opening = stack.connect(owner);
  await stored.promise;
  await rename('Sent too early');
  await client.until('chatRenamed');
  handshake.resolve();
  const second = await opening;
  stack.clearFaults();
  await rename('Sent in time');
  await second.until('chatRenamed', ({ data }) => data.name === 'Sent in time');
});

describe('while the mark of revoked tokens is written', () => {
  /** DynamoDB cancels the transaction that stores the connection, as it does when one of its items is being written. */
  const conflict = (times: number, meanwhile = async () => {}) =>
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'TransactWriteItems', caller: 'FunctionsConnect', times },
      effect: {
        async run() {
          await meanwhile();
          const CancellationReasons = [{ Code: 'None' }, { Code: 'TransactionConflict' }];
          throw new AwsError('TransactionCanceledException', 'Transaction cancelled', 400, {
            CancellationReasons,
          });
        },
      },
    });

  it('opens for a token that is not revoked', async () => {
    const struck = conflict(1);
    const client = await stack.connect(user).finally(stack.clearFaults);
    expect(struck.struck).toBe(1);
    expect(await stack.openChat(client, user)).toMatchObject({ name: 'Chat 1' });
  });

  it('is refused for a token that the mark revokes', async () => {
    const revoked = await stack.givenUser();
    conflict(1, () => markRevoked(stack, revoked));
    await expect(stack.connect(revoked).finally(stack.clearFaults)).rejects.toThrow('refused: 401');
  });

  it('is refused for a moment after a second conflict, and leaves the token valid', async () => {
    conflict(2);
    await expect(stack.connect(user).finally(stack.clearFaults)).rejects.toThrow('refused: 503');
    await stack.connect(user);
  });
});

it('a logout succeeds although the mark of revoked tokens is in a transaction at that moment', async () => {
  const leaving = await stack.givenUser();
  const refused = stack.inner.faults.at({
    ...{
      service: 'dynamodb',
      action: 'UpdateItem',
      times: 2,
      about: (request) => request.includes('REVOKED'),
    },
    effect: {
      fail: { code: 'TransactionConflictException', message: 'Transaction is ongoing for the item' },
    },
  });
  const answer = await stack
    .http('POST', '/api/account/logout', { token: leaving.token, body: {} })
    .finally(stack.clearFaults);
  expect([answer.status, refused.struck]).toEqual([200, 2]);
  const usage = await stack.http('GET', `/api/usage?userEmail=${leaving.email}`, leaving);
  expect(codeOf(usage)).toBe('signed_out');
});

describe.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['no origin', { origin: '' }],
  ['an origin that begins like ours', { origin: 'SITE.evil.example' }],
  ['the null origin', { origin: 'null' }],
])('from %s', (_, { origin }) => {
  it('is refused, signed in or not', async () => {
    const site = stack.urls.site;
    for (const credential of [user.token, 'guest'])
      await expect(
        SocketClient.connect({ url: stack.urls.socket, credential, origin: origin.replace('SITE', site) }),
      ).rejects.toThrow('refused: 403');
  });
});

it('refuses what did not come through CloudFront', async () => {
  await expect(
    SocketClient.connect({ url: stack.urls.socketDirect, credential: 'guest', origin: stack.urls.site }),
  ).rejects.toThrow('refused: 403');
});
