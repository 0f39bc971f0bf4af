/** A forgotten password: the hosted page mails a link, which opens the product's own page (decision 0082). */
import { composer, expect, expectAccessible, fillHostedUi, test } from './fixtures.ts';

test.use({ signsInByHand: true });

test('a forgotten password is replaced by the mailed link, and only by one that is hard to guess', async ({
  page,
  user,
  stack,
  expectedErrors,
}) => {
  expectedErrors.push(/400/);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(user.email);
  await page.getByRole('button', { name: 'Reset my password' }).click();
  await expect(page.getByRole('heading', { name: 'Change your password' })).toBeVisible();
  const mail = stack.inner.mails.latestTo(user.email);
  const link = /href="([^"]+)"/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(link).toMatch(new RegExp(`^${stack.urls.site}/reset-password#code=\\d{6}&email=`));

  await page.goto(link);
  await expect(page.getByLabel('Email')).toHaveValue(user.email);
  await expect(page).toHaveURL(`${stack.urls.site}/reset-password`);
  await expectAccessible(page);
  const password = page.getByRole('textbox', { name: 'New Password' });
  const change = page.getByRole('button', { name: 'Change password' });
  for (const [weak, words] of [
    ['short', 'Use at least 8 characters.'],
    ['password', 'known from a data breach'],
    [user.email, 'easy to guess'],
  ] as const) {
    await password.fill(weak);
    await change.click();
    await expect(page.getByRole('alert')).toContainText(words);
  }
  await password.fill('violet harbour 7 lanterns');
  await change.click();
  await expect(page.getByRole('status')).toContainText('Your password is changed.');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await fillHostedUi(page, { ...user, password: 'violet harbour 7 lanterns' });
  await expect(composer(page)).toBeVisible();
});
