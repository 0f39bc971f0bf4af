import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
  ListStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AwsError } from '../aws-json/index.ts';
import { createFaults } from '../faults/index.ts';
import { type AccountApiOptions, createIdentityApi, createStacksApi, readyAccount } from './index.ts';

const allowed: string[] = [];
const settings = readyAccount();
const options: AccountApiOptions = {
  settings,
  stacks: () => [
    {
      name: 'chat-app',
      id: 'arn:aws:cloudformation:us-east-1:000000000000:stack/chat-app/1',
      outputs: { SiteUrl: 'https://example.com/?a=1&b=<2>' },
      resources: [
        { type: 'AWS::SNS::Topic', logicalId: 'Topic', ref: 'arn:aws:sns:us-east-1:000000000000:t' },
      ],
      isProtected: true,
    },
  ],
  authorize(accessKeyId, action, resource) {
    if (accessKeyId === 'STRANGER') throw new AwsError('UnrecognizedClientException', 'Invalid token.');
    if (accessKeyId === 'GUEST') throw new AwsError('AccessDeniedException', `no ${action}`);
    allowed.push(`${action} ${resource}`);
  },
  faults: createFaults(),
};
const [identity, stacks] = [createIdentityApi(options), createStacksApi(options)];
const server = createServer((request, response) => {
  const isSts = String(request.headers.authorization).includes('/sts/');
  void (isSts ? identity : stacks)(request, response);
});
let endpoint = '';

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
  return () => new Promise((resolve) => server.close(resolve));
});
afterEach(() => {
  allowed.length = 0;
  Object.assign(settings, readyAccount());
});

const clientSettings = (accessKeyId = 'KEY') => ({
  ...{ endpoint, region: 'us-east-1', maxAttempts: 1 },
  credentials: { accessKeyId, secretAccessKey: 'x' },
});
const describeStack = (StackName: string, key?: string) =>
  new CloudFormationClient(clientSettings(key)).send(new DescribeStacksCommand({ StackName }));

it('tells callers who they are, and refuses strangers', async () => {
  const whoAmI = (key?: string) => new STSClient(clientSettings(key)).send(new GetCallerIdentityCommand({}));
  expect(await whoAmI()).toMatchObject({
    Account: '000000000000',
    Arn: expect.stringMatching(/user\/operator$/),
  });
  settings.isRoot = true;
  expect(await whoAmI()).toMatchObject({ Arn: 'arn:aws:iam::000000000000:root' });
  await expect(whoAmI('STRANGER')).rejects.toMatchObject({ name: 'InvalidClientTokenId' });
});

it('describes a stack with its outputs, by the right on it', async () => {
  expect((await describeStack('chat-app')).Stacks).toMatchObject([
    {
      StackName: 'chat-app',
      StackStatus: 'CREATE_COMPLETE',
      CreationTime: new Date('2026-01-01T00:00:00Z'),
      EnableTerminationProtection: true,
      Outputs: [{ OutputKey: 'SiteUrl', OutputValue: 'https://example.com/?a=1&b=<2>' }],
    },
  ]);
  expect(allowed).toEqual([
    'cloudformation:DescribeStacks arn:aws:cloudformation:us-east-1:000000000000:stack/chat-app/*',
  ]);
  await expect(describeStack('chat-app', 'GUEST')).rejects.toMatchObject({ name: 'AccessDenied' });
});

it('lists the resources of a stack', async () => {
  const client = new CloudFormationClient(clientSettings());
  expect(await client.send(new ListStackResourcesCommand({ StackName: 'chat-app' }))).toMatchObject({
    StackResourceSummaries: [
      { LogicalResourceId: 'Topic', PhysicalResourceId: 'arn:aws:sns:us-east-1:000000000000:t' },
    ],
  });
});

it('does not know other stacks, nor those that were deleted', async () => {
  const unknown = { name: 'ValidationError', message: 'Stack with id chat-app does not exist' };
  settings.stackStatuses.set('chat-app', 'DELETED');
  await expect(describeStack('chat-app')).rejects.toMatchObject(unknown);
  await expect(describeStack('other')).rejects.toMatchObject({ name: 'ValidationError' });
});

it('has the bootstrap stack of an account that is bootstrapped', async () => {
  const { Stacks } = await describeStack('CDKToolkit');
  expect(Stacks?.[0]?.Outputs).toContainEqual({ OutputKey: 'BootstrapVersion', OutputValue: '28' });
  settings.bootstrapVersion = undefined;
  await expect(describeStack('CDKToolkit')).rejects.toMatchObject({ name: 'ValidationError' });
});

it('refuses by name what it does not have', async () => {
  const call = new CloudFormationClient(clientSettings()).send(new ListStacksCommand({}));
  await expect(call).rejects.toThrow("CloudFormation's ListStacks is not emulated");
});
