/** The first page that anyone sees, and joining the waitlist. */
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../test/components/accessible.ts';
import { address, openApp } from '../../../../test/components/app.tsx';
import { expectCount, narrow, press, typeInto } from '../../../../test/components/browser.ts';
import { answer, asked, held, Refusal, unreachable } from '../../../../test/components/server.ts';

const THANKS = 'Thank you for joining the waitlist. We’ll be in touch.';
const CONFIRMED = "Thank You! for joining the waitlist. We'll be in touch.";
const EMAIL = 'ada@example.com';

const field = page.getByPlaceholder('Enter your email');
const arrow = page.getByRole('button', { name: 'Join the waitlist' });
const alert = page.getByRole('alert');
const thanks = page.getByText(THANKS);
const bodies = () => asked('joinWaitlist').map(({ body }) => body);

beforeEach(() => answer('joinWaitlist', { message: 'Joined.' }));

it('the page says what it is, in the words of the specification [S2.waitlist.1 S2.waitlist.2]', async () => {
  await openApp('/');
  const main = page.getByRole('main');
  await expect.element(main.getByText('Welcome To', { exact: true })).toBeVisible();
  expect(document.querySelector('main img[src="/logo.svg"]')).not.toBeNull();
  const words = 'This page is accessible by invitation only. Please provide your email to join the waitlist.';
  await expect.element(main.getByText(words, { exact: true })).toBeVisible();
  await expect.element(main.getByText('Several AI models in one chat')).toBeVisible();
  await expect.element(field).toHaveAttribute('type', 'email');
  await expect.element(field).toHaveAttribute('autocomplete', 'email');
  const login = page.getByRole('link', { name: 'Login' });
  await expect.element(login).toHaveAttribute('href', '/login');
  const invited = main.getByRole('link', { name: 'I have an invitation code' });
  await expect.element(invited).toHaveAttribute('href', '/register');
});

it('/ has a background image, and another one under 768 px [S2.shell.9]', async () => {
  await openApp('/');
  await expect.element(field).toBeVisible();
  const image = () => getComputedStyle(page.getByRole('main').element()).backgroundImage;
  for (const [width, file] of [
    [1440, '/landing-wide.svg'],
    [768, '/landing-wide.svg'],
    [767, '/landing-narrow.svg'],
    [390, '/landing-narrow.svg'],
  ] as const) {
    await page.viewport(width, 800);
    await expect.poll(image).toContain(file);
    const { status, headers } = await fetch(file);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  }
});

it('a user who joins sees the thank-you page and has a waitlist entry [S4.waitlist.1 S2.thanks.1 S3.waitlist.1]', async () => {
  await openApp('/');
  await field.fill(EMAIL);
  await arrow.click();
  await expect.element(page.getByRole('status').filter({ hasText: THANKS })).toHaveTextContent(THANKS);
  await expect.element(field).toHaveValue('');
  await expect.poll(address).toBe('/thank-you');
  await expect.element(page.getByRole('heading', { name: 'Thank You!' })).toHaveFocus();
  const words = [...document.querySelectorAll('main h1, main p')].map(({ textContent }) => textContent);
  expect(words.join(' ')).toBe(CONFIRMED);
  expect(bodies()).toEqual([{ email: EMAIL }]);
  await expectAccessible();
});

it('the button keeps the focus after a join, until the thank-you page opens', async () => {
  await openApp('/');
  await field.fill(EMAIL);
  await arrow.click();
  await expect.element(thanks).toBeVisible();
  await expect.element(field).toHaveValue('');
  // A browser takes the focus from a button that became disabled only when it draws the next frame.
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  await expect.element(arrow).toHaveFocus();
});

it('an empty address cannot be sent; blanks around one are left out [S2.waitlist.3 S2.waitlist.4 S5.waitlist.1]', async () => {
  await openApp('/');
  await expect.element(arrow).toBeDisabled();
  await field.click();
  await press('{Enter}   ');
  await expect.element(arrow).toBeDisabled();
  await press('{Enter}');
  await field.fill('');
  await typeInto(field, '  ada@example.com ');
  await expect.element(arrow).toBeEnabled();
  await press('{Enter}');
  await expect.element(thanks).toBeVisible();
  expect(bodies()).toEqual([{ email: EMAIL }]);
});

it('only the browser refuses an invalid address [S5.waitlist.2]', async () => {
  await openApp('/');
  await field.fill('no address');
  await press('{Enter}');
  await expect.element(field).toHaveFocus();
  expect(document.querySelector<HTMLInputElement>('input[type=email]')?.validity.typeMismatch).toBe(true);
  expect(bodies()).toEqual([]);
  await field.fill('odd@localhost');
  await press('{Enter}');
  await expect.element(thanks).toBeVisible();
  expect(bodies()).toHaveLength(1);
});

it('a refusal is told in an alert, and the address stays [S8.waitlist.1]', async () => {
  await openApp('/');
  for (const status of [400, 429, 500]) {
    answer('joinWaitlist', new Refusal(status, { code: 'internal', message: 'Not shown.' }));
    await field.fill(EMAIL);
    await arrow.click();
    await expect.element(alert).toHaveTextContent('Failed to submit email. Please try again.');
    await expect.element(field).toHaveValue(EMAIL);
    await expect.element(arrow).toHaveFocus();
    await expectAccessible();
    // The error disappears with the next change.
    await field.click();
    await press('{End}{Backspace}');
    await expectCount(alert, 0);
  }
});

it('without a connection the page says so, keeps the address, and the next attempt works [S8.waitlist.2]', async () => {
  await openApp('/');
  await field.fill(EMAIL);
  answer('joinWaitlist', unreachable());
  await arrow.click();
  await expect.element(alert).toHaveTextContent('Something went wrong.');
  await expect.element(field).toHaveValue(EMAIL);
  answer('joinWaitlist', { message: 'Joined.' });
  await arrow.click();
  await expect.poll(address).toBe('/thank-you');
});

it('while the address is being sent, it cannot be sent again', async () => {
  const answered = held('joinWaitlist', { message: 'Joined.' });
  await openApp('/');
  await field.fill(EMAIL);
  await press('{Enter}');
  await expect.poll(() => document.querySelector('form[aria-busy="true"]')).not.toBeNull();
  await press('{Enter}');
  await arrow.click();
  await typeInto(field, 'more');
  await expect.element(field).toHaveValue(EMAIL);
  await answered.release();
  await expect.element(thanks).toBeVisible();
  await field.click();
  await press('{Enter}');
  await expect.poll(address).toBe('/thank-you');
  expect(bodies()).toHaveLength(1);
});

it('the layout does not move when the outcome appears', async () => {
  const box = () => JSON.stringify(field.element().getBoundingClientRect());
  for (const width of [1440, 390, 320]) {
    await page.viewport(width, 844);
    await openApp('/');
    await field.fill(EMAIL);
    const before = box();
    answer('joinWaitlist', new Refusal(500, {}));
    await arrow.click();
    await expect.element(alert).toBeVisible();
    expect(box()).toBe(before);
    answer('joinWaitlist', { message: 'Joined.' });
    await arrow.click();
    await expect.element(thanks).toBeVisible();
    expect(box()).toBe(before);
  }
});

it('each state is accessible and fits a narrow screen, light and dark', async () => {
  const answered = held('joinWaitlist', { message: 'Joined.' });
  await narrow();
  for (const path of ['/thank-you', '/']) {
    await openApp(path);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible();
    expectNoSidewaysScroll();
  }
  await field.fill(EMAIL);
  await expectAccessible();
  await press('{Enter}');
  await expectAccessible();
  await answered.release();
  await expect.element(thanks).toBeVisible();
  await expectAccessible();
});
