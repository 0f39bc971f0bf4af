/** The console's lists: late answers, failed reads, and reads after an action. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Invite } from '#contract/admin';
import { ADMIN, openApp } from '../../../../test/components/app.tsx';
import { expectTexts } from '../../../../test/components/browser.ts';
import { answer, asked, held, refuse } from '../../../../test/components/server.ts';

const invite = (code: string): Invite => ({
  code,
  status: 'open',
  createdAt: '2026-03-01T00:00:00.000Z',
  expiresAt: '2026-04-01T00:00:00.000Z',
  maxUses: 1,
  uses: 0,
  redemptions: [],
  link: `https://parley.example.com/register?code=${code}`,
});

const [OLD, NEW] = [invite('OLDO-LDOL-DOLD'), invite('NEWN-EWNE-WNEW')] as const;
const codes = page.getByRole('region', { name: 'Invites' }).getByRole('rowheader');
const openInvites = () => openApp('/admin/invites', ADMIN);

/** Goes offline and online again, upon which the page reads the list again. */
function loseConnectionOnce(): void {
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
}

async function givenRead(...invites: readonly Invite[]): Promise<void> {
  answer('listInvites', { invites: [...invites] });
  await openInvites();
  await expectTexts(
    codes,
    invites.map(({ code }) => code),
  );
}

it('an answer to a search that a newer one overtook is not shown', async () => {
  await givenRead(OLD, NEW);
  const slow = held('listInvites', { invites: [OLD] });
  const search = page.getByRole('searchbox');
  await search.fill('old');
  await expect.poll(() => asked('listInvites').at(-1)?.input).toEqual({ search: 'old' });
  answer('listInvites', { invites: [NEW] });
  await search.fill('new');
  await expectTexts(codes, [NEW.code]);
  await slow.release();
  await expect.poll(() => asked('listInvites').at(-1)?.input).toEqual({ search: 'new' });
  await expectTexts(codes, [NEW.code]);
});

it('rows stay when they cannot be read again; the reason is in the words of the server, with a way to retry', async () => {
  await givenRead(OLD);
  answer('listInvites', refuse('too_many_requests', 'Too many attempts.'));
  loseConnectionOnce();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Too many attempts\./);
  await expectTexts(codes, [OLD.code]);
  answer('listInvites', { invites: [NEW] });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expectTexts(codes, [NEW.code]);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Invites' })).toHaveFocus();
});

it('invites are created once, however often the button is clicked, and the list is read again', async () => {
  await givenRead(OLD);
  const { release } = held('createInvites', { invites: [NEW] });
  await page.getByRole('button', { name: 'Create invites' }).click();
  const create = page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).element();
  if (!(create instanceof HTMLElement)) throw new Error('There is no button');
  create.click();
  create.click();
  await expect.element(page.getByRole('button', { name: 'Creating...' })).toBeVisible();
  answer('listInvites', { invites: [NEW, OLD] });
  await release();
  await expect.element(page.getByRole('heading', { name: '1 invite created' })).toHaveFocus();
  await page.getByRole('button', { name: 'Done' }).click();
  await expectTexts(codes, [NEW.code, OLD.code]);
  expect(asked('createInvites')).toHaveLength(1);
});

it('a list requested before an action does not revert what the action changed', async () => {
  await givenRead(OLD);
  const stale = held('listInvites', { invites: [OLD] });
  loseConnectionOnce();
  await expect.poll(() => asked('listInvites').length).toBe(2);
  answer('listInvites', { invites: [{ ...OLD, status: 'revoked' }] });
  answer('revokeInvite', { ...OLD, status: 'revoked' });
  await page.getByRole('button', { name: /^Revoke OLDO/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  const status = page.getByRole('cell', { name: 'Revoked' });
  await expect.element(status).toBeVisible();
  await stale.release();
  await expect.poll(() => asked('listInvites').length).toBe(3);
  await expect.element(status).toBeVisible();
});

it('an invite created during the first read of the list is in it, although the answer to that read is older', async () => {
  const first = held('listInvites', { invites: [OLD] });
  await openInvites();
  await page.getByRole('button', { name: 'Create invites' }).click();
  await expect.poll(() => asked('listInvites').length).toBe(1);
  answer('listInvites', { invites: [NEW, OLD] });
  answer('createInvites', { invites: [NEW] });
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await first.release();
  await expectTexts(codes, [NEW.code, OLD.code]);
});
