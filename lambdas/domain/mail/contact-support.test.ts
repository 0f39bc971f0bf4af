import { expect, it, vi } from 'vitest';
import type { Subscription } from '#contract/entities';
import { contactSupport, supportMail } from './contact-support.ts';

vi.mock('../../runtime/send-mail.ts', () => ({
  mailConfig: () => ({ from: 'chat@example.com' }),
  sendMail: async () => 'failed',
}));
vi.mock('../../store/billing/read-subscription-and-plan.ts', async (original) => ({
  ...(await original<typeof import('../../store/billing/read-subscription-and-plan.ts')>()),
  readPlan: async () => FREE,
}));
vi.mock('../../store/usage/rate-limits.ts', () => ({
  countUp: async () => 1,
  countDown: () => Promise.reject(new Error('throttled')),
}));
vi.spyOn(console, 'log').mockImplementation(() => undefined);

const FREE: Subscription = { tier: 'free', active: false };
const paid = (change: Partial<Subscription> = {}): Subscription => ({
  tier: 'paid',
  active: true,
  ...change,
});
const REQUEST = {
  productName: 'Chat',
  siteUrl: 'https://chat.example.com',
  owner: '5f0c6f6e-0000-4000-8000-000000000001',
  email: 'ada@example.com',
  name: 'Ada',
  plan: FREE,
  subject: 'A question',
  message: 'First line\nSecond line',
};

it.each([
  ['[Free] A question', FREE],
  ['[Free] A question', paid({ active: false, planType: 'yearly' })],
  ['[Premium] A question', paid()],
  ['[Premium] A question', paid({ planType: 'monthly' })],
  ['[Premium yearly] A question', paid({ planType: 'yearly' })],
])('the subject of a support mail begins with the plan: %s', (subject, plan) => {
  expect(supportMail({ ...REQUEST, plan }).subject).toBe(subject);
});

it('a support mail is marked urgent for Premium users only (priority support)', () => {
  expect(supportMail({ ...REQUEST, plan: paid() }).headers).toEqual({
    'X-Priority': '1 (Highest)',
    Importance: 'high',
  });
  expect(supportMail(REQUEST)).not.toHaveProperty('headers');
});

it('a support mail names the sender, plan and id before the message, and its replies go to the sender', () => {
  const { text, replyTo } = supportMail({ ...REQUEST, plan: paid({ planType: 'yearly' }) });
  expect(replyTo).toBe('ada@example.com');
  expect(text).toBe(`Chat: a message to support. Answer this mail to answer its sender.

From: Ada, ada@example.com
Plan: Premium yearly
User: 5f0c6f6e-0000-4000-8000-000000000001
Account: https://chat.example.com/admin/users/5f0c6f6e-0000-4000-8000-000000000001
Subject: A question

----

First line
Second line
`);
});

it('a subject, name or message with line breaks changes neither the headers nor the layout of the mail', () => {
  const subject = 'Hi\r\nBcc: all@example.com\u2028\u0000[Premium yearly]';
  const name = 'Ada\nPlan: Premium yearly';
  const { subject: line, text } = supportMail({
    ...REQUEST,
    subject,
    name,
    message: 'a\r\nb\u0007\u202ec\td',
  });
  expect(line).toBe('[Free] Hi Bcc: all@example.com [Premium yearly]');
  expect(text.match(/^Plan: .*$/gm)).toEqual(['Plan: Free']);
  expect(text).toContain('\na\nbc\td\n');
});

it('a support mail shows HTML in a message as text', () => {
  const bad = `<img src=x onerror=alert(1)> & "quoted"`;
  const { html } = supportMail({ ...REQUEST, subject: bad, name: bad, message: bad });
  expect(html).not.toContain('<img');
  expect(html.split('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot;')).toHaveLength(4);
});

it('a message that can be neither mailed nor taken back from the count is refused as support_unavailable', async () => {
  const caller = {
    kind: 'user',
    isAdmin: false,
    issuedAt: 0,
    signedInAt: 0,
    session: '',
    ...REQUEST,
  } as const;
  await expect(contactSupport(caller, REQUEST, REQUEST, 0)).rejects.toMatchObject({
    code: 'support_unavailable',
  });
});
