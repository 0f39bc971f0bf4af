import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import { Mail } from './mail.ts';

// The first construct loads most of aws-cdk-lib, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const domain = { name: 'chat.example.com', hostedZone: { id: 'Z1', name: 'example.com' } };

function identitiesOf(mail: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}) {
  const stack = new Stack(new App(), 'Stack');
  new Mail(stack, 'Mail', { config: parseConfig({ mail, ...more }) });
  const template = Template.fromStack(stack);
  const made = Object.values(template.findResources('AWS::SES::EmailIdentity'));
  return made.map(({ Properties }) => Properties.EmailIdentity as unknown);
}

it('creates the sender’s identity: the address, or the domain where it has the hosted zone', () => {
  const mail = { from: 'hello@example.com' };
  expect(identitiesOf(mail)).toEqual(['hello@example.com']);
  expect(identitiesOf(mail, { domain })).toEqual(['example.com']);
});

it('creates no identity that exists already, nor records for it', () => {
  const mail = { from: 'hello@example.com', identity: 'existing' };
  expect(identitiesOf(mail)).toEqual([]);
  expect(identitiesOf(mail, { domain })).toEqual([]);
});
