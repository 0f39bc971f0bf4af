/**
 * Every `aws` command of docs/operate.md and docs/deploy.md, run against the local stack with an operator's key: a
 * command that was never run is wrong in small ways, and is needed in the worst hour. The AWS CLI is a Python program,
 * which the project must not need, so flags become the input of the SDK's command by the SDK's own schemas. A flag
 * that AWS does not have, a variable that the page does not set, and a call that is not emulated all fail. What
 * `--query` and `--output` print is not computed.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, runAws } from '../support/aws-cli.ts';
import { eventsOf, itemOf } from '../support/billing.ts';
import { type DocumentedCommand, expanded, scriptOf } from '../support/documented-commands.ts';
import { mailsTo } from '../support/operators.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { buyPlan, givenStripe, stripeClient } from '../support/stripe-purchases.ts';

const page = (name: string) =>
  scriptOf(readFileSync(path.resolve(import.meta.dirname, `../../docs/${name}`), 'utf8'));
const PAGES = { 'operate.md': page('operate.md'), 'deploy.md': page('deploy.md') };
const MINUTE = 60_000;

/** Commands that cannot be rehearsed, each with the reason. */
const NOT_REHEARSED: Readonly<Record<string, string>> = {
  'aws cloudformation describe-stacks': 'nothing is deployed: .local/operator.sh sets what it would tell',
  'aws service-quotas request-service-quota-increase': 'AWS’s people decide on it',
  'aws dynamodbstreams get-shard-iterator':
    'the local stack hands changes to its functions, and keeps no stream to read',
  'aws dynamodbstreams get-records': 'as above: the test has the changes of lost.json',
  'aws s3 cp': 'a command of the CLI itself, made of several calls',
  'aws s3 ls': 'a command of the CLI itself, made of several calls',
  'aws s3 rm': 'nothing is deployed that could be taken down: the bucket is a folder of the assembly',
};

/** Reads the value that the page's `--query` would print from an answer, by the name of its shell variable. */
const TAKEN: Readonly<Record<string, (answer: Answer) => unknown>> = {
  LOG: ({ Functions }) =>
    (Functions as readonly { FunctionName: string; LoggingConfig: { LogGroup: string } }[]).find((one) =>
      one.FunctionName.includes('LeavingJob'),
    )?.LoggingConfig.LogGroup,
  PURGE: ({ Functions }) =>
    (Functions as readonly { FunctionName: string }[]).find(({ FunctionName }) =>
      FunctionName.includes('ChatRemovalPurge'),
    )?.FunctionName,
  QUEUE: ({ QueueUrls }) => (QueueUrls as readonly string[])[0],
};

const before = getCACertificates('default');
let stack: TestStack;
/** Stack outputs, and variables that the pages' own lines set. */
const values: Record<string, string> = {};
/** Values for placeholders on the pages, such as `evt_...`. */
const blanks: Record<string, string> = {};

beforeAll(async () => {
  stack = await startTestStack({ payments: 'stripe' });
  await givenStripe(stack);
  const { AWS_CA_BUNDLE: bundle = '' } = stack.inner.operator;
  setDefaultCACertificates([...before, readFileSync(bundle, 'utf8')]);
  await stack.inner.createUser('ada@example.com', 'correct horse battery staple');
  const user = await stack.givenUser();
  await buyPlan(stack, user);
  await stack.inner.stripe.webhooks.settled();
  blanks['evt_...'] = String((await eventsOf(stack, user))[0]?.id);
  blanks['cus_...'] = String((await itemOf(stack, user))?.customerId);
  Object.assign(values, stack.inner.outputs, { KEY: 'key of an endpoint', SECRET: 'f'.repeat(48) });
  await loseEvent(user.owner);
  values.TABLE = values.ChatsTable ?? '';
  await givenLostChat();
  await stack.givenChat(user);
});
afterAll(async () => {
  setDefaultCACertificates(before);
  await stack.close();
});

const run = (...words: readonly string[]) => runAws(['aws', ...words], stack.inner.operator);

/** Sends an event of a second customer that names the same owner: it ends in the queue of lost events. */
async function loseEvent(owner: string): Promise<void> {
  const { id: customerId } = await stripeClient(stack.inner).customers.create({ metadata: { owner } });
  const payload = JSON.stringify({ eventId: 'evt_lost', customerId });
  const to = [
    '--function-name',
    values.BillingApplyFunction ?? '',
    '--cli-binary-format',
    'raw-in-base64-out',
  ];
  await run('lambda', 'invoke', ...to, '--invocation-type', 'Event', '--payload', payload, '/dev/null');
  await stack.eventually(() => expect(stack.inner.functions.queue('BillingStripeLost')).toHaveLength(1));
}

/** Stores a message of a chat whose item is gone. */
async function givenLostChat(): Promise<void> {
  const { owner, chatId } = LOST_CHAT;
  const Item = { pk: `CHAT#${owner}#${chatId}`, sk: 'MSG#00000001' };
  await stack.inner.dynamodb.documents.send(new PutCommand({ TableName: values.ChatsTable, Item }));
  expect(await lostMessages()).toHaveLength(1);
}

/** Runs a command as it stands on the page, with the blanks filled. */
async function rehearse({ words, into }: DocumentedCommand): Promise<Answer> {
  const filled = words.map((word) =>
    expanded(word, values)
      .replaceAll(/\b\w+_\.\.\./g, (blank) => blanks[blank] ?? blank)
      .replace('file://lost.json', lostChanges),
  );
  expect(filled.filter((word) => word.includes('...'))).toEqual([]);
  const answer = await runAws(filled, stack.inner.operator);
  if (into !== undefined) values[into] = String(TAKEN[into]?.(answer));
  return answer;
}

/** A lost change, as the stream tells it, among others that the function passes over. `givenLostChat` has its message. */
const LOST_CHAT = { owner: 'lost', chatId: randomUUID() };
const lostChanges = () => {
  const { owner, chatId } = LOST_CHAT;
  const change = (eventName: string, sk: string) => ({
    eventName,
    dynamodb: { Keys: { pk: { S: `OWNER#${owner}` }, sk: { S: sk } }, SequenceNumber: '1' },
  });
  const Records = [
    change('INSERT', `CHAT#${randomUUID()}`),
    change('REMOVE', 'PROMPTS'),
    change('REMOVE', `CHAT#${chatId}`),
  ];
  return JSON.stringify({ Records, NextShardIterator: 'next' });
};
const lostMessages = async () =>
  (await itemsOf(values.ChatsTable)).filter(({ pk }) => String(pk).includes(LOST_CHAT.chatId));

const itemsOf = async (table: string | undefined) =>
  (await stack.inner.dynamodb.documents.send(new ScanCommand({ TableName: table }))).Items ?? [];

/** Checks the effects of commands. Also lets time pass after recovery is on, so that there is a time to restore. */
const AFTER: Readonly<Record<string, (answer: Answer, command: DocumentedCommand) => unknown>> = {
  'aws logs tail': ({ events }) => expect(events).toEqual([]),
  'aws sqs receive-message': ({ Messages }) => expect(JSON.stringify(Messages)).toContain('evt_lost'),
  'aws sqs purge-queue': () => expect(stack.inner.functions.queue('BillingStripeLost')).toEqual([]),
  'aws cognito-idp admin-create-user': () =>
    expect(mailsTo(stack, 'you@example.com')[0]?.text).toContain('temporary password'),
  'aws cognito-idp admin-update-user-attributes': () => stack.inner.tokensFor('ada@example.org'),
  'aws lambda invoke': async (answer, { text }) => {
    expect(answer).not.toHaveProperty('FunctionError');
    if (!text.includes('lost.json')) return;
    expect(Buffer.from(answer.Payload as Uint8Array).toString()).toBe('{"batchItemFailures":[]}');
    expect(await lostMessages()).toEqual([]);
  },
  'aws sesv2 list-suppressed-destinations': (answer) =>
    expect(JSON.stringify(answer)).toContain('ada@example.com'),
  'aws secretsmanager put-secret-value': async ({ ARN }) =>
    expect(await run('secretsmanager', 'get-secret-value', '--secret-id', String(ARN))).toMatchObject({
      SecretString: values.SECRET,
    }),
  'aws dynamodb update-continuous-backups': () => {
    values.WHEN = new Date(stack.inner.clock.now() + MINUTE).toISOString();
    stack.moveClock(10 * MINUTE);
  },
  'aws dynamodb wait': async () => {
    const items = await itemsOf(values.TABLE);
    expect(items.length).toBeGreaterThan(0);
    expect(await itemsOf(`${values.TABLE}-restored`)).toEqual(items);
  },
};

const nameOf = ({ words }: DocumentedCommand): string => words.slice(0, 3).join(' ');

describe.each(Object.entries(PAGES))('docs/%s', (_, { commands, assigned }) => {
  it('names outputs, or what its own lines set, in every command', () => {
    const known = [...Object.keys(stack.inner.outputs), ...assigned];
    const named = commands.flatMap(({ words }) =>
      words.flatMap((word) => Array.from(word.matchAll(/(?<!\\)\$\{?(\w+)/g), ([, name]) => name)),
    );
    expect(named.filter((name) => !known.includes(String(name)))).toEqual([]);
  });

  it.each(commands.filter((command) => !(nameOf(command) in NOT_REHEARSED)))('$text', async (command) => {
    const answer = await rehearse(command);
    await AFTER[nameOf(command)]?.(answer, command);
  });
});

it('only commands of the pages are listed as not rehearsed', () => {
  const names = Object.values(PAGES).flatMap(({ commands }) => commands.map(nameOf));
  expect(names.length).toBeGreaterThan(15);
  expect(Object.keys(NOT_REHEARSED).filter((name) => !names.includes(name))).toEqual([]);
});

it('docs/operate.md lists every output, and no other', () => {
  const text = readFileSync(path.resolve(import.meta.dirname, '../../docs/operate.md'), 'utf8');
  const [table = ''] = /^\| output [\s\S]*?\n\n/m.exec(text) ?? [];
  const told = Array.from(table.matchAll(/`([A-Z]\w+)`/g), ([, name]) => name);
  expect(told.toSorted()).toEqual(Object.keys(stack.inner.outputs).toSorted());
});

describe('a command is refused', () => {
  const USER = '--user-pool-id us-east-1_x --username a@example.com';
  it.each([
    ['whose service is not known', 'aws iam list-users', 'The service iam is not understood'],
    [
      'whose operation does not exist',
      'aws dynamodb restore-table',
      'dynamodb has no operation restore-table',
    ],
    [
      'with a flag that does not exist',
      `aws cognito-idp admin-get-user ${USER} --user a`,
      'has no flag --user',
    ],
    [
      'with a field that does not exist',
      `aws cognito-idp admin-update-user-attributes ${USER} --user-attributes Nam=a`,
      '--user-attributes has no Nam',
    ],
    ['with two values for one', `aws cognito-idp admin-get-user ${USER} b`, '--username takes one value'],
    [
      'with a value that is no time',
      'aws dynamodb restore-table-to-point-in-time --restore-date-time noon',
      '--restore-date-time is a time, not noon',
    ],
    ['with a word too many', 'aws dynamodb list-tables all', 'all is not expected here'],
    ['whose call is not emulated', 'aws dynamodb list-exports', "DynamoDB's ListExports is not emulated"],
    [
      'with a flag that a queue does not have',
      'aws sqs purge-queue --queue x',
      'sqs purge-queue has no flag --queue',
    ],
  ])('%s', async (_, text, why) => {
    const [command] = scriptOf(`\`\`\`sh\n${text}\n\`\`\`\n`).commands;
    await expect(runAws(command?.words ?? [], stack.inner.operator)).rejects.toThrow(why);
  });

  it('with a variable that nothing sets', () => {
    expect(() => expanded('$TABLE-restored', {})).toThrow('$TABLE is neither an output nor set on the page');
  });

  it('outside of a block of shell', () => {
    expect(() => scriptOf('Run `aws dynamodb list-tables` first.')).toThrow('outside of a block of shell');
  });

  it('without a key, and with an unknown one', async () => {
    const { AWS_ACCESS_KEY_ID: _, ...keyless } = stack.inner.operator;
    const words = ['aws', 'dynamodb', 'delete-table', '--table-name', values.ChatsTable ?? ''];
    await expect(runAws(words, keyless)).rejects.toThrow();
    await expect(runAws(words, { ...keyless, AWS_ACCESS_KEY_ID: 'AKIA0000000000000000' })).rejects.toThrow(
      'security token',
    );
  });
});
