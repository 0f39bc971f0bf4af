import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  DeleteSuppressedDestinationCommand,
  GetAccountCommand,
  GetEmailIdentityCommand,
  ListSuppressedDestinationsCommand,
  PutSuppressedDestinationCommand,
  SESv2Client,
  SendEmailCommand,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AwsError } from '../aws-json/aws-json-service.ts';
import { createFaults } from '../faults/faults.ts';
import type { Mail } from '../outbox/outbox.ts';
import { createMailApi } from './ses.ts';

const delivered: Mail[] = [];
const allowed: string[] = [];
const contexts: unknown[] = [];
let denied = '';
const faults = createFaults();
const account = {
  ...{ hasProductionAccess: true, isSending: true },
  ...{ unverified: new Set<string>(), verified: new Set<string>() },
};
const handle = createMailApi({
  identities: ['hello@example.com', 'example.org'],
  configurationSets: ['set'],
  account: () => account,
  deliver: (mail) => void delivered.push(mail),
  clock: { now: () => 1_000_000 },
  authorize: (_, action, resource, context) => {
    contexts.push(context);
    if (resource === denied) throw new AwsError('AccessDeniedException', 'denied');
    allowed.push(`${action} ${resource}`);
  },
  faults,
});
const server = createServer((request, response) => void handle(request, response));
let client: SESv2Client;

beforeEach(async () => {
  delivered.length = 0;
  allowed.length = 0;
  contexts.length = 0;
  denied = '';
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  client = new SESv2Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'KEY', secretAccessKey: 'x' },
    maxAttempts: 1,
  });
  return async () => {
    client.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
});
afterEach(() => {
  faults.clear();
  Object.assign(account, { hasProductionAccess: true, isSending: true });
  account.unverified.clear();
  account.verified.clear();
});

const part = (Data: string) => ({ Data });
const mail = (change: Partial<SendEmailCommandInput> = {}): SendEmailCommandInput => ({
  FromEmailAddress: '"Chat" <hello@example.com>',
  Destination: { ToAddresses: ['ada@example.net'] },
  ConfigurationSetName: 'set',
  Content: { Simple: { Subject: part('Hi'), Body: { Text: part('plain'), Html: part('<p>rich</p>') } } },
  ...change,
});
const send = (input: SendEmailCommandInput) => client.send(new SendEmailCommand(input));

it('delivers both parts, and needs the rights on identity and configuration set', async () => {
  const { MessageId } = await send(mail());
  expect(MessageId).toMatch(/-/);
  expect(delivered).toEqual([
    {
      to: 'ada@example.net',
      from: '"Chat" <hello@example.com>',
      subject: 'Hi',
      text: 'plain',
      html: '<p>rich</p>',
    },
  ]);
  expect(allowed.map((one) => one.replace(/:us-east-1:\d+:/, ':'))).toEqual([
    'ses:SendEmail arn:aws:ses:identity/hello@example.com',
    'ses:SendEmail arn:aws:ses:configuration-set/set',
  ]);
});

it('delivers the headers that the sender added, and the reply-to address', async () => {
  const Simple = {
    Subject: part('Hi'),
    Body: { Text: part('plain') },
    Headers: [{ Name: 'Importance', Value: 'high' }],
  };
  await send(mail({ Content: { Simple }, ReplyToAddresses: ['eve@example.net'] }));
  expect(delivered[0]).toMatchObject({ headers: { Importance: 'high' }, replyTo: 'eve@example.net' });
});

it.each(['example.org', 'mail.example.org', 'a.mail.example.org'])(
  'takes any sender of %s where example.org is verified',
  async (domain) => {
    await send(mail({ FromEmailAddress: `anyone@${domain}` }));
    expect(delivered).toHaveLength(1);
    expect(allowed[0]).toMatch(/:identity\/example\.org$/);
  },
);

it.each([
  ['a sender that is not verified', mail({ FromEmailAddress: 'eve@example.net' }), 'MessageRejected'],
  ['a sender of another domain', mail({ FromEmailAddress: 'eve@notexample.org' }), 'MessageRejected'],
  ['an unknown configuration set', mail({ ConfigurationSetName: 'other' }), 'NotFoundException'],
  ['no recipient', mail({ Destination: {} }), 'BadRequestException'],
  [
    'a local part beyond ASCII',
    mail({ Destination: { ToAddresses: ['jos\u00e9@x.org'] } }),
    'BadRequestException',
  ],
  [
    'a reply-to address with a line break',
    mail({ ReplyToAddresses: ['a@example.net\r\nBcc: b@example.net'] }),
    'BadRequestException',
  ],
  [
    'a header with a line break',
    mail({
      Content: {
        Simple: {
          Subject: part('Hi'),
          Body: { Text: part('plain') },
          Headers: [{ Name: 'Importance', Value: 'high\r\nBcc: b@example.net' }],
        },
      },
    }),
    'BadRequestException',
  ],
  ['a raw message', mail({ Content: { Raw: { Data: new Uint8Array([1]) } } }), 'BadRequestException'],
])('refuses %s', async (_, input, name) => {
  await expect(send(input)).rejects.toMatchObject({ name });
  expect(delivered).toEqual([]);
});

it('fails with the error that a test asks for', async () => {
  faults.at({ service: 'ses', effect: { fail: { code: 'TooManyRequestsException', status: 429 } } });
  await expect(send(mail())).rejects.toMatchObject({ name: 'TooManyRequestsException' });
  expect(delivered).toEqual([]);
  faults.at({ service: 'ses', phase: 'after', effect: { fail: { code: 'InternalFailure', status: 500 } } });
  await expect(send(mail())).rejects.toMatchObject({ name: 'InternalFailure' });
  expect(delivered).toHaveLength(1);
});

it('accepts mail for a suppressed address and does not deliver it, until the address is taken off the list', async () => {
  const email = 'Bounced@example.net';
  const on = { EmailAddress: email, Reason: 'BOUNCE' as const };
  await client.send(new PutSuppressedDestinationCommand(on));
  const { SuppressedDestinationSummaries } = await client.send(new ListSuppressedDestinationsCommand({}));
  expect(SuppressedDestinationSummaries).toEqual([
    { EmailAddress: 'bounced@example.net', Reason: 'BOUNCE', LastUpdateTime: new Date(1_000_000) },
  ]);
  const toThem = mail({ Destination: { ToAddresses: ['bounced@example.net'] } });
  await send(toThem);
  expect(delivered).toEqual([]);
  const off = new DeleteSuppressedDestinationCommand({ EmailAddress: email });
  await client.send(off);
  await expect(client.send(off)).rejects.toMatchObject({ name: 'NotFoundException' });
  await send(toThem);
  expect(delivered).toHaveLength(1);
  expect(allowed).toContain('ses:DeleteSuppressedDestination *');
});

it('fails a call about the suppression list when a test asks for it, also after its effect', async () => {
  const put = (EmailAddress: string) =>
    client.send(new PutSuppressedDestinationCommand({ EmailAddress, Reason: 'BOUNCE' }));
  const isListed = async (email: string) => {
    const { SuppressedDestinationSummaries = [] } = await client.send(
      new ListSuppressedDestinationsCommand({}),
    );
    return SuppressedDestinationSummaries.some(({ EmailAddress }) => EmailAddress === email);
  };
  const about = { service: 'ses', action: 'PutSuppressedDestination' } as const;
  const fail = { code: 'TooManyRequestsException', status: 429 };
  faults.at({ ...about, effect: { fail } });
  await expect(put('early@example.net')).rejects.toMatchObject({ name: fail.code });
  expect(await isListed('early@example.net')).toBe(false);
  faults.at({ ...about, phase: 'after', about: (text) => text.includes('late@'), effect: { fail } });
  await expect(put('late@example.net')).rejects.toMatchObject({ name: fail.code });
  expect(await isListed('late@example.net')).toBe(true);
});

it('tells whether the account is in the sandbox, and whether it may send', async () => {
  const look = () => client.send(new GetAccountCommand({}));
  expect(await look()).toMatchObject({ ProductionAccessEnabled: true, EnforcementStatus: 'HEALTHY' });
  account.hasProductionAccess = false;
  expect(await look()).toMatchObject({ ProductionAccessEnabled: false, SendQuota: { Max24HourSend: 200 } });
  account.isSending = false;
  expect(await look()).toMatchObject({ SendingEnabled: false, EnforcementStatus: 'SHUTDOWN' });
  expect(allowed).toContain('ses:GetAccount *');
});

it('refuses a mail while sending is paused, and delivers nothing', async () => {
  account.isSending = false;
  await expect(send(mail())).rejects.toMatchObject({
    name: 'SendingPausedException',
    $metadata: { httpStatusCode: 400 },
  });
  expect(delivered).toEqual([]);
});

it('tells whether an identity is verified, and sends from it only then', async () => {
  const look = (EmailIdentity: string) => client.send(new GetEmailIdentityCommand({ EmailIdentity }));
  expect(await look('hello@example.com')).toMatchObject({ VerifiedForSendingStatus: true });
  await expect(look('other@example.net')).rejects.toMatchObject({ name: 'NotFoundException' });
  account.unverified.add('hello@example.com');
  expect(await look('hello@example.com')).toMatchObject({
    VerifiedForSendingStatus: false,
    VerificationStatus: 'PENDING',
  });
  await expect(send(mail())).rejects.toMatchObject({ name: 'MessageRejected' });
});

it('in the sandbox delivers to verified recipients alone, and needs the right on their identity too', async () => {
  account.hasProductionAccess = false;
  await expect(send(mail())).rejects.toMatchObject({ name: 'MessageRejected' });
  account.verified.add('ada@example.net');
  allowed.length = 0;
  contexts.length = 0;
  await send(mail());
  expect(delivered.map(({ to }) => to)).toEqual(['ada@example.net']);
  expect(allowed.map((one) => one.replace(/^.*:\d+:/, ''))).toEqual([
    'identity/hello@example.com',
    'configuration-set/set',
    'identity/ada@example.net',
  ]);
  expect(contexts).toEqual(Array.from({ length: 3 }, () => ({ 'ses:FromAddress': 'hello@example.com' })));
  denied = 'arn:aws:ses:us-east-1:000000000000:identity/ada@example.net';
  await expect(send(mail())).rejects.toMatchObject({ name: 'AccessDeniedException' });
});
