import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ENV, ORIGIN_SECRET_HEADER } from './env-names.ts';
import { httpHandler } from './http-handler.ts';

const secrets = mockClient(SecretsManagerClient);
const SECRET = 'the-origin-secret';
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
    headers: change.headers ?? { [ORIGIN_SECRET_HEADER]: SECRET },
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
  const handler = httpHandler({ renameChat });
  const ask = async (event: APIGatewayProxyEventV2WithJWTAuthorizer) => {
    const { statusCode, body } = await handler(event);
    return { statusCode, body: JSON.parse(body ?? '') };
  };

  beforeEach(() => {
    vi.stubEnv(ENV.originSecretArn, 'arn:secret');
    secrets.reset();
    secrets.on(GetSecretValueCommand, { SecretId: 'arn:secret' }).resolves({ SecretString: SECRET });
    renameChat.mockClear();
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
    ['for a call it does not serve', { routeKey: 'GET /api/chats/getChats' }, 404, 'not_found'],
    ['with a chat id of another form', { pathParameters: { chatId: '1' } }, 400, 'invalid_request'],
    ['with a blank name', { body: '{"newName":"  "}' }, 400, 'invalid_request'],
    ['with a name that is no text', { body: '{"newName":{"a":1}}' }, 400, 'invalid_request'],
    ['with a body that is no JSON', { body: '{' }, 400, 'invalid_request'],
  ])('refuses a request %s', async (_, change, status, code) => {
    const answer = await ask(givenEvent(change));
    expect(answer).toMatchObject({ statusCode: status, body: { code } });
    expect(renameChat).not.toHaveBeenCalled();
  });

  it('names the field that is wrong', async () => {
    expect((await ask(givenEvent({ body: '{"newName":""}' }))).body).toMatchObject({ field: 'newName' });
  });

  it('answers an unknown error with a request id that the log has too, and nothing else', async () => {
    renameChat.mockRejectedValueOnce(new Error('private: ada@example.com'));
    const answer = await ask(givenEvent({}));
    expect(answer).toEqual({
      statusCode: 500,
      body: { code: 'internal', message: 'Something went wrong. Please try again.', requestId: 'request-1' },
    });
    const logged = vi.mocked(console.log).mock.calls.flat().join('\n');
    expect(logged).toContain('request-1');
    expect(logged).not.toContain('ada@example.com');
  });
});
