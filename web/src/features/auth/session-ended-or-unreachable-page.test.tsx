/** The page in place of a signed-in user's page, when the session has ended or could not be resumed. */
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/components/accessible.ts';
import { heading, openApp, USER } from '../../../../test/components/app.tsx';
import { expectCount, setOnline } from '../../../../test/components/browser.ts';
import { sessionState } from '../../lib/session/session-state.ts';

afterEach(() => setOnline(true));

it('says that the user is offline, and otherwise that the sign-in service cannot be reached', async () => {
  await openApp('/import', USER);
  setOnline(false);
  sessionState.set({ status: 'ended', reason: 'unreachable' });
  await expect.element(heading('You are offline')).toBeVisible();
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent(/^Check your connection\. This page loads again/);
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  expect(document.title).toContain('You are offline');
  await expectAccessible();
  await openApp('/import', USER);
  setOnline(true);
  sessionState.set({ status: 'ended', reason: 'unreachable' });
  await expect.element(heading('You could not be signed in')).toBeVisible();
  await expect.element(alert).toMatchTextContent(/^The sign-in service could not be reached\./);
  await expectCount(heading('You are offline'), 0);
});
