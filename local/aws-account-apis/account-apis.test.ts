import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { APIGatewayClient, GetAccountCommand } from '@aws-sdk/client-api-gateway';
import {
  BedrockClient,
  GetFoundationModelAvailabilityCommand,
  GetFoundationModelCommand,
  GetInferenceProfileCommand,
  GetUseCaseForModelAccessCommand,
  ListFoundationModelsCommand,
} from '@aws-sdk/client-bedrock';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
  ListStacksCommand,
} from '@aws-sdk/client-cloudformation';
import {
  ListServiceQuotasCommand,
  paginateListServiceQuotas,
  ServiceQuotasClient,
} from '@aws-sdk/client-service-quotas';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AwsError } from '../aws-json/aws-json-service.ts';
import { createFaults } from '../faults/faults.ts';
import {
  type AccountApiOptions,
  createCallerIdentityApi,
  createCertificatesApi,
  createGatewayAccountApi,
  createModelsApi,
  createQuotasApi,
  createStacksApi,
  createTopicSubscriptionsApi,
  readyAccount,
} from './account-apis-exports.ts';

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
  gatewayRole: 'arn:aws:iam::000000000000:role/logs',
  authorize(accessKeyId, action, resource) {
    if (accessKeyId === 'STRANGER') throw new AwsError('UnrecognizedClientException', 'Invalid token.');
    if (accessKeyId === 'LATE') throw new AwsError('ExpiredTokenException', 'The token is expired.');
    if (accessKeyId === 'GUEST') throw new AwsError('AccessDeniedException', `no ${action}`);
    allowed.push(`${action} ${resource}`);
  },
  keyOf: (accessKeyId) =>
    accessKeyId === 'STRANGER'
      ? undefined
      : { secretAccessKey: 'x', ...(accessKeyId === 'LATE' && { expiresAt: 5 }) },
  clock: { now: () => 5 },
  faults: createFaults(),
};
const services: Readonly<Record<string, ReturnType<typeof createStacksApi>>> = {
  acm: createCertificatesApi(options),
  apigateway: createGatewayAccountApi(options),
  bedrock: createModelsApi(options),
  cloudformation: createStacksApi(options),
  servicequotas: createQuotasApi(options),
  sns: createTopicSubscriptionsApi(options),
  sts: createCallerIdentityApi(options),
};
const server = createServer((request, response) => {
  const [, service = ''] = /\/([\w-]+)\/aws4_request/.exec(String(request.headers.authorization)) ?? [];
  void services[service]?.(request, response);
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
  // AWS needs no right for this call.
  expect(await whoAmI('GUEST')).toMatchObject({ Account: '000000000000' });
  await expect(whoAmI('STRANGER')).rejects.toMatchObject({ name: 'InvalidClientTokenId' });
});

it('refuses credentials after their time, with the name that query services give the error', async () => {
  const refused = { name: 'ExpiredToken', $metadata: { httpStatusCode: 403 } };
  const whoAmI = new STSClient(clientSettings('LATE')).send(new GetCallerIdentityCommand({}));
  await expect(whoAmI).rejects.toMatchObject(refused);
  await expect(describeStack('chat-app', 'LATE')).rejects.toMatchObject(refused);
});

it('describes a stack with its outputs to a permitted caller', async () => {
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

it('refuses an operation that is not emulated, by its name', async () => {
  const call = new CloudFormationClient(clientSettings()).send(new ListStacksCommand({}));
  await expect(call).rejects.toThrow("CloudFormation's ListStacks is not emulated");
});

it('describes models and profiles of the region, and refuses those that it does not have', async () => {
  const client = new BedrockClient(clientSettings());
  const model = (modelIdentifier: string) => client.send(new GetFoundationModelCommand({ modelIdentifier }));
  const profile = (inferenceProfileIdentifier: string) =>
    client.send(new GetInferenceProfileCommand({ inferenceProfileIdentifier }));
  expect(await model('anthropic.claude-sonnet-5-5')).toMatchObject({
    modelDetails: {
      modelName: 'Claude Sonnet 5.5',
      inferenceTypesSupported: ['INFERENCE_PROFILE'],
      modelLifecycle: { status: 'ACTIVE' },
    },
  });
  expect(await profile('us.anthropic.claude-sonnet-5-5')).toMatchObject({ status: 'ACTIVE' });
  const unknown = { name: 'ResourceNotFoundException' };
  await expect(profile('eu.anthropic.claude-sonnet-5-5')).rejects.toMatchObject(unknown);
  settings.models.set('anthropic.claude-sonnet-5-5', { isInRegion: false });
  await expect(model('anthropic.claude-sonnet-5-5')).rejects.toMatchObject(unknown);
  await expect(profile('us.anthropic.claude-sonnet-5-5')).rejects.toMatchObject(unknown);
  await expect(client.send(new ListFoundationModelsCommand({}))).rejects.toThrow('not emulated');
});

it('tells the access of an account to a model', async () => {
  const client = new BedrockClient(clientSettings());
  const look = () => client.send(new GetFoundationModelAvailabilityCommand({ modelId: 'deepseek.v3.2' }));
  expect(await look()).toMatchObject({
    agreementAvailability: { status: 'AVAILABLE' },
    authorizationStatus: 'AUTHORIZED',
  });
  settings.models.set('deepseek.v3.2', { isSubscribed: false, isAuthorized: false });
  expect(await look()).toMatchObject({
    agreementAvailability: { status: 'NOT_AVAILABLE' },
    authorizationStatus: 'NOT_AUTHORIZED',
  });
  const form = () => client.send(new GetUseCaseForModelAccessCommand({}));
  expect((await form()).formData).toBeDefined();
  settings.hasUseCase = false;
  await expect(form()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  const guest = new BedrockClient(clientSettings('GUEST'));
  await expect(guest.send(new GetUseCaseForModelAccessCommand({}))).rejects.toMatchObject({
    name: 'AccessDeniedException',
  });
});

it('lists the quotas of a service in pages', async () => {
  const client = new ServiceQuotasClient(clientSettings());
  const names: (string | undefined)[] = [];
  for await (const { Quotas = [] } of paginateListServiceQuotas(
    { client, pageSize: 2 },
    { ServiceCode: 'bedrock' },
  ))
    names.push(...Quotas.map(({ QuotaName }) => QuotaName));
  expect(names).toEqual(settings.quotas.map(({ name }) => name));
  const other = client.send(new ListServiceQuotasCommand({ ServiceCode: 'other' }));
  await expect(other).rejects.toMatchObject({ name: 'NoSuchResourceException' });
});

it('tells a permitted caller the role with which API Gateway writes logs', async () => {
  const client = new APIGatewayClient(clientSettings());
  const look = async () => (await client.send(new GetAccountCommand({}))).cloudwatchRoleArn;
  expect(await look()).toBe('arn:aws:iam::000000000000:role/logs');
  expect(allowed).toEqual(['apigateway:GET arn:aws:apigateway:us-east-1::/account']);
  settings.gatewayRole = '';
  expect(await look()).toBeUndefined();
});

it('describes the certificates that an operator has made', async () => {
  const client = new ACMClient(clientSettings());
  const CertificateArn = 'arn:aws:acm:us-east-1:000000000000:certificate/a1';
  const look = () => client.send(new DescribeCertificateCommand({ CertificateArn }));
  await expect(look()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  settings.certificates.set(CertificateArn, { status: 'ISSUED', names: ['a.example.com', '*.example.org'] });
  expect((await look()).Certificate).toMatchObject({
    Status: 'ISSUED',
    DomainName: 'a.example.com',
    SubjectAlternativeNames: ['a.example.com', '*.example.org'],
  });
});

it('lists the subscriptions of a topic, with PendingConfirmation in place of an ARN until confirmed', async () => {
  const client = new SNSClient(clientSettings());
  const list = (TopicArn: string) => client.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
  settings.subscriptions.push(
    { email: 'a@example.com', isConfirmed: false },
    { email: 'b@example.com', isConfirmed: true },
  );
  const { Subscriptions = [] } = await list('arn:aws:sns:us-east-1:000000000000:t');
  expect(Subscriptions.map(({ Endpoint, SubscriptionArn }) => [Endpoint, SubscriptionArn])).toEqual([
    ['a@example.com', 'PendingConfirmation'],
    ['b@example.com', expect.stringMatching(/^arn:aws:sns:us-east-1:000000000000:t:/)],
  ]);
  const other = list('arn:aws:sns:us-east-1:000000000000:other');
  await expect(other).rejects.toMatchObject({ name: 'NotFoundException' });
  const guest = new SNSClient(clientSettings('GUEST'));
  const refused = guest.send(
    new ListSubscriptionsByTopicCommand({ TopicArn: 'arn:aws:sns:us-east-1:000000000000:t' }),
  );
  await expect(refused).rejects.toMatchObject({
    ...{ name: 'AuthorizationErrorException', $metadata: { httpStatusCode: 403 } },
  });
});
