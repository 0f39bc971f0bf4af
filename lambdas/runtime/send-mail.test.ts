import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it, vi } from 'vitest';
import { ENV } from './env-names.ts';

const ses = mockClient(SESv2Client);
const mail = { to: 'ada@example.com', subject: 'Hello', text: 'plain', html: '<p>rich</p>' };
const config = {
  from: 'hello@example.com',
  confirmWaitlist: false,
  signInCodes: false,
  configurationSet: 'set',
};

async function withConfig(value: object | undefined) {
  vi.resetModules();
  vi.stubEnv(ENV.mail, value && JSON.stringify(value));
  return (await import('./send-mail.ts')).sendMail;
}

beforeEach(() => {
  ses.reset();
  ses.on(SendEmailCommand).resolves({});
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  return () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  };
});

it('sends both parts by the configured sender', async () => {
  const sendMail = await withConfig({ ...config, fromName: 'Chat', replyTo: 'help@example.com' });
  expect(await sendMail(mail)).toBe('sent');
  expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input).toMatchObject({
    FromEmailAddress: '"Chat" <hello@example.com>',
    Destination: { ToAddresses: ['ada@example.com'] },
    ReplyToAddresses: ['help@example.com'],
    ConfigurationSetName: 'set',
    Content: {
      Simple: {
        Subject: { Data: 'Hello', Charset: 'UTF-8' },
        Body: {
          Text: { Data: 'plain', Charset: 'UTF-8' },
          Html: { Data: '<p>rich</p>', Charset: 'UTF-8' },
        },
      },
    },
  });
});

it('sends the mail’s reply-to address and headers', async () => {
  const sendMail = await withConfig({ ...config, replyTo: 'help@example.com' });
  await sendMail({ ...mail, replyTo: 'eve@example.com', headers: { Importance: 'high' } });
  expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input).toMatchObject({
    ReplyToAddresses: ['eve@example.com'],
    Content: { Simple: { Headers: [{ Name: 'Importance', Value: 'high' }] } },
  });
});

async function senderWith(fromName: string): Promise<string> {
  const sendMail = await withConfig({ ...config, fromName });
  await sendMail(mail);
  return ses.commandCalls(SendEmailCommand)[0]?.args[0].input.FromEmailAddress ?? '';
}

it('encodes a name beyond ASCII', async () => {
  expect(await senderWith('Plaudér')).toBe('=?UTF-8?B?UGxhdWTDqXI=?= <hello@example.com>');
});

it('escapes a backslash in a name, which would otherwise escape the closing quote', async () => {
  expect(await senderWith('Acme\\')).toBe('"Acme\\\\" <hello@example.com>');
});

it('splits a long name beyond ASCII between characters, into encoded words of at most 75 characters', async () => {
  const name = `a${'😀'.repeat(29)}`;
  const words = (await senderWith(name)).replace(' <hello@example.com>', '').split(' ');
  for (const word of words) expect(word.length).toBeLessThanOrEqual(75);
  const texts = words.map((word) =>
    Buffer.from(/^=\?UTF-8\?B\?(.+)\?=$/.exec(word)?.[1] ?? '', 'base64').toString(),
  );
  expect(texts.length).toBeGreaterThan(1);
  expect(texts.join('')).toBe(name);
});

it('sends nothing where mail is off', async () => {
  expect(await (await withConfig(undefined))(mail)).toBe('off');
  expect(ses.calls()).toHaveLength(0);
});

it('returns a failure, and logs no address', async () => {
  const sendMail = await withConfig(config);
  ses.on(SendEmailCommand).rejects(new Error('Email address is not verified: ada@example.com'));
  expect(await sendMail(mail)).toBe('failed');
  expect(vi.mocked(console.log).mock.calls.flat().join()).toContain('mail not sent');
  expect(vi.mocked(console.log).mock.calls.flat().join()).not.toContain('ada@');
});
