/** The console's tab with the announcement. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { StoredAnnouncement } from '#contract/admin';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../../test/components/accessible.ts';
import { ADMIN, openApp } from '../../../../../test/components/app.tsx';
import { expectCount, expectTexts, focusOn, narrow, press } from '../../../../../test/components/browser.ts';
import { answer, asked, broken, held, refuse } from '../../../../../test/components/server.ts';

const text = page.getByLabelText('Text');
const link = page.getByLabelText('Link (optional)');
const end = page.getByLabelText('End (optional)');
const show = page.getByRole('button', { name: 'Show to users' });
const save = page.getByRole('button', { name: 'Save changes' });
const remove = page.getByRole('button', { name: 'Remove', exact: true });
const dialog = page.getByRole('dialog', { name: 'Remove the announcement?' });

const stored: StoredAnnouncement = {
  ...{ id: 'a', at: '2026-11-01T10:00:00.000Z', text: 'Maintenance tonight', level: 'warning' },
  ...{ link: 'https://status.example.com/', endsAt: '2099-11-01T10:00:00.000Z' },
};
const open = () => openApp('/admin/announcement', ADMIN);

async function openEmpty(): Promise<void> {
  answer('getAnnouncement', {});
  await open();
  await expect.element(page.getByText('Nothing is announced now.')).toBeVisible();
}

it('an announcement is set with all its fields', async () => {
  await openEmpty();
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
  await text.fill('  Maintenance tonight ');
  await page.getByRole('checkbox', { name: 'Mark it as important' }).click();
  await link.fill('https://status.example.com/');
  await end.fill('2099-11-01T10:00');
  answer('setAnnouncement', { announcement: stored });
  await show.click();
  await expect.element(page.getByText(/Shown to users, last changed/)).toBeVisible();
  await expect.element(page.getByRole('status').getByText('The announcement is shown')).toBeInTheDocument();
  expect(asked('setAnnouncement')[0]?.body).toEqual({
    ...{ text: 'Maintenance tonight', level: 'warning', link: 'https://status.example.com/' },
    ...{ endsAt: new Date('2099-11-01T10:00').toISOString(), seen: '' },
  });
});

const CHANGED = refuse('announcement_changed', 'Another operator has changed the announcement.');
const theirs: StoredAnnouncement = {
  ...{ id: 'b', at: '2026-11-01T11:00:00.000Z', text: 'The other operator’s', level: 'info' },
};

it('an announcement that another operator has set meanwhile is shown, not replaced, and what was typed stays', async () => {
  await openEmpty();
  await text.fill('Maintenance tonight');
  answer('setAnnouncement', CHANGED);
  answer('getAnnouncement', { announcement: theirs });
  await show.click();
  await expect.element(page.getByText('The other operator’s')).toBeVisible();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Another operator has changed');
  await expect.element(text).toHaveValue('Maintenance tonight');
  answer('setAnnouncement', { announcement: stored });
  await save.click();
  await expectCount(page.getByRole('alert'), 0);
  await expect
    .poll(() => asked('setAnnouncement').map(({ body }) => body))
    .toMatchObject([{ seen: '' }, { seen: theirs.at }]);
});

it('an announcement that another operator has set meanwhile is shown, not removed, and its removal is asked again', async () => {
  answer('getAnnouncement', { announcement: stored });
  await open();
  await remove.click();
  answer('removeAnnouncement', CHANGED);
  answer('getAnnouncement', { announcement: theirs });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expectCount(dialog, 0);
  await expect.element(page.getByText('The other operator’s')).toBeVisible();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Another operator has changed');
  await remove.click();
  answer('removeAnnouncement', {});
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(page.getByText('Nothing is announced now.')).toBeVisible();
  expect(asked('removeAnnouncement').map(({ input }) => input.seen)).toEqual([stored.at, theirs.at]);
});

it('an announcement is changed; a second click while it is saved sends nothing', async () => {
  answer('getAnnouncement', { announcement: stored });
  await open();
  await expect.element(text).toHaveValue('Maintenance tonight');
  await expect.element(page.getByRole('checkbox')).toBeChecked();
  await text.fill('It takes longer');
  const saving = held('setAnnouncement', { announcement: { ...stored, text: 'It takes longer' } });
  await save.click();
  await page.getByRole('button', { name: 'Saving...' }).click({ force: true });
  await saving.release();
  await expect.element(save).toBeVisible();
  expect(asked('setAnnouncement')).toHaveLength(1);
});

it('an announcement is removed after a confirmation that shows no earlier error, and the form keeps the text', async () => {
  answer('getAnnouncement', { announcement: stored });
  await open();
  await remove.click();
  answer('removeAnnouncement', broken());
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await remove.click();
  await expect.element(dialog).toBeVisible();
  await expectCount(dialog.getByRole('alert'), 0);
  answer('removeAnnouncement', {});
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expectCount(dialog, 0);
  await expect.element(page.getByText('Nothing is announced now.')).toBeVisible();
  await expect.element(text).toHaveValue('Maintenance tonight');
  await expect.element(remove).toHaveFocus();
});

it('the audit says what was announced, and that it was removed', async () => {
  const record = { at: stored.at, actor: ADMIN.owner, actorName: ADMIN.email };
  answer('listAudit', {
    records: [
      { ...record, id: '2', action: 'announcement.remove' },
      { ...record, id: '1', action: 'announcement.set', detail: `warning · ${stored.text}` },
    ],
  });
  await openApp('/admin/audit', ADMIN);
  await expectTexts(page.getByRole('region', { name: 'Audit' }).getByRole('rowheader'), [
    'Removed the announcement',
    `Set the announcementwarning · ${stored.text}`,
  ]);
});

it('the failure of a removal whose dialog was closed is shown in the form, and in the dialog opened again', async () => {
  answer('getAnnouncement', { announcement: stored });
  await open();
  await remove.click();
  const removing = held('removeAnnouncement', broken());
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await press('{Escape}');
  await expectCount(dialog, 0);
  await removing.release();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Remove:');
  await remove.click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectCount(page.getByRole('alert'), 0);
});

it.each([
  ['no text', async () => undefined, text, 'Write a text.'],
  ['a long text', () => text.fill('x'.repeat(301)), text, 'A text has at most 300 characters.'],
  ['a link that is not https', () => link.fill('http://example.com'), link, /begins with https/],
  ['an end in the past', () => end.fill('2020-01-01T10:00'), end, 'Choose a time in the future.'],
])('%s: the field is marked and focused, and nothing is sent', async (what, fill, field, words) => {
  await openEmpty();
  if (what !== 'no text') await text.fill('Maintenance tonight');
  await fill();
  await show.click();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByText(words).last()).toBeVisible();
  expect(asked('setAnnouncement')).toHaveLength(0);
});

it('an end with a date but no time is marked, and nothing is sent until it is complete', async () => {
  await openEmpty();
  await text.fill('Maintenance tonight');
  await focusOn(end);
  await press('01012099');
  await show.click();
  await expect.element(page.getByText('Enter a date and a time, or clear both.')).toBeVisible();
  await expect.element(end).toHaveFocus();
  expect(asked('setAnnouncement')).toHaveLength(0);
  answer('setAnnouncement', { announcement: stored });
  await end.fill('2099-01-01T10:00');
  await expect.element(end).toHaveAttribute('aria-invalid', 'false');
  await show.click();
  await expect.element(save).toBeVisible();
  expect(asked('setAnnouncement')[0]?.body).toMatchObject({
    endsAt: new Date('2099-01-01T10:00').toISOString(),
  });
});

it('a refusal is shown, and what was typed stays', async () => {
  await openEmpty();
  await text.fill('Maintenance tonight');
  answer('setAnnouncement', refuse('invalid_request', 'The end must be in the future.'));
  await show.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('The end must be in the future.');
  await expect.element(text).toHaveValue('Maintenance tonight');
});

it('a save that fails after the screen was left is told on return, with what was typed, until the next one', async () => {
  answer('listAudit', { records: [] });
  await openEmpty();
  await text.fill('Maintenance tonight');
  const saving = held('setAnnouncement', broken());
  await show.click();
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect.element(page.getByRole('heading', { name: 'Audit' })).toBeVisible();
  await saving.release();
  await page.getByRole('link', { name: 'Announcement' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(text).toHaveValue('Maintenance tonight');
  answer('setAnnouncement', { announcement: stored });
  await show.click();
  await expect.element(save).toBeVisible();
  await expectCount(page.getByRole('alert'), 0);
});

it('a read that ends after a save that was left running does not bring the earlier announcement back', async () => {
  answer('listAudit', { records: [] });
  await openEmpty();
  await text.fill('Maintenance tonight');
  const saving = held('setAnnouncement', { announcement: stored });
  await show.click();
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect.element(page.getByRole('heading', { name: 'Audit' })).toBeVisible();
  const reading = held('getAnnouncement', {});
  await page.getByRole('link', { name: 'Announcement' }).click();
  await saving.release();
  await expect.element(save).toBeVisible();
  await reading.release();
  await expect.element(save).toBeVisible();
});

it('after a save that ended when the screen was left, the form shows what another operator has set since', async () => {
  answer('listAudit', { records: [] });
  await openEmpty();
  await text.fill('Maintenance tonight');
  const saving = held('setAnnouncement', { announcement: stored });
  await show.click();
  await page.getByRole('link', { name: 'Audit' }).click();
  await expect.element(page.getByRole('heading', { name: 'Audit' })).toBeVisible();
  await saving.release();
  await expect.element(page.getByRole('status').getByText('The announcement is shown')).toBeInTheDocument();
  answer('getAnnouncement', { announcement: { ...stored, id: 'b', text: 'No maintenance' } });
  await page.getByRole('link', { name: 'Announcement' }).click();
  await expect.element(text).toHaveValue('No maintenance');
});

it('a failed read has a retry; the form is accessible and fits a narrow screen', async () => {
  answer('getAnnouncement', broken());
  await open();
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  answer('getAnnouncement', { announcement: stored });
  await retry.click();
  await expect.element(text).toBeVisible();
  await expectAccessible();
  await narrow();
  await expectAccessible();
  expectNoSidewaysScroll();
});
