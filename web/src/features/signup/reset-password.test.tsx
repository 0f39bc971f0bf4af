/** The page for a new password: what it refuses before it asks the server. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../../test/components/app.tsx';
import { answer, asked, Refusal } from '../../../../test/components/server.ts';

const password = page.getByRole('textbox', { name: 'New Password' });
const submit = page.getByRole('button', { name: 'Change password' });

it.each([
  [7, 'Use at least 8 characters.'],
  [257, 'Use at most 256 characters.'],
])('a password of %i characters is refused at its field, before anything is sent', async (length, words) => {
  await openApp('/reset-password#code=123456&email=ada@example.com');
  await password.fill('x'.repeat(length));
  await submit.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words);
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  expect(asked('resetPassword')).toHaveLength(0);
});

it('a password of 256 characters is sent', async () => {
  answer('resetPassword', { message: 'Your password is changed.' });
  await openApp('/reset-password#code=123456&email=ada@example.com');
  await password.fill('x'.repeat(256));
  await submit.click();
  await expect.element(page.getByText('Your password is changed.')).toBeVisible();
  expect(asked('resetPassword')[0]?.body).toMatchObject({ email: 'ada@example.com', code: '123456' });
});

it("API Gateway's own answer shows that the password was not changed", async () => {
  answer('resetPassword', new Refusal(503, { message: 'Service Unavailable' }));
  await openApp('/reset-password#code=123456&email=ada@example.com');
  await password.fill('x'.repeat(8));
  await submit.click();
  const message = 'The password was not changed. Please try again.';
  await expect.element(page.getByRole('alert')).toHaveTextContent(message);
});

it('a second mailed link that is opened in the same tab replaces the code of the first, and keeps the password', async () => {
  answer('resetPassword', { message: 'Your password is changed.' });
  await openApp('/reset-password#code=111111&email=ada@example.com');
  await password.fill('x'.repeat(8));
  await expect.poll(() => window.location.hash).toBe('');
  window.location.hash = '#code=222222&email=ada@example.com';
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveValue('222222');
  await expect.poll(() => window.location.hash).toBe('');
  await submit.click();
  await expect.element(page.getByText('Your password is changed.')).toBeVisible();
  expect(asked('resetPassword')[0]?.body).toEqual({
    email: 'ada@example.com',
    code: '222222',
    password: 'x'.repeat(8),
  });
});

it('another hash in the same tab, such as that of the skip link, changes no field', async () => {
  await openApp('/reset-password#code=111111&email=ada@example.com');
  await expect.poll(() => window.location.hash).toBe('');
  window.location.hash = '#content';
  await expect.poll(() => window.location.hash).toBe('');
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toHaveValue('111111');
});
