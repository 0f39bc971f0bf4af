/** Opening an account by invitation. */
import { randomUUID } from 'node:crypto';
import type { Page, Request } from 'playwright/test';
import type { TestStack } from '../support/stack.ts';
import { composer, expect, expectAccessible, test } from './fixtures.ts';

const MISMATCH = "Passwords don't match. Please try again.";
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

/** The next sign-up is answered like this, without the server. */
const answerOnce = (page: Page, status: number, json: unknown) =>
  page.route('/signup', (route) => route.fulfill({ status, json }), { times: 1 });

/** The colour of what stands above the form, as its parts of red, green and blue. */
async function outcomeColour(page: Page): Promise<number[]> {
  const colour: string = await page.evaluate(
    "getComputedStyle(document.querySelector('form [role=alert], form [role=status]')).color",
  );
  return (colour.match(/\d+/g) ?? []).map(Number);
}

const invited = (stack: TestStack) => ({
  'Invitation Code': stack.inner.inviteCode,
  Email: `invited-${randomUUID().slice(0, 8)}@example.com`,
});

test('the form has five fields, two of which can be shown, a button and a link to Login [S2.register.1 S2.signup.1 S2.signup.2]', async ({
  page,
  stack,
}) => {
  await page.goto('/register');
  const { productName } = JSON.parse((await stack.http('GET', '/config.json')).text);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${productName}`);
  const autocomplete = ['name', 'email', 'new-password', 'new-password', 'off'];
  for (const [i, label] of LABELS.entries())
    await expect(field(page, label)).toHaveAttribute('autocomplete', autocomplete[i] ?? '');
  for (const label of ['Password', 'Confirm Password'] as const) {
    const toggle = page.getByRole('switch', { name: `Show ${label.toLowerCase()}` });
    await expect(field(page, label)).toHaveAttribute('type', 'password');
    await toggle.click();
    await expect(field(page, label)).toHaveAttribute('type', 'text');
    await toggle.click();
    await expect(field(page, label)).toHaveAttribute('type', 'password');
  }
  await expect(button(page)).toHaveText('Sign Up');
  await expect(page.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect(page.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute('href', '/');
});

test('whoever was invited signs up, is led to Login, confirms the address and chats [S4.signup.1 S3.signup.1 S6.signup.1]', async ({
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
});

test('success is green, and leads to /login after one second and no sooner [S9.signup.2 S2.signup.3]', async ({
  page,
}) => {
  await page.clock.install();
  await page.route(/oauth2\/authorize/, (route) => route.fulfill({ status: 204 }));
  await page.goto('/register');
  await fill(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await answerOnce(page, 200, { message: 'Done.' });
  await button(page).click();
  await expect(page.getByText('Signup successful!')).toBeVisible();
  const [red = 0, green = 0, blue = 0] = await outcomeColour(page);
  expect(green).toBeGreaterThan(Math.max(red, blue));
  await page.clock.runFor(999);
  await expect(page).toHaveURL(/\/register$/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/login$/);
});

test('all five fields are required; the first that is missing has the focus [S5.signup.1]', async ({
  page,
}) => {
  const requests = signups(page);
  await page.goto('/register');
  for (const label of LABELS) {
    await fill(page, { [label]: label.includes('Password') ? '' : '  ' });
    await button(page).click();
    await expect(page.getByText(`${label} is required.`, { exact: true })).toBeVisible();
    await expect(field(page, label)).toBeFocused();
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`^${label} is required\\.`));
  }
  expect(requests).toEqual([]);
});

test('an address must be one, and both passwords have eight characters [S5.signup.3 S5.signup.4 S9.signup.1]', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  const requests = signups(page);
  await page.goto('/register');
  for (const email of ['ada', 'ada@', '@example.com', 'a b@example.com']) {
    await fill(page, { Email: email });
    await button(page).click();
    await expect(page.getByText('Enter a valid email address.')).toBeVisible();
    await expect(field(page, 'Email')).toBeFocused();
  }
  await fill(page, { Password: '1234567', 'Confirm Password': '1234567' });
  await button(page).click();
  await expect(page.getByText('Use at least 8 characters.')).toHaveCount(2);
  await expectAccessible(page);
  expect(requests).toEqual([]);
  await answerOnce(page, 400, { message: 'Got here.' });
  await fill(page, { Password: '12345678', 'Confirm Password': '12345678' });
  await button(page).click();
  await expect(page.getByRole('alert')).toHaveText('Got here.');
  expect(requests).toHaveLength(1);
});

test('passwords that differ are not sent [S5.signup.5 S8.signup.2]', async ({ page }) => {
  const requests = signups(page);
  await page.goto('/register');
  await fill(page, { 'Confirm Password': `${GOOD.Password}.` });
  await button(page).click();
  await expect(page.getByRole('alert')).toHaveText(MISMATCH);
  await expect(field(page, 'Confirm Password')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription(MISMATCH);
  expect(requests).toEqual([]);
});

test('Full Name ignores what is neither letter nor whitespace, where the caret stands [S5.signup.2]', async ({
  page,
}) => {
  await page.goto('/register');
  const name = field(page, 'Full Name');
  await name.pressSequentially("Zoë O'Neil-3 <b>陳 हिन्दी");
  await expect(name).toHaveValue('Zoë ONeil b陳 हिन्दी');
  await name.fill('Ada Lovelace');
  await name.press('Home');
  for (const key of ['A', '1', 'l']) await name.press(key);
  await expect(name).toHaveValue('AlAda Lovelace');
});

test('what an input method composes is left alone until it is done', async ({ page }) => {
  await page.goto('/register');
  const name = field(page, 'Full Name');
  await name.focus();
  const session = await page.context().newCDPSession(page);
  // As zhuyin and pinyin methods show it, with marks that are no letters.
  await session.send('Input.imeSetComposition', { text: "chen'3", selectionStart: 6, selectionEnd: 6 });
  await expect(name).toHaveValue("chen'3");
  await session.send('Input.insertText', { text: '陳2' });
  await expect(name).toHaveValue('陳');
});

test("the server's words are shown in red, its field is marked, and nothing typed is lost [S8.signup.1 S2.signup.3]", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.goto('/register');
  await fill(page);
  const message = 'This password is known from a data breach. Please choose another one.';
  await answerOnce(page, 400, { code: 'password_breached', message, field: 'password' });
  await button(page).click();
  await expect(page.getByRole('alert')).toHaveText(message);
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Password')).toHaveAccessibleDescription(message);
  const [red = 0, green = 0, blue = 0] = await outcomeColour(page);
  expect(red).toBeGreaterThan(Math.max(green, blue));
  for (const label of LABELS) await expect(field(page, label)).toHaveValue(GOOD[label]);
  await expectAccessible(page);
  // It goes with the next change.
  await field(page, 'Password').press('End');
  await field(page, 'Password').press('x');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test("where the server says nothing it is 'Signup failed', where there is none, to be tried again [S8.signup.1]", async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.goto('/register');
  await fill(page);
  for (const json of [{}, { message: '' }, 'no object']) {
    await answerOnce(page, 500, json);
    await button(page).click();
    await expect(page.getByRole('alert')).toHaveText('Signup failed');
    await field(page, 'Full Name').press('x');
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await context.setOffline(true);
  await button(page).click();
  await expect(page.getByRole('alert')).toHaveText('Signup failed. Please try again.');
  await expect(field(page, 'Email')).toHaveValue(GOOD.Email);
  await context.setOffline(false);
});

test('a code that nobody has is refused by the server', async ({ page, stack, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/);
  await page.goto('/register');
  await fill(page, { ...invited(stack), 'Invitation Code': 'AAAA-AAAA-AAAA' });
  await button(page).click();
  await expect(page.getByRole('alert')).toContainText('This invitation code cannot be used.');
  await expect(field(page, 'Invitation Code')).toHaveAttribute('aria-invalid', 'true');
});

test('while it is being sent it is not sent again', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/);
  const requests = signups(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('/signup', async (route) => {
    await held;
    await route.fulfill({ status: 400, json: { message: 'Refused.' } });
  });
  await page.goto('/register');
  await fill(page);
  await button(page).click();
  await expect(button(page)).toHaveText('Signing up...');
  await expect(button(page)).toBeDisabled();
  await button(page).click({ force: true });
  await field(page, 'Email').press('Enter');
  answer();
  await expect(page.getByRole('alert')).toHaveText('Refused.');
  expect(requests).toHaveLength(1);
});

test('an invite link fills in the code, which leaves the address bar and survives a reload', async ({
  page,
}) => {
  const asked: string[] = [];
  await page.goto('/register?code=ABCD-EFGH-JKLM');
  page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await expect(page).toHaveURL(/\/register$/);
  await expect(field(page, 'Invitation Code')).toHaveValue('ABCD-EFGH-JKLM');
  await page.reload();
  await expect(field(page, 'Invitation Code')).toHaveValue('ABCD-EFGH-JKLM');
  await page.getByRole('link', { name: 'Join the waitlist' }).click();
  await page.goBack();
  await expect(field(page, 'Invitation Code')).toHaveValue('ABCD-EFGH-JKLM');
  expect(asked.filter((request) => request.includes('ABCD-EFGH'))).toEqual([]);
});

test('an invite link leads whoever is signed in to their chats', async ({ chat }) => {
  await chat.goto('/register?code=ABCD-EFGH-JKLM');
  await expect(chat).toHaveURL(/\/chat\//);
  await expect(composer(chat)).toBeVisible();
});

test('the form works with the keyboard alone', async ({ page, stack }) => {
  const person = invited(stack);
  await page.goto('/register');
  await field(page, 'Full Name').focus();
  for (const text of [GOOD['Full Name'], person.Email]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  for (let time = 0; time < 2; time += 1) {
    await page.keyboard.type(GOOD.Password);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(page.getByRole('switch').nth(time)).toBeChecked();
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(person['Invitation Code']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Signup successful!' })).toBeFocused();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`is accessible and fits a narrow screen, ${colorScheme}`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/register');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await button(page).click();
    await expectAccessible(page);
    await fill(page);
    await answerOnce(page, 400, { message: 'Refused.', field: 'inviteCode' });
    await button(page).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await answerOnce(page, 200, { message: 'Done.' });
    // The page stays where it is: its timer of one second never ends.
    await page.evaluate(
      '{ const real = setTimeout; window.setTimeout = (f, ms, ...more) => (ms === 1000 ? 0 : real(f, ms, ...more)); }',
    );
    await button(page).click();
    await expect(page.getByText('Signup successful!')).toBeVisible();
    await expectAccessible(page);
  });
