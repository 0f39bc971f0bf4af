import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENV } from '../lambdas/runtime/env-names.ts';
import { identityOf } from '../local/assembly/resource-identities.ts';
import { connectToBilling, connectToSearch, loggingFunctions } from './connect-to-deployment.ts';

/** Functions that the fake of Lambda lists. */
let functions: readonly object[] = [];
const server = createServer((_, response) => void response.end(JSON.stringify({ Functions: functions })));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());
beforeEach(() => {
  const { port } = server.address() as AddressInfo; // listens on TCP
  const shell = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
  };
  for (const [name, value] of Object.entries(shell)) vi.stubEnv(name, value);
});
afterEach(() => vi.unstubAllEnvs());

/** Returns a function as CloudFormation makes it: it cuts the function's name at 64 characters, the log group's at 512. */
function deployed(deployment: string, id: string, variables: Readonly<Record<string, string>> = {}) {
  const [stack, logicalId] = [`${deployment}-app`, `${id}E497E313`];
  const { ref } = identityOf('AWS::Lambda::Function', {
    nameOr: (_, generate) => generate?.(stack, logicalId) ?? '',
    hash: () => 'aB3dE6gH9jK2',
    text: () => '',
  });
  return {
    FunctionName: ref,
    Environment: { Variables: variables },
    LoggingConfig: { LogGroup: `${stack}-${id}Logs7EF8C5D4-kL1mN4pQ7rS0` },
  };
}
const CDK_FUNCTION = {
  FunctionName: 'CDKToolkit-Handler',
  LoggingConfig: { LogGroup: '/aws/lambda/CDKToolkit' },
};

describe('a deployment whose functions have names that CloudFormation has cut', () => {
  const LONG = 'the-product-with-a-long-name-x-prod';
  const billing = (name: string) => ({
    ...{ [ENV.stripeApi]: 'https://stripe', [ENV.siteUrl]: `https://${name}`, [ENV.productName]: name },
    ...{ [ENV.stripeSecretArn]: 'arn', [ENV.webhookUrl]: 'https://webhook' },
  });

  it.each([undefined, LONG, `${LONG}-app`])('lists its functions for --stack %s', async (stack) => {
    functions = [CDK_FUNCTION, deployed(LONG, 'RepliesReply'), deployed(LONG, 'GettingInSignup')];
    const ids = (await loggingFunctions(stack)).map(({ id }) => id);
    expect(ids).toEqual(['RepliesReply', 'GettingInSignup']);
  });

  it('is found among others by its whole name', async () => {
    const similar = 'the-product-with-a-long-name-y-prod';
    functions = [LONG, similar].map((name) => deployed(name, 'BillingApi', billing(name)));
    expect((await connectToBilling(similar)).productName).toBe(similar);
    await expect(connectToBilling(undefined)).rejects.toThrow(
      `There are several deployments: name one with --stack: ${LONG}, ${similar}.`,
    );
    await expect(connectToBilling('other-prod')).rejects.toThrow('There is no deployment other-prod');
  });
});

describe('the rebuild of the search index', () => {
  const inUse = {
    [ENV.chatsTable]: 'parley-prod-data-ChatsE68037FF-a1-restored',
    [ENV.searchTable]: 'parley-prod-data-Search14E54FC3-a1',
    [ENV.filesBucket]: 'parley-prod-data-files',
  };
  const NAMES = [ENV.chatsTable, ENV.searchTable, ENV.filesBucket] as const;
  const connected = async (names: Partial<typeof inUse>, stack?: string) => {
    for (const name of NAMES) vi.stubEnv(name, undefined);
    await connectToSearch({ local: false, stack, names });
    return NAMES.map((name) => process.env[name]);
  };

  it('takes the tables that the deployment uses, also a restored one', async () => {
    functions = [deployed('parley-prod', 'SearchDocuments', inUse)];
    expect(await connected({}, 'parley-prod')).toEqual(Object.values(inUse));
    const other = await connected({ [ENV.chatsTable]: 'other' });
    expect(other).toEqual(['other', ...Object.values(inUse).slice(1)]);
  });

  it('needs a deployment unless all names are given', async () => {
    functions = [];
    const { [ENV.filesBucket]: _, ...tables } = inUse;
    await expect(connected(tables)).rejects.toThrow('There is no deployment in this account and region.');
    expect(await connected(inUse)).toEqual(Object.values(inUse));
  });
});
