import {
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { handler } from './customMessage.ts';

const cognito = mockClient(CognitoIdentityProviderClient);
beforeEach(() => {
  cognito.reset();
  cognito
    .on(DescribeUserPoolClientCommand, { UserPoolId: 'us-east-1_pool', ClientId: 'client' })
    .resolves({ UserPoolClient: { CallbackURLs: ['https://chat.example.com/'] } });
});

const given = (triggerSource: string) =>
  ({
    ...{ triggerSource, userPoolId: 'us-east-1_pool', callerContext: { clientId: 'client' } },
    request: { userAttributes: { email: 'ada+1@example.com' }, codeParameter: '{####}' },
    response: { smsMessage: null, emailMessage: null, emailSubject: null },
  }) as unknown as CustomMessageTriggerEvent; // fields that the trigger reads

test('the mail for a forgotten password has the code in a link to the product’s page, and nowhere else', async () => {
  const { response } = await handler(given('CustomMessage_ForgotPassword'));
  const link = 'https://chat.example.com/reset-password#code={####}&email=ada%2B1%40example.com';
  expect(response.emailMessage).toContain(`href="${link}"`);
  expect(response.emailMessage?.split('{####}')).toHaveLength(2);
});

test('other mails stay as they are', async () => {
  for (const source of ['CustomMessage_SignUp', 'CustomMessage_ResendCode', 'CustomMessage_AdminCreateUser'])
    expect((await handler(given(source))).response.emailMessage).toBeNull();
});

test('no mail is sent when the app client has no return address', async () => {
  cognito.on(DescribeUserPoolClientCommand).resolves({});
  await expect(handler(given('CustomMessage_ForgotPassword'))).rejects.toThrow('no return address');
});
