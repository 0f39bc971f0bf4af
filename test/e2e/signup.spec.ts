/** Opening an account by invitation. What the form refuses and says: web/src/features/signup/signup.test.tsx. */
import { randomUUID } from 'node:crypto';
import type { Page, Request } from 'playwright/test';
import type { TestStack } from '../support/stack.ts';
import { composer, expect, test } from './fixtures.ts';

const GOOD = {
  'Full Name': 'Ada Lovelace',
  Email: 'ada@example.com',
  Password: 'four unrelated words here',
  'Confirm Password': 'four unrelated words here',
  'Invitation Code': 'ABCD-EFGH-JKLM',
};
type Label = keyof typeof GOOD;
const LABELS = Object.keys(GOOD) as Label[]; // its keys are the labels

const field = (page: Page, label: Label) => page.getByRole('textbox', { name: label, exact: true });
const button = (page: Page) => page.getByRole('button', { name: /^Sign(?: U|ing u)p/ });

async function fill(page: Page, changed: Partial<Record<Label, string>> = {}): Promise<void> {
  for (const label of LABELS) await field(page, label).fill(changed[label] ?? GOOD[label]);
}

function signups(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/signup') requests.push(request);
  });
  return requests;
}

const invited = (stack: TestStack) => ({
  'Invitation Code': stack.inner.inviteCode,
  Email: `invited-${randomUUID().slice(0, 8)}@example.com`,
});

test('an invited visitor signs up, is led to Login, confirms the address and chats [S4.signup.1 S3.signup.1 S6.signup.1]', async ({
  page,
  stack,
}) => {
  stack.replyWith('Welcome in.');
  const requests = signups(page);
  const person = invited(stack);
  await page.goto('/register');
  await fill(page, person);
  await button(page).click();
  await expect(page.getByText('Signup successful!')).toBeVisible();
  expect(requests.map((request) => request.postDataJSON())).toEqual([
    {
      name: GOOD['Full Name'],
      inviteCode: person['Invitation Code'],
      email: person.Email,
      password: GOOD.Password,
    },
  ]);
  await expect(page).toHaveURL(new RegExp(`^${stack.urls.hostedUi}/login`));
  await page.getByLabel('Email').fill(person.Email);
  await page.getByLabel('Password').fill(GOOD.Password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your account' })).toBeVisible();
  const code = /\b\d{6}\b/.exec(stack.inner.mails.latestTo(person.Email)?.text ?? '')?.[0] ?? '';
  await page.getByRole('textbox').fill(code);
  await page.getByRole('button', { name: 'Confirm account' }).click();
  await expect(composer(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userName'))).toBe(GOOD['Full Name']);
  // Invite links are for visitors: a user is led to their chats.
  await page.goto('/register?code=ABCD-EFGH-JKLM');
  await expect(page).toHaveURL(/\/chat\//);
});
