import type { Session } from './picture-session.ts';

/** Pages that need no account. */
export async function visitorScreens({ page, shoot }: Session): Promise<void> {
  for (const [state, address] of Object.entries({
    landing: '/',
    'thank-you': '/thank-you',
    register: '/register?code=ABCD-EFGH-JKLM',
    'reset-password': '/reset-password#code=123456&email=ada@example.com',
    'not-found': '/nowhere',
  })) {
    await page.goto(address);
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await shoot(state);
  }
  await page.goto('/login');
  await page.getByLabel('Email').waitFor();
  await shoot('hosted-sign-in');
}
