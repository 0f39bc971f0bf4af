import { givenEntry } from '../support/operators.ts';
import { attempt, type Session } from './picture-session.ts';

/** Takes pictures of the operators' console. The user must be an operator. */
export async function operatorScreens({ page, stack, shoot }: Session): Promise<void> {
  const email = await givenEntry(stack, `ada.lovelace.${Date.now()}@a-rather-long-domain.example.com`);
  await givenEntry(stack);
  await page.goto('/admin/waitlist');
  await page.getByRole('checkbox', { name: `Select ${email}` }).check();
  await shoot('admin-waitlist');
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('region', { name: 'Result of the approval' }).waitFor();
  await shoot('admin-approved');
  for (const list of ['invites', 'users', 'feedback', 'announcement', 'audit']) {
    await page.goto(`/admin/${list}`);
    await page.getByText('Loading...').waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await shoot(`admin-${list}`);
  }
  await attempt('a user', async () => {
    await page.goto('/admin/users');
    await page.getByRole('main').getByRole('link', { name: /@/ }).first().click();
    await page.getByText('Loading...').waitFor({ state: 'detached' });
    await shoot('admin-user');
  });
}

export async function accountScreens({ page, shoot }: Session): Promise<void> {
  await page.goto('/account');
  await page.getByRole('button', { name: /^Delete/ }).waitFor();
  await page.getByRole('button', { name: 'Switch off…' }).waitFor();
  await shoot('account');
  await page.getByRole('button', { name: 'Switch off…' }).click();
  await page.getByLabel('Your password').waitFor();
  await shoot('account-two-step');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('account-delete');
  await page.keyboard.press('Escape');
}
