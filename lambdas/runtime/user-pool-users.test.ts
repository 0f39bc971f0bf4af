import {
  CognitoIdentityProviderClient,
  ListUsersCommand,
  ListUsersInGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it, vi } from 'vitest';
import { ENV } from './env-names.ts';
import { findUser, listUsers } from './user-pool-users.ts';

const cognito = mockClient(CognitoIdentityProviderClient);

beforeEach(() => {
  vi.stubEnv(ENV.userPoolId, 'us-east-1_pool');
  cognito.reset();
  cognito.on(ListUsersCommand).resolves({ Users: [{ Username: 'one', UserStatus: 'CONFIRMED' }] });
  cognito.on(ListUsersInGroupCommand).resolves({ Users: [] });
  return () => vi.unstubAllEnvs();
});

it('searches users by the beginning of an address', async () => {
  expect((await listUsers({ prefix: 'ada@', limit: 5 })).users).toHaveLength(1);
  expect(cognito.commandCalls(ListUsersCommand)[0]?.args[0].input.Filter).toBe('email ^= "ada@"');
});

it.each(['a" or email ^= "', 'a\\', 'a\nb'])(
  'sends no filter whose text the prefix would end: %j',
  async (prefix) => {
    expect(await listUsers({ prefix, limit: 5 })).toEqual({ users: [], next: undefined });
    expect(cognito.calls()).toHaveLength(0);
  },
);

it('finds no user by an address in place of a sub, though Cognito would', async () => {
  expect(await findUser('ada@example.com')).toBeUndefined();
  expect(cognito.calls()).toHaveLength(0);
});
