import {
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { PreSignUpTriggerEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { handler } from './preSignUp.ts';

const cognito = mockClient(CognitoIdentityProviderClient);
beforeEach(() => void cognito.reset());

/** As the hosted UI's form signs up: without a ticket. */
const event = {
  triggerSource: 'PreSignUp_SignUp',
  userPoolId: 'us-east-1_pool',
  userName: 'ada@example.com',
  callerContext: { clientId: 'client' },
  request: { userAttributes: {} },
} as unknown as PreSignUpTriggerEvent; // what it reads

test('a refused user reads where to sign up', async () => {
  cognito
    .on(DescribeUserPoolClientCommand, { UserPoolId: 'us-east-1_pool', ClientId: 'client' })
    .resolves({ UserPoolClient: { CallbackURLs: ['https://chat.example.com/'] } });
  await expect(handler(event)).rejects.toThrow(
    /^Sign up at https:\/\/chat\.example\.com\/register with your invitation code$/,
  );
});

test.each([
  ['cannot be read', () => cognito.on(DescribeUserPoolClientCommand).rejects(new Error('throttled'))],
  ['returns to nowhere', () => cognito.on(DescribeUserPoolClientCommand).resolves({})],
])('a user is refused all the same when the client %s', async (_, given) => {
  given();
  await expect(handler(event)).rejects.toThrow(/^An invitation is needed to sign up$/);
});
