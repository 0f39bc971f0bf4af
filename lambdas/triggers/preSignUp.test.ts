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

/** Event of a sign-up by the hosted UI's form, which has no ticket. */
const event = {
  triggerSource: 'PreSignUp_SignUp',
  userPoolId: 'us-east-1_pool',
  userName: 'ada@example.com',
  callerContext: { clientId: 'client' },
  request: { userAttributes: {} },
} as unknown as PreSignUpTriggerEvent; // fields that the trigger reads

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
  ['has no return address', () => cognito.on(DescribeUserPoolClientCommand).resolves({})],
])('a user is refused without the address of the sign-up page when the app client %s', async (_, given) => {
  given();
  await expect(handler(event)).rejects.toThrow(/^An invitation is needed to sign up$/);
});
