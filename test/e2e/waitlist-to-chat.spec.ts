/** Journey from the first page to the first chat: waitlist, an operator's approval, two mails and the sign-in page. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright/test';
import type { TestStack } from '../support/stack.ts';
import { composer, expect, send, signIn, test } from './fixtures.ts';

const PASSWORD = 'violet harbour 7 lanterns';

/** Reads the newest mail to a user whose subject matches. */
async function mailTo(stack: TestStack, email: string, subject: RegExp): Promise<string> {
  let text = '';
  await stack.eventually(() => {
    const mails = stack.inner.mails.messages().filter(({ to }) => to === email);
    const found = mails.findLast((mail) => subject.test(mail.subject));
    if (!found) throw new Error(`No mail ${subject} among ${mails.map((mail) => mail.subject).join(', ')}`);
    text = found.text;
  });
  return text;
}

/** An operator in a browser of their own approves the person, and sees that the mail went out. */
async function approve(browser: Browser, stack: TestStack, email: string): Promise<void> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: stack.urls.site });
  const page = await context.newPage();
  await signIn(page, await stack.givenUser({ groups: ['admins'] }));
  await page.goto('/admin/waitlist');
  await page.getByRole('searchbox').fill(email);
  // The search starts a moment after the last key. A box ticked before is one of the list that the search replaces.
  await expect(page.getByText('Searching all entries, waiting and approved.')).toBeVisible();
  await page.getByRole('checkbox', { name: `Select ${email}` }).check();
  await page.getByRole('button', { name: /^Approve/ }).click();
  const result = page.getByRole('region', { name: 'Result of the approval' });
  await expect(result).toContainText(email);
  await expect(result).toContainText('Mail sent.');
  await context.close();
}

async function signUp(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  const code = new URL(link).searchParams.get('code') ?? '';
  await expect(page.getByRole('textbox', { name: 'Invitation Code' })).toHaveValue(code);
  await expect(page).toHaveURL('/register');
  await page.getByRole('textbox', { name: 'Full Name' }).fill('Grace Hopper');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Signup successful!')).toBeVisible();
}

test('a visitor joins the waitlist, is approved, follows the mail, signs up, confirms the address, and chats', async ({
  page,
  browser,
  stack,
}) => {
  const email = `grace-${randomUUID().slice(0, 8)}@example.com`;
  await page.goto('/');
  await page.getByPlaceholder('Enter your email').fill(`  ${email.toUpperCase()} `);
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(page).toHaveURL('/thank-you');
  expect(await mailTo(stack, email, /waitlist/)).toContain('You are on the waitlist');

  await approve(browser, stack, email);

  const [link = ''] = /https:\S+\/register\?code=\S+/.exec(await mailTo(stack, email, /invit/i)) ?? [];
  expect(link.startsWith(stack.urls.site)).toBe(true);
  await signUp(page, link, email);

  await expect(page).toHaveURL(new RegExp(`^${stack.urls.hostedUi}/login`));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your account' })).toBeVisible();
  const code = /\b\d{6}\b/.exec(await mailTo(stack, email, /verification|code/i))?.[0] ?? '';
  await page.getByRole('textbox').fill(code);
  await page.getByRole('button', { name: 'Confirm account' }).click();

  await expect(composer(page)).toBeVisible();
  stack.replyWith('Welcome in.');
  await send(page, 'Here I am');
  await expect(page.getByRole('log').getByText('Welcome in.')).toBeVisible();

  // The used code opens no second account.
  const again = await stack.http('POST', '/signup', {
    body: {
      name: 'Some One',
      email: `other-${email}`,
      inviteCode: new URL(link).searchParams.get('code'),
      password: PASSWORD,
    },
  });
  expect([again.status, JSON.parse(again.text).code]).toEqual([400, 'invite_invalid']);
});
