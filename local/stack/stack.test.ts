import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dataDirOf, explainDatabaseError, IN_USE, startOver } from '../dev/local-folder.ts';
import { databaseDirOf } from '../dynamodb/dynamodb.ts';
import { createClock } from '../faults/faults.ts';
import { ADMIN_ACCESS_KEY } from '../iam/iam.ts';
import { type Stack, type StackOptions, startStack } from '../stack.ts';
import { writeAssembly } from './handmade-assembly-for-tests.ts';

const EMAIL = 'somebody@example.com';
const PASSWORD = 'correct horse battery staple';
const ADMIN = {
  region: 'us-east-1',
  credentials: { accessKeyId: ADMIN_ACCESS_KEY, secretAccessKey: 'local' },
};

let dir: string;
const running: Stack[] = [];
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'stack-test-'));
});
afterEach(async () => {
  for (const stack of running.splice(0)) await stack.close();
  rmSync(dir, { recursive: true, force: true });
});

const localDir = () => path.join(dir, '.local');

async function givenStack(options: Partial<StackOptions> = {}, more: object = {}): Promise<Stack> {
  const assembly = writeAssembly(path.join(localDir(), 'cdk.out'), more);
  const stack = await startStack({ assembly, ...options });
  running.push(stack);
  return stack;
}
/** Keeps data and certificates in one folder, as `npm start` does. */
const givenKeptStack = (more: object = {}) =>
  givenStack(
    { dataDir: dataDirOf(localDir()), certificatesDir: path.join(localDir(), 'certificates') },
    more,
  );

async function restart(stack: Stack, between: () => Promise<void> = async () => undefined): Promise<Stack> {
  running.splice(running.indexOf(stack), 1);
  await stack.close();
  await between();
  return givenKeptStack();
}

/** Calls DynamoDB through the assembly's only function. */
async function call(stack: Stack, action: string, input: object): Promise<unknown> {
  const [name = ''] = stack.functions.names();
  return (await stack.invoke(name, { action, input })).payload;
}
const KEY = { pk: { S: 'OWNER#a' }, sk: { S: 'CHAT#1' } };
const putChat = (stack: Stack) =>
  call(stack, 'PutItem', { TableName: stack.dynamodb.table('Chats'), Item: { ...KEY, name: { S: 'Cats' } } });
const readChat = (stack: Stack) =>
  call(stack, 'GetItem', { TableName: stack.dynamodb.table('Chats'), Key: KEY });

describe('data', () => {
  it('survives a restart: chats, users, accounts and the invite', async () => {
    const first = await givenKeptStack();
    const owner = await first.createUser(EMAIL, PASSWORD);
    expect(await putChat(first)).toMatchObject({ status: 200 });
    const { accounts, inviteCode } = first;

    const second = await restart(first);
    expect(await readChat(second)).toMatchObject({ answer: { Item: { name: { S: 'Cats' } } } });
    expect(await second.createUser(EMAIL, PASSWORD)).toBe(owner);
    expect(second).toMatchObject({ accounts, inviteCode });
  });

  it('is deleted by a fresh start, which keeps templates and certificates', async () => {
    const first = await givenKeptStack();
    await putChat(first);
    const { accounts, inviteCode } = first;
    writeFileSync(path.join(localDir(), 'stack.log'), 'what was said');

    const second = await restart(first, async () => {
      expect(await startOver(localDir())).toBe(true);
      expect(existsSync(path.join(localDir(), 'stack.log'))).toBe(false);
      for (const kept of ['cdk.out/manifest.json', 'certificates/ca.pem'])
        expect(existsSync(path.join(localDir(), kept))).toBe(true);
    });
    expect(await readChat(second)).toEqual({ status: 200, answer: {} });
    expect(second.inviteCode).not.toBe(inviteCode);
    expect(second.accounts).not.toEqual(accounts);
  });

  it('stays, with the addresses, when a fresh start is refused because a stack uses it', async () => {
    const stack = await givenKeptStack();
    await putChat(stack);
    const addresses = path.join(localDir(), 'stack.json');
    writeFileSync(addresses, '{}');
    await expect(startOver(localDir())).rejects.toThrow(IN_USE);
    expect(existsSync(addresses)).toBe(true);
    expect(await readChat(await restart(stack))).toMatchObject({ answer: { Item: KEY } });
  });

  it('is deleted by a fresh start also when it is damaged', async () => {
    const stack = await givenKeptStack();
    await restart(stack, async () => {
      writeFileSync(path.join(databaseDirOf(dataDirOf(localDir())), 'CURRENT'), 'damaged');
      expect(await startOver(localDir())).toBe(true);
    });
  });

  it('is called in use while a stack runs on it, and damaged when it cannot be read', async () => {
    const explained = (start: Promise<Stack>) => start.then(() => 'started', explainDatabaseError);
    const stack = await givenKeptStack();
    expect(await explained(givenKeptStack())).toBe(IN_USE);
    const damage = async () =>
      writeFileSync(path.join(databaseDirOf(dataDirOf(localDir())), 'CURRENT'), 'damaged');
    expect(await explained(restart(stack, damage))).toMatch(/cannot be read: Corruption: .* --fresh$/);
    expect(explainDatabaseError(new Error('of something else'))).toBeUndefined();
  });

  it('is not in use after a start that a changed table refuses', async () => {
    const Chats = {
      Type: 'AWS::DynamoDB::GlobalTable',
      Properties: {
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      },
    };
    const stack = await restart(await givenKeptStack(), async () => {
      await expect(givenKeptStack({ Chats })).rejects.toThrow('have changed; start over with --fresh');
    });
    expect(await putChat(stack)).toMatchObject({ status: 200 });
  });

  it('is not needed for a fresh start', async () => {
    expect(await startOver(path.join(dir, 'none'))).toBe(false);
  });
});

it('fails by name for a resource type that it does not know', async () => {
  const assembly = path.join(dir, 'unknown');
  mkdirSync(assembly);
  writeAssembly(assembly, { Cache: { Type: 'AWS::ElastiCache::CacheCluster' } });
  await expect(startStack({ assembly })).rejects.toThrow(/AWS::ElastiCache::CacheCluster is not emulated/);
});

it('runs no schedule after a failed start', async () => {
  const Hourly = {
    Type: 'AWS::Events::Rule',
    Properties: {
      ScheduleExpression: 'rate(1 hour)',
      Targets: [{ Arn: { 'Fn::GetAtt': ['Caller', 'Arn'] } }],
    },
  };
  const Cors = { Type: 'Custom::BucketCors', Properties: { Create: '{"action":"deleteBucketCors"}' } };
  const clock = createClock();
  const log = vi.fn();
  await expect(givenStack({ clock, log }, { Hourly, Cors })).rejects.toThrow('is not emulated');
  clock.advance(2 * 3_600_000);
  await setTimeout(50);
  expect(log).not.toHaveBeenCalledWith('schedules', expect.anything());
});

it('refuses a function whose environment is larger than Lambda takes', async () => {
  const role = { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: {} } };
  const Large = {
    Type: 'AWS::Lambda::Function',
    Properties: {
      ...{ Code: { S3Key: 'unused.zip' }, Handler: 'index.handler', Runtime: 'nodejs24.x' },
      Role: { 'Fn::GetAtt': ['LargeRole', 'Arn'] },
      Environment: { Variables: { MODELS: 'x'.repeat(4_090) } },
    },
  };
  await expect(givenStack({}, { Large, LargeRole: role })).rejects.toThrow('exceeded the 4KB limit');
});

it('gives an operator a key that reaches every service, and is the same after a restart', async () => {
  const first = await givenKeptStack();
  const { operator } = first;
  const as = ({ operator: has }: Stack, service: string) => ({
    region: has.AWS_REGION ?? '',
    endpoint: has[`AWS_ENDPOINT_URL_${service}`] ?? '',
    credentials: { accessKeyId: has.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: 'x' },
  });
  const { Functions = [] } = await new LambdaClient(as(first, 'LAMBDA')).send(new ListFunctionsCommand({}));
  expect(Functions.map(({ FunctionName }) => FunctionName)).toEqual(first.functions.names());
  const made = await new SecretsManagerClient(as(first, 'SECRETS_MANAGER')).send(
    new CreateSecretCommand({ Name: 'example/openai', SecretString: 'key' }),
  );
  expect(first.iam.denied).toEqual([]);
  const second = await restart(first);
  expect(second.operator.AWS_ACCESS_KEY_ID).toBe(operator.AWS_ACCESS_KEY_ID);
  const read = new GetSecretValueCommand({ SecretId: String(made.ARN) });
  expect(await new SecretsManagerClient(as(second, 'SECRETS_MANAGER')).send(read)).toMatchObject({
    SecretString: 'key',
  });
});

it('lets a function do what its role may, and nothing else', async () => {
  const stack = await givenStack();
  expect(await putChat(stack)).toMatchObject({ status: 200 });
  stack.iam.revoke('Role', 'dynamodb:PutItem');
  expect(await putChat(stack)).toMatchObject({
    status: 400,
    answer: {
      __type: expect.stringContaining('AccessDeniedException'),
      message: expect.stringContaining('dynamodb:PutItem'),
    },
  });
  expect(await readChat(stack)).toMatchObject({ status: 200 });
});

describe('Stripe', () => {
  const buyer = {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Key: 'caller.zip' },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      Environment: { Variables: { STRIPE_API: 'https://api.stripe.com' } },
    },
  };

  it('has a stand-in where the templates use it, at the address that their functions get', async () => {
    const stack = await givenStack({}, { Buyer: buyer });
    expect(stack.urls.stripe).toBe(stack.stripe.url);
    const lambda = new LambdaClient({ ...ADMIN, endpoint: stack.urls.lambda });
    const { Functions = [] } = await lambda.send(new ListFunctionsCommand({}));
    lambda.destroy();
    const environments = Functions.map(({ Environment }) => Environment?.Variables?.STRIPE_API);
    expect(environments).toContain(stack.stripe.url);
  });

  it('has no stand-in where the templates do not use it', async () => {
    const stack = await givenStack();
    expect(stack.urls.stripe).toBeUndefined();
    expect(() => stack.stripe).toThrow('do not use Stripe');
  });
});

describe('a secret', () => {
  const Secret = { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'keys', SecretString: 'first' } };
  const arn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:keys';
  it('that an operator changes keeps its value over a restart', async () => {
    const kept = () => givenStack({ dataDir: path.join(localDir(), 'data') }, { Secret });
    const first = await kept();
    const ids = JSON.parse(readFileSync(path.join(localDir(), 'data/secrets.json'), 'utf8'));
    const [SecretId = ''] = Object.keys(ids);
    expect(SecretId).toContain(arn);
    const client = (stack: Stack) => new SecretsManagerClient({ ...ADMIN, endpoint: stack.urls.secrets });
    await client(first).send(new PutSecretValueCommand({ SecretId, SecretString: 'second' }));
    running.splice(running.indexOf(first), 1);
    await first.close();
    const { SecretString } = await client(await kept()).send(new GetSecretValueCommand({ SecretId }));
    expect(SecretString).toBe('second');
  });
});
