/** The sign-up form: its fields, refusals and messages. test/e2e/signup.spec.ts tests that an account is opened. */
import { expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../test/components/accessible.ts';
import { address, openApp, reopenApp } from '../../../../test/components/app.tsx';
import {
  departures,
  expectCount,
  focusOn,
  narrow,
  press,
  typeInto,
} from '../../../../test/components/browser.ts';
import { answer, asked, held, Refusal, refuse, unreachable } from '../../../../test/components/server.ts';

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

const field = (label: Label) => page.getByRole('textbox', { name: label, exact: true });
const button = page.getByRole('button', { name: /^Sign(?: U|ing u)p/ });
const alert = page.getByRole('alert');

async function fill(changed: Partial<Record<Label, string>> = {}): Promise<void> {
  for (const label of LABELS) await field(label).fill(changed[label] ?? GOOD[label]);
}

async function openForm(): Promise<void> {
  await openApp('/register');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Red, green and blue of the text colour of the outcome above the form. */
function outcomeColour(): number[] {
  const outcome = document.querySelector('form [role=alert], form [role=status]');
  return outcome ? (getComputedStyle(outcome).color.match(/\d+/g) ?? []).map(Number) : [];
}

it('the form has five fields, two of which can be shown, a button and a link to Login [S2.register.1 S2.signup.1 S2.signup.2]', async () => {
  await openForm();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome to Parley');
  const autocomplete = ['name', 'email', 'new-password', 'new-password', 'off'];
  for (const [i, label] of LABELS.entries())
    await expect.element(field(label)).toHaveAttribute('autocomplete', autocomplete[i]);
  for (const label of ['Password', 'Confirm Password'] as const) {
    const toggle = page.getByRole('switch', { name: `Show ${label.toLowerCase()}` });
    for (const type of ['password', 'text', 'password']) {
      await expect.element(field(label)).toHaveAttribute('type', type);
      await toggle.click();
    }
  }
  await expect.element(button).toHaveTextContent('Sign Up');
  await expect.element(page.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect.element(page.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute('href', '/');
});

it('a successful signup shows a green message, and opens /login one second later [S9.signup.2 S2.signup.3]', async () => {
  answer('signup', { message: 'Done.' });
  await openForm();
  await fill();
  const sentAt = performance.now();
  await button.click();
  await expect.element(page.getByText('Signup successful!')).toBeVisible();
  const [red = 0, green = 0, blue = 0] = outcomeColour();
  expect(green).toBeGreaterThan(Math.max(red, blue));
  await expect.poll(address).toBe('/login');
  expect(performance.now() - sentAt).toBeGreaterThanOrEqual(1_000);
  await expect.element(page.getByRole('heading', { name: 'Redirecting...' })).toBeVisible();
  await expectCount(page.getByRole('banner').getByRole('link', { name: 'Login' }), 0);
  await expect.poll(departures).toEqual([expect.stringContaining('/oauth2/authorize')]);
});

it('an invite link fills in the code, which leaves the address bar and survives a reload', async () => {
  const code = GOOD['Invitation Code'];
  await openApp(`/register?code=${code}`);
  await expect.element(field('Invitation Code')).toHaveValue(code);
  expect(address()).toBe('/register');
  await reopenApp('/register', window.history.state);
  await expect.element(field('Invitation Code')).toHaveValue(code);
  await page.getByRole('link', { name: 'Join the waitlist' }).click();
  await expect.poll(address).toBe('/');
  await expectCount(field('Invitation Code'), 0);
  window.history.back();
  await expect.element(field('Invitation Code')).toHaveValue(code);
  expect(address()).toBe('/register');
});

it('all five fields are required; the first that is missing has the focus [S5.signup.1]', async () => {
  await openForm();
  for (const label of LABELS) {
    await fill({ [label]: label.includes('Password') ? '' : '  ' });
    await button.click();
    await expect.element(page.getByText(`${label} is required.`, { exact: true })).toBeVisible();
    await expect.element(field(label)).toHaveFocus();
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field(label)).toHaveAccessibleDescription(new RegExp(`^${label} is required\\.`));
  }
  expect(asked('signup')).toEqual([]);
});

it('an email address must be valid, and both passwords have eight characters [S5.signup.3 S5.signup.4 S9.signup.1]', async () => {
  await openForm();
  await fill();
  for (const email of ['ada', 'ada@', '@example.com', 'a b@example.com']) {
    await field('Email').fill(email);
    await button.click();
    await expect.element(page.getByText('Enter a valid email address.')).toBeVisible();
    await expect.element(field('Email')).toHaveFocus();
  }
  await fill({ Password: '1234567', 'Confirm Password': '1234567' });
  await button.click();
  await expectCount(page.getByText('Use at least 8 characters.'), 2);
  await expectAccessible();
  expect(asked('signup')).toEqual([]);
  answer('signup', new Refusal(400, { message: 'Got here.' }));
  await fill({ Password: '12345678', 'Confirm Password': '12345678' });
  await button.click();
  await expect.element(alert).toHaveTextContent('Got here.');
  expect(asked('signup')).toHaveLength(1);
});

it('passwords that differ are not sent [S5.signup.5 S8.signup.2]', async () => {
  await openForm();
  await fill({ 'Confirm Password': `${GOOD.Password}.` });
  await button.click();
  await expect.element(alert).toHaveTextContent(MISMATCH);
  await expect.element(field('Confirm Password')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Confirm Password')).toHaveAccessibleDescription(MISMATCH);
  expect(asked('signup')).toEqual([]);
});

it('Full Name ignores what is neither letter nor whitespace, where the caret stands [S5.signup.2]', async () => {
  await openForm();
  const name = field('Full Name');
  await typeInto(name, "Zoë O'Neil-3 <b>陳 हिन्दी");
  await expect.element(name).toHaveValue('Zoë ONeil b陳 हिन्दी');
  await name.fill('Ada Lovelace');
  await press('{Home}A1l');
  await expect.element(name).toHaveValue('AlAda Lovelace');
});

it('text of an input method is filtered only when its composition ends', async () => {
  await openForm();
  const name = field('Full Name');
  await name.click();
  // Zhuyin and pinyin input methods show marks that are not letters during a composition.
  await cdp().send('Input.imeSetComposition', { text: "chen'3", selectionStart: 6, selectionEnd: 6 });
  await expect.element(name).toHaveValue("chen'3");
  await cdp().send('Input.insertText', { text: '陳2' });
  await expect.element(name).toHaveValue('陳');
});

it("the server's words are shown in red, its field is marked, and nothing typed is lost [S8.signup.1 S2.signup.3]", async () => {
  const refusal = refuse('password_breached');
  answer('signup', refusal);
  await openForm();
  await fill();
  await button.click();
  const message = 'This password is known from a data breach. Please choose another one.';
  await expect.element(alert).toHaveTextContent(message);
  await expect.element(alert).toHaveFocus();
  await expect.element(field('Password')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Password')).toHaveAccessibleDescription(message);
  const [red = 0, green = 0, blue = 0] = outcomeColour();
  expect(red).toBeGreaterThan(Math.max(green, blue));
  for (const label of LABELS) await expect.element(field(label)).toHaveValue(GOOD[label]);
  await expectAccessible();
  // The error disappears with the next change.
  await field('Password').click();
  await press('{End}x');
  await expectCount(alert, 0);
});

it('a refused invitation marks its field', async () => {
  answer('signup', refuse('invite_invalid'));
  await openForm();
  await fill();
  await button.click();
  await expect.element(alert).toMatchTextContent(/This invitation code cannot be used\./);
  await expect.element(field('Invitation Code')).toHaveAttribute('aria-invalid', 'true');
});

it("a refusal without a message shows 'Signup failed', an unreachable server 'Signup failed. Please try again.' [S8.signup.1]", async () => {
  await openForm();
  await fill();
  for (const json of [{}, { message: '' }, 'no object']) {
    answer('signup', new Refusal(500, json));
    await button.click();
    await expect.element(alert).toHaveTextContent('Signup failed');
    await typeInto(field('Full Name'), 'x');
    await expectCount(alert, 0);
  }
  answer('signup', unreachable());
  await button.click();
  await expect.element(alert).toHaveTextContent('Signup failed. Please try again.');
  await expect.element(field('Email')).toHaveValue(GOOD.Email);
});

it.each([
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [503, 'Service Unavailable'],
])("API Gateway's own answer %i shows 'Signup failed'", async (status, message) => {
  answer('signup', new Refusal(status, { message }));
  await openForm();
  await fill();
  await button.click();
  await expect.element(alert).toHaveTextContent('Signup failed');
});

it("the server's message is shown without a code too", async () => {
  answer('signup', new Refusal(503, { message: 'Signing up is closed tonight.' }));
  await openForm();
  await fill();
  await button.click();
  await expect.element(alert).toHaveTextContent('Signing up is closed tonight.');
});

it('while the signup is being sent, further clicks and Enter send nothing', async () => {
  const answered = held('signup', new Refusal(400, { message: 'Refused.' }));
  await openForm();
  await fill();
  await button.click();
  await expect.element(button).toHaveTextContent('Signing up...');
  await expect.element(button).toBeDisabled();
  await button.click({ force: true });
  await field('Email').click();
  await press('{Enter}');
  await answered.release();
  await expect.element(alert).toHaveTextContent('Refused.');
  expect(asked('signup')).toHaveLength(1);
});

it('the form works with the keyboard alone', async () => {
  answer('signup', { message: 'Done.' });
  await openForm();
  await focusOn(field('Full Name'));
  await press(`${GOOD['Full Name']}{Tab}${GOOD.Email}{Tab}`);
  for (const nth of [0, 1]) {
    await press(`${GOOD.Password}{Tab} `);
    await expect.element(page.getByRole('switch').nth(nth)).toBeChecked();
    await press('{Tab}');
  }
  await press(`${GOOD['Invitation Code']}{Enter}`);
  await expect.element(page.getByRole('status').filter({ hasText: 'Signup successful!' })).toHaveFocus();
  expect(asked('signup').map(({ body }) => body)).toEqual([
    {
      name: GOOD['Full Name'],
      inviteCode: GOOD['Invitation Code'],
      email: GOOD.Email,
      password: GOOD.Password,
    },
  ]);
});

it('each state is accessible and fits a narrow screen, light and dark', async () => {
  await narrow();
  await openForm();
  await expectAccessible();
  expectNoSidewaysScroll();
  await button.click();
  await expectAccessible();
  await fill();
  answer('signup', new Refusal(400, { message: 'Refused.', field: 'inviteCode' }));
  await button.click();
  await expect.element(alert).toBeVisible();
  await expectAccessible();
  answer('signup', { message: 'Done.' });
  await button.click();
  await expect.element(page.getByText('Signup successful!')).toBeVisible();
  await expectAccessible();
});
