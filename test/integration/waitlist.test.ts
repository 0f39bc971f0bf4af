/** Joining the waitlist (docs/spec.md 4.10; docs/safety.md 14 and 15). */
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitlistKey } from '../../lambdas/store/signup/waitlist.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { mailsTo } from '../support/operators.ts';
import {
  codeOf,
  freshAddress,
  freshEmail,
  freshEmailOf,
  givenInvite,
  postFrom,
  signUp,
} from '../support/sign-up.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const join = (email: string, address?: string) => postFrom(stack, '/api/waitlist', { email }, address);
const THANKS = { message: 'Thank you for joining the waitlist. We’ll be in touch.' };

async function rowsOf(email: string) {
  const { documents, table } = stack.inner.dynamodb;
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: table('Waitlist') }));
  return Items.filter((item) => item.email === email).map(({ pk }) => pk);
}

describe('the answer (docs/safety.md 14)', () => {
  it('is the same for new, waiting, approved, unconfirmed and confirmed addresses', async () => {
    const [unknown, unconfirmed, approved] = [freshEmail(), freshEmail(), freshEmail()];
    const { email: confirmed } = await stack.givenUser();
    await signUp(stack, { email: unconfirmed, inviteCode: await givenInvite(stack) });
    const entry = { email: approved, joinedAt: '2026-01-01T00:00:00.000Z', status: 'approved' };
    const { documents, table } = stack.inner.dynamodb;
    const Item = { ...waitlistKey(approved), ...entry };
    await documents.send(new PutCommand({ TableName: table('Waitlist'), Item }));
    for (const email of [unknown, unknown, unconfirmed, confirmed, approved])
      expect(await join(email)).toEqual({ status: 200, text: JSON.stringify(THANKS) });
    expect(await rowsOf(approved)).toEqual(['WAITLIST']);
  });
});

describe('what is stored (docs/safety.md 15)', () => {
  it('one person joining 100 times at once, however the address is typed, is one entry with one place in the queue', async () => {
    const email = freshEmail();
    const forms = [email, ` ${email} `, email.toUpperCase(), email.replace('example', 'EXAMPLE')];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => join(forms[i % forms.length] ?? email)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await rowsOf(email)).toSorted()).toEqual(['WAITLIST', 'WAITLIST#waiting']);
  });

  it('is only ever an address that an account may have, of at most 128 characters in ASCII', async () => {
    const grows = `${'a'.repeat(110)}@münchen.example`;
    expect(grows.length).toBeLessThan(128);
    const answers = await Promise.all(
      [freshEmailOf(128), freshEmailOf(129), grows].map((email) => join(email)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400]);
  });

  it('is only ever a valid e-mail address', async () => {
    const bad = [
      'a@b@c.example',
      'a@b.example\r\nBcc: x@y.example',
      '@b.example',
      'a b@c.example',
      'a@b..example',
    ];
    const texts = [
      ...bad,
      ...Object.values(HOSTILE_TEXTS),
      ...Object.values(HOSTILE_TEXTS).map((text) => `${text}@b.example`),
    ];
    const answers = await Promise.all(texts.map((text) => join(text)));
    for (const [i, { status }] of answers.entries())
      expect([texts[i], [200, 400].includes(status)]).toEqual([texts[i], true]);
    for (const [i] of bad.entries()) expect([bad[i], answers[i]?.status]).toEqual([bad[i], 400]);
    const { documents, table } = stack.inner.dynamodb;
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: table('Waitlist') }));
    for (const { email } of Items) expect(String(email)).toMatch(/^[^\s@\p{C}]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/u);
  });
});

describe('an address that the email input type takes', () => {
  it.each(['a@b', '.a..b@c', 'a@256.0.0.1'])('is taken: %s [S5.waitlist.2]', async (email) => {
    expect(await join(email)).toEqual({ status: 200, text: JSON.stringify(THANKS) });
    expect((await rowsOf(email)).toSorted()).toEqual(['WAITLIST', 'WAITLIST#waiting']);
  });
});

describe('the limit', () => {
  it('is ten an hour for each address, exactly, also when asked at once; another address is served', async () => {
    const address = freshAddress();
    const answers = await Promise.all(Array.from({ length: 30 }, () => join(freshEmail(), address)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(
      new Set(['too_many_requests']),
    );
    expect((await join(freshEmail())).status).toBe(200);
    stack.moveClock(3_600_000);
    expect((await join(freshEmail(), address)).status).toBe(200);
  });
});

it('joining is confirmed by mail in SES’s sandbox too, to an address that the operator has verified', async () => {
  const { mail } = stack.inner.account;
  const email = freshEmail();
  mail.hasProductionAccess = false;
  mail.verified.add(email);
  expect(await join(email)).toMatchObject({ status: 200 });
  mail.hasProductionAccess = true;
  expect(mailsTo(stack, email)).toHaveLength(1);
});
