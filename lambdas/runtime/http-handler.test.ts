import { gunzipSync } from 'node:zlib';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as adminRoutes from '#contract/admin';
import * as chatRoutes from '#contract/chats';
import * as waitlistRoutes from '#contract/join-waitlist';
import { wordedError } from '#contract/server-worded-errors';
import { ORIGIN_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from './cloudfront-header-names.ts';
import { ENV } from './env-names.ts';
import { adminHandler, afterCheck, httpHandler, visitorHandler } from './http-handler.ts';
import type { ReadRevocation, Revocation } from './token-revocation.ts';

const secrets = mockClient(SecretsManagerClient);
const SECRET = 'the-origin-secret';
const WRONG = 'Something went wrong. Please try again.';
const chatId = '019a0000-0000-7000-8000-000000000000';

function givenEvent(change: {
  routeKey?: string;
  headers?: Record<string, string>;
  claims?: Record<string, string>;
  body?: string;
  pathParameters?: Record<string, string>;
}): APIGatewayProxyEventV2WithJWTAuthorizer {
  const claims = {
    sub: 'user-1',
    email: 'ada@example.com',
    email_verified: 'true',
    token_use: 'id',
    exp: String(Date.now() / 1000 + 60),
    ...change.claims,
  };
  return {
    version: '2.0',
    routeKey: change.routeKey ?? 'PUT /api/chats/{chatId}/name',
    rawPath: '/',
    rawQueryString: '',
    headers: {
      'content-type': 'application/json',
      ...(change.headers ?? { [ORIGIN_SECRET_HEADER]: SECRET }),
    },
    pathParameters: change.pathParameters ?? { chatId },
    body: change.body ?? '{"newName":" Plans "}',
    isBase64Encoded: false,
    requestContext: {
      requestId: 'request-1',
      authorizer: { jwt: { claims, scopes: [] }, principalId: '', integrationLatency: 0 },
    } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer['requestContext'],
  };
}

describe('httpHandler', () => {
  const renameChat = vi.fn(
    async ({ params, body }: { params: { chatId: string }; body: { newName: string } }) => ({
      chatId: params.chatId,
      name: body.newName,
    }),
  );
  const getChats = vi.fn(async () => ({ chats: [] }));
  const searchChats = vi.fn(async () => ({ chats: [], messages: [] }));
  const readRevocation = vi.fn<ReadRevocation>(async () => undefined);
  const handler = httpHandler(chatRoutes, readRevocation, {
    renameChat,
    getChats,
    searchChats: afterCheck(searchChats),
  });
  const ask = async (event: APIGatewayProxyEventV2WithJWTAuthorizer) => {
    const { statusCode, body } = await handler(event);
    return { statusCode, body: JSON.parse(body ?? '') };
  };

  beforeEach(() => {
    vi.stubEnv(ENV.originSecretArn, 'arn:secret');
    secrets.reset();
    secrets.on(GetSecretValueCommand, { SecretId: 'arn:secret' }).resolves({ SecretString: SECRET });
    renameChat.mockClear();
    readRevocation.mockReset();
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    return () => vi.restoreAllMocks();
  });

  it('hands over parsed input and the caller', async () => {
    expect(await ask(givenEvent({}))).toEqual({ statusCode: 200, body: { chatId, name: 'Plans' } });
    expect(renameChat).toHaveBeenCalledWith(
      expect.objectContaining({ caller: expect.objectContaining({ owner: 'user-1' }) }),
    );
  });

  it.each([
    ['without the origin secret', { headers: {} }, 403, 'forbidden'],
    ['with another origin secret', { headers: { [ORIGIN_SECRET_HEADER]: 'guess' } }, 403, 'forbidden'],
    ['with an access token', { claims: { token_use: 'access' } }, 401, 'unauthorized'],
    ['with an expired token', { claims: { exp: '1' } }, 401, 'session_expired'],
    ['for a call it does not serve', { routeKey: 'GET /api/usage' }, 404, 'not_found'],
    ['with a chat id of another form', { pathParameters: { chatId: '1' } }, 400, 'invalid_request'],
    ['with a blank name', { body: '{"newName":"  "}' }, 400, 'invalid_request'],
    ['with a name that is no text', { body: '{"newName":{"a":1}}' }, 400, 'invalid_request'],
    ['with a body that is no JSON', { body: '{' }, 400, 'invalid_request'],
  ])('refuses a request %s', async (_, change, status, code) => {
    const answer = await ask(givenEvent(change));
    expect(answer).toMatchObject({ statusCode: status, body: { code } });
    expect(renameChat).not.toHaveBeenCalled();
  });

  it('refuses a change with a revoked token before it is made', async () => {
    readRevocation.mockResolvedValue({ sessions: new Set(['signed-in-here']) });
    const answer = await ask(givenEvent({ claims: { origin_jti: 'signed-in-here' } }));
    expect(answer).toMatchObject({ statusCode: 401, body: { code: 'signed_out' } });
    expect(readRevocation).toHaveBeenCalledWith('user-1');
    expect(renameChat).not.toHaveBeenCalled();
    expect((await ask(givenEvent({ claims: { origin_jti: 'elsewhere' } }))).statusCode).toBe(200);
  });

  it('reads while the revocation is read, and gives nothing to a revoked token', async () => {
    const { promise, resolve } = Promise.withResolvers<Revocation>();
    readRevocation.mockReturnValue(promise);
    const event = { ...givenEvent({ routeKey: 'GET /api/chats/getChats', claims: { iat: '100' } }) };
    const answered = ask({ ...event, queryStringParameters: { userEmail: 'ada@example.com' } });
    await vi.waitFor(() => expect(getChats).toHaveBeenCalled());
    resolve({ issuedUntil: 100 });
    expect(await answered).toMatchObject({ statusCode: 401, body: { code: 'session_expired' } });
  });

  it('checks the token before a read that has effects', async () => {
    readRevocation.mockResolvedValue({ issuedUntil: 100 });
    const event = givenEvent({ routeKey: 'GET /api/chats/search', claims: { iat: '100' } });
    const query = { userEmail: 'ada@example.com', query: 'plans' };
    expect(await ask({ ...event, queryStringParameters: query })).toMatchObject({ statusCode: 401 });
    expect(searchChats).not.toHaveBeenCalled();
    readRevocation.mockResolvedValue(undefined);
    expect(await ask({ ...event, queryStringParameters: query })).toMatchObject({ statusCode: 200 });
  });

  it('answers 500, not the result, when the revocation cannot be read', async () => {
    readRevocation.mockRejectedValue(new Error('throttled'));
    expect((await ask(givenEvent({}))).statusCode).toBe(500);
    expect(renameChat).not.toHaveBeenCalled();
  });

  it('says in `error` (docs/spec.md 7.1) what it says in `message`', async () => {
    const { body } = await ask(givenEvent({ pathParameters: { chatId: '1' } }));
    expect(body.error).toBe('That request could not be understood.');
    expect(body.error).toBe(body.message);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonx',
    '',
  ])('refuses JSON that says to be of the type "%s": forms of other sites can send it', async (type) => {
    const headers = { [ORIGIN_SECRET_HEADER]: SECRET, 'content-type': type };
    const answer = await ask(givenEvent({ headers }));
    expect(answer).toMatchObject({ statusCode: 400, body: { code: 'invalid_request' } });
    expect(renameChat).not.toHaveBeenCalled();
  });

  it('forbids caches to store a result or a refusal', async () => {
    for (const event of [givenEvent({}), givenEvent({ headers: {} }), givenEvent({ body: '{' })])
      expect((await handler(event)).headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  it('names the field that is wrong', async () => {
    expect((await ask(givenEvent({ body: '{"newName":""}' }))).body).toMatchObject({ field: 'newName' });
  });

  it('answers an unknown error with a request id that the log has too, and nothing else', async () => {
    renameChat.mockRejectedValueOnce(new Error('private: ada@example.com'));
    const answer = await ask(givenEvent({}));
    expect(answer).toEqual({
      statusCode: 500,
      body: { code: 'internal', message: WRONG, error: WRONG, requestId: 'request-1' },
    });
    const logged = vi.mocked(console.log).mock.calls.flat().join('\n');
    expect(logged).toContain('request-1');
    expect(logged).not.toContain('ada@example.com');
  });
});

describe('the other kinds of caller', () => {
  beforeEach(() => {
    vi.stubEnv(ENV.originSecretArn, 'arn:secret');
    secrets.reset();
    secrets.on(GetSecretValueCommand, { SecretId: 'arn:secret' }).resolves({ SecretString: SECRET });
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    return () => vi.restoreAllMocks();
  });

  it('lets only administrators make a call for operators', async () => {
    const readRevocation = async () => ({ adminUntil: 50 });
    const requireSecondFactor = async () => undefined;
    const handler = adminHandler(
      adminRoutes,
      { readRevocation, requireSecondFactor },
      {
        listAudit: async ({ caller }) => ({
          records: [{ id: '1', at: '', action: 'a', actor: caller.owner }],
        }),
      },
    );
    const as = (claims: Record<string, string>) =>
      handler(givenEvent({ routeKey: 'GET /api/admin/audit', claims }));
    expect((await as({ 'cognito:groups': '[admins]', iat: '51' })).statusCode).toBe(200);
    expect((await as({ 'cognito:groups': '[admins]', iat: '50' })).statusCode).toBe(401);
    for (const groups of ['', '[others]', '[admins2]', 'superadmins'])
      expect((await as({ 'cognito:groups': groups })).statusCode).toBe(403);
    expect((await as({ 'cognito:groups': '[admins]', token_use: 'access' })).statusCode).toBe(401);
  });

  it('refuses an administrator without a second factor, and one with a revoked token first', async () => {
    const listAudit = vi.fn(async () => ({ records: [] }));
    const handler = adminHandler(
      adminRoutes,
      {
        readRevocation: async () => ({ issuedUntil: 50 }),
        requireSecondFactor: async () => Promise.reject(wordedError('second_factor_required')),
      },
      { listAudit },
    );
    const as = async (iat: string) => {
      const claims = { 'cognito:groups': '[admins]', iat };
      const { body } = await handler(givenEvent({ routeKey: 'GET /api/admin/audit', claims }));
      return JSON.parse(body ?? '').code;
    };
    expect([await as('51'), await as('50')]).toEqual(['second_factor_required', 'session_expired']);
  });

  it('tells visitors apart by the hash of their address, and needs the origin secret but no token', async () => {
    const seen: string[] = [];
    const handler = visitorHandler(waitlistRoutes, {
      joinWaitlist: async ({ caller }) => {
        seen.push(caller.address);
        return { message: '' };
      },
    });
    const from = (headers: Record<string, string>) => {
      const event = givenEvent({ routeKey: 'POST /api/waitlist', headers, body: '{"email":"a@b.c"}' });
      const { authorizer: _, ...requestContext } = event.requestContext;
      // The event of a route without an authorizer has no `authorizer`, although the type demands it.
      return handler({ ...event, requestContext } as unknown as typeof event);
    };
    const secret = { [ORIGIN_SECRET_HEADER]: SECRET };
    expect((await from({ ...secret, [VIEWER_ADDRESS_HEADER]: '192.0.2.1' })).statusCode).toBe(200);
    expect((await from({ ...secret, [VIEWER_ADDRESS_HEADER]: '192.0.2.2' })).statusCode).toBe(200);
    expect((await from({ [VIEWER_ADDRESS_HEADER]: '192.0.2.3' })).statusCode).toBe(403);
    expect(new Set(seen).size).toBe(2);
    expect(seen.join()).not.toContain('192.0.2');
  });
});

describe('a long answer', () => {
  const chats = Array.from({ length: 200 }, (_, i) => ({ chatId, name: `Chat ${i}` }));
  const handler = httpHandler(chatRoutes, async () => undefined, {
    renameChat: async () => ({ chats }) as never,
  });
  beforeEach(() => {
    vi.stubEnv(ENV.originSecretArn, 'arn:secret');
    secrets.on(GetSecretValueCommand, { SecretId: 'arn:secret' }).resolves({ SecretString: SECRET });
  });
  const answerTo = (accepted?: string) =>
    handler(
      givenEvent({
        headers: {
          [ORIGIN_SECRET_HEADER]: SECRET,
          ...(accepted !== undefined && { 'accept-encoding': accepted }),
        },
      }),
    );

  it.each(['gzip, deflate, br, zstd', 'br;q=1.0, GZIP;q=0.5'])('is compressed for %s', async (accepted) => {
    const { headers, body = '', isBase64Encoded } = await answerTo(accepted);
    expect([headers?.['content-encoding'], headers?.vary, isBase64Encoded]).toEqual([
      'gzip',
      'accept-encoding',
      true,
    ]);
    expect(JSON.parse(gunzipSync(Buffer.from(body, 'base64')).toString())).toEqual({ chats });
  });

  it.each([undefined, 'identity', 'br', 'gzip;q=0', 'x-gzip-not'])(
    'goes out as it is for %s',
    async (accepted) => {
      const { headers, body = '', isBase64Encoded } = await answerTo(accepted);
      expect([headers?.['content-encoding'], isBase64Encoded]).toEqual([undefined, undefined]);
      expect(JSON.parse(body)).toEqual({ chats });
    },
  );
});
