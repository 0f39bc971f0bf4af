/** The operators' console: lists, confirmations, forms, failures. test/e2e/admin.spec.ts tests what its actions do. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Approval, Invite, UserDetails, WaitlistEntry } from '#contract/admin';
import { WAITLIST_BATCH_MAX } from '#contract/limits';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../test/components/accessible.ts';
import { ADMIN, address, openApp, title, USER } from '../../../../test/components/app.tsx';
import { expectCount, focusOn, narrow, press, setOnline } from '../../../../test/components/browser.ts';
import { more } from '../../../../test/components/chat-screen.ts';
import { startChats } from '../../../../test/components/chats.ts';
import { expectUnlike, forceColors } from '../../../../test/components/forced-colors.ts';
import { saved, startSavedFiles } from '../../../../test/components/saved-files.ts';
import {
  answer,
  asked,
  broken,
  held,
  Refusal,
  refuse,
  unreachable,
} from '../../../../test/components/server.ts';

startChats();

const AT = '2026-01-01T12:00:00.000Z';
const tick = (email: string) => page.getByRole('checkbox', { name: `Select ${email}` });
const results = page.getByRole('region', { name: 'Result of the approval' });
const dialog = page.getByRole('dialog');
const alert = page.getByRole('alert');
const approve = (count: number) => page.getByRole('button', { name: `Approve ${count}` });

let waiting: WaitlistEntry[];
let invites: Invite[];

const invite = (code: string, change: Partial<Invite> = {}): Invite => ({
  ...{ code, status: 'open', createdAt: AT, expiresAt: '2031-01-01T00:00:00.000Z', maxUses: 1, uses: 0 },
  ...{ redemptions: [], link: `https://parley.example.com/register?code=${code}` },
  ...change,
});

const details = ({ owner, email, isAdmin = false }: typeof ADMIN): UserDetails => ({
  ...{ owner, email, createdAt: AT, enabled: true, confirmed: true, isAdmin },
  ...{ subscription: { tier: 'free', active: false }, usage: [] },
});

const codeOf = (nth: number) => `AAAA-BBBB-${String(nth).padStart(4, '2')}`;

/** Puts people on the waitlist, and returns their addresses. */
function givenWaiting(count: number, prefix = 'waiting'): string[] {
  const emails = Array.from({ length: count }, (_, i) => `${prefix}-${i + 1}@example.com`);
  waiting = emails.map((email) => ({ email, joinedAt: AT, status: 'waiting' }));
  return emails;
}

const emailsOf = (body: unknown): string[] =>
  typeof body === 'object' && body !== null && 'emails' in body && Array.isArray(body.emails)
    ? body.emails
    : [];

beforeEach(() => {
  waiting = [];
  invites = [];
  answer('listWaitlist', ({ input: { status = 'waiting', search = '' } }) => ({
    entries: waiting.filter((entry) => entry.status === status && entry.email.includes(search)),
  }));
  answer('approveWaitlist', ({ body }) => {
    const emails = emailsOf(body);
    waiting = waiting.map((entry) =>
      emails.includes(entry.email) ? { ...entry, status: 'approved' } : entry,
    );
    const results = emails.map(
      (email, i): Approval => ({ email, outcome: 'approved', mail: 'sent', invite: invite(codeOf(i)) }),
    );
    return { results };
  });
  answer('removeFromWaitlist', ({ body }) => {
    const removed = emailsOf(body);
    waiting = waiting.filter(({ email }) => !removed.includes(email));
    return { removed };
  });
  answer('listInvites', () => ({ invites }));
  answer('listUsers', () => ({ users: [details(USER), details(ADMIN)] }));
  answer('listAudit', () => ({
    records: [{ id: '1', at: AT, action: 'invite.create', actor: ADMIN.owner, actorName: ADMIN.email }],
  }));
  answer('getUser', ({ input }) =>
    input.owner === ADMIN.owner
      ? details(ADMIN)
      : input.owner === USER.owner
        ? details(USER)
        : refuse('user_not_found'),
  );
});

async function openWaitlist(search = ''): Promise<void> {
  await openApp(`/admin/waitlist${search}`, ADMIN);
  await expect.element(page.getByRole('heading', { name: 'Waitlist' })).toBeVisible();
}

it('an operator without two-step sign-in is led to the account to switch it on, and may come back', async () => {
  answer('getSecondFactor', { isOn: false, isRequired: true });
  answer('listWaitlist', refuse('second_factor_required'));
  await openApp('/admin/waitlist', ADMIN);
  await expect.element(page.getByRole('heading', { name: 'Two-step sign-in is needed' })).toBeVisible();
  await expect.element(page.getByText('Switch it on in your account.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect.element(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  answer('listWaitlist', { entries: [] });
  window.history.back();
  await expect.element(page.getByRole('heading', { name: 'Waitlist' })).toBeVisible();
});

it('a refusal for lack of two-step sign-in causes no further request, also in React’s strict mode', async () => {
  answer('listWaitlist', refuse('second_factor_required'));
  await openApp('/admin/waitlist', ADMIN, { isStrict: true });
  const refused = page.getByRole('heading', { name: 'Two-step sign-in is needed' });
  await expect.element(refused).toBeVisible();
  const calls = asked('listWaitlist').length;
  for (let tasks = 0; tasks < 20; tasks += 1) await new Promise((resolve) => setTimeout(resolve));
  await expect.element(refused).toBeVisible();
  expect(asked('listWaitlist')).toHaveLength(calls);
});

it('each tab is an address with a title, and accessible', async () => {
  await openApp('/chat', ADMIN);
  await more.click();
  await page.getByRole('link', { name: 'Admin' }).click();
  await expect.poll(address).toBe('/admin/waitlist');
  answer('getAnnouncement', {});
  for (const tab of ['Waitlist', 'Invites', 'Users', 'Announcement', 'Audit']) {
    const link = page.getByRole('navigation').getByRole('link', { name: tab });
    await link.click();
    await expect.poll(address).toBe(`/admin/${tab.toLowerCase()}`);
    await expect.poll(title).toMatch(new RegExp(`^${tab} · `));
    await expect.element(link).toHaveAttribute('aria-current', 'page');
    await expect.element(page.getByRole('heading', { level: 1, name: tab })).toBeVisible();
    await expectCount(page.getByText('Loading...'), 0);
    await expectAccessible();
  }
  await openApp('/admin/nothing', ADMIN);
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

describe('the waitlist', () => {
  it('many entries are approved after a confirmation with their number, in several calls', async () => {
    const emails = givenWaiting(WAITLIST_BATCH_MAX + 5, 'crowd');
    const { length: count } = emails;
    await openWaitlist('?search=crowd-');
    await expect.element(page.getByRole('searchbox')).toHaveValue('crowd-');
    await tick(emails[0] ?? '').click();
    await tick(emails.at(-1) ?? '').click({ modifiers: ['Shift'] });
    await expect.element(page.getByText(`${count} selected`)).toBeVisible();
    await approve(count).click();
    const question = page.getByRole('dialog', { name: `Approve ${count} people?` });
    await expect.element(question).toBeVisible();
    await expectAccessible();
    await press('{Escape}');
    await expectCount(question, 0);
    await expect.element(approve(count)).toHaveFocus();
    await press('{Enter}');
    await question.getByRole('button', { name: /^Approve/ }).click();
    await expect.element(results).toMatchTextContent(`${count} people approved.`);
    await expectCount(results.getByRole('listitem'), count);
    expect(asked('approveWaitlist').map(({ body }) => emailsOf(body).length)).toEqual([
      WAITLIST_BATCH_MAX,
      5,
    ]);
    await results.getByRole('button', { name: 'Close' }).click();
    await expect.element(page.getByRole('region', { name: 'Waitlist' })).toHaveFocus();
  });

  it('an entry that another operator approved meanwhile is shown as approved already', async () => {
    const [email = ''] = givenWaiting(1);
    await openWaitlist();
    await tick(email).click();
    answer('approveWaitlist', () => {
      waiting = [];
      return { results: [{ email, outcome: 'already_approved' }] };
    });
    await approve(1).click();
    await expect.element(results).toMatchTextContent('Already approved');
    await expectCount(tick(email), 0);
  });

  it('a double click approves once', async () => {
    const [email = ''] = givenWaiting(1);
    await openWaitlist();
    await tick(email).click();
    await approve(1).dblClick();
    await expect.element(results).toMatchTextContent(email);
    await expect.element(results).toHaveFocus();
    await expect.element(results).toMatchTextContent('Mail sent.');
    await expectCount(tick(email), 0);
    await expectAccessible();
    expect(asked('approveWaitlist')).toHaveLength(1);
  });

  it('an entry is removed after a confirmation', async () => {
    const [email = ''] = givenWaiting(1);
    await openWaitlist();
    await tick(email).click();
    await page.getByRole('button', { name: 'Remove 1' }).click();
    await dialog.getByRole('button', { name: 'Remove 1' }).click();
    await expectCount(tick(email), 0);
    await expect.element(page.getByRole('region', { name: 'Waitlist' })).toHaveFocus();
    expect(asked('removeFromWaitlist').map(({ body }) => emailsOf(body))).toEqual([[email]]);
  });

  it('the result cannot be closed during the approval, which would seem to be over, and is complete at the end', async () => {
    const emails = givenWaiting(WAITLIST_BATCH_MAX + 1);
    const last = Promise.withResolvers<void>();
    answer('approveWaitlist', async ({ body }) => {
      const batch = emailsOf(body);
      if (batch.length === 1) await last.promise;
      return { results: batch.map((email): Approval => ({ email, outcome: 'approved', mail: 'sent' })) };
    });
    await openWaitlist();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await approve(emails.length).click();
    await dialog.getByRole('button', { name: /^Approve/ }).click();
    await expectCount(results.getByRole('listitem'), WAITLIST_BATCH_MAX);
    await results.getByRole('button', { name: 'Close' }).click({ force: true });
    await expectCount(results.getByRole('listitem'), WAITLIST_BATCH_MAX);
    await expect.element(page.getByRole('button', { name: /^Approving/ })).toBeVisible();
    last.resolve();
    await expectCount(results.getByRole('listitem'), emails.length);
    await expect.element(results).toHaveFocus();
    await results.getByRole('button', { name: 'Close' }).click();
    await expectCount(results, 0);
  });

  it('a removal that ends while the operator types in the search leaves the focus there', async () => {
    const [email = ''] = givenWaiting(2);
    await openWaitlist();
    await tick(email).click();
    await page.getByRole('button', { name: 'Remove 1' }).click();
    const { release } = held('removeFromWaitlist', { removed: [email] });
    await dialog.getByRole('button', { name: 'Remove 1' }).click();
    await page.getByRole('searchbox').fill('wait');
    await expect.element(page.getByRole('button', { name: /^Removing/ })).toBeVisible();
    await release();
    await expectCount(page.getByRole('button', { name: /^Removing/ }), 0);
    await expect.element(page.getByRole('status').getByText('1 person removed.')).toBeInTheDocument();
    await new Promise((resolve) => setTimeout(resolve));
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
  });

  it('after a failed removal the focus stays on the button, to try it again', async () => {
    const [email = ''] = givenWaiting(1);
    answer('removeFromWaitlist', broken());
    await openWaitlist();
    await tick(email).click();
    await page.getByRole('button', { name: 'Remove 1' }).click();
    await dialog.getByRole('button', { name: 'Remove 1' }).click();
    await expect.element(alert).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve));
    await expect.element(page.getByRole('button', { name: 'Remove 1' })).toHaveFocus();
  });

  it('a search keeps the selection: what it hides is counted, and neither approved nor removed', async () => {
    const [ada = '', bob = '', eve = ''] = ['ada', 'bob', 'eve'].flatMap((name) => givenWaiting(1, name));
    waiting = [ada, bob, eve].map((email) => ({ email, joinedAt: AT, status: 'waiting' }));
    await openWaitlist();
    await tick(ada).click();
    await tick(bob).click();
    const search = page.getByRole('searchbox');
    await search.fill('bob');
    await expect.element(page.getByText('1 selected, and 1 that is not shown')).toBeVisible();
    await expectAccessible();
    await approve(1).click();
    await expect.element(results).toMatchTextContent(bob);
    expect(asked('approveWaitlist').map(({ body }) => emailsOf(body))).toEqual([[bob]]);
    await search.fill('nobody');
    await expect.element(page.getByText('0 selected, and 1 that is not shown')).toBeVisible();
    await search.fill('');
    await expect.element(page.getByText('1 selected', { exact: true })).toBeVisible();
    await expect.element(tick(ada)).toBeChecked();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await search.fill('eve');
    await expectCount(tick(ada), 0);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await search.fill('');
    await expect.element(tick(eve)).not.toBeChecked();
    await expect.element(tick(ada)).toBeChecked();
    await search.fill('nobody');
    await expectCount(tick(ada), 0);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await search.fill('');
    await expect.element(tick(ada)).not.toBeChecked();
  });

  it('clearing the selection with the keyboard moves the focus to the list', async () => {
    const [email = ''] = givenWaiting(2);
    await openWaitlist();
    await tick(email).click();
    const clear = page.getByRole('button', { name: 'Clear selection' });
    await focusOn(clear);
    await press('{Enter}');
    await expectCount(clear, 0);
    await expect.element(page.getByRole('region', { name: 'Waitlist' })).toHaveFocus();
  });

  it('removed entries are not counted as selected', async () => {
    const [email = ''] = givenWaiting(2);
    await openWaitlist();
    await tick(email).click();
    await page.getByRole('button', { name: 'Remove 1' }).click();
    await dialog.getByRole('button', { name: 'Remove 1' }).click();
    await expectCount(tick(email), 0);
    await expectCount(page.getByText(/selected/), 0);
  });

  const approval = (email: string): Approval => ({ email, outcome: 'has_account' });
  it.each([
    ['result', (email: string) => ({ results: [approval(email)] }), 'Has an account already'],
    ['failure', () => refuse('too_many_requests', 'Words of the server.'), 'Words of the server.'],
  ])('the %s of an approval is shown although the filter has changed meanwhile', async (_, end, text) => {
    const [email = ''] = givenWaiting(2);
    await openWaitlist();
    await tick(email).click();
    const { release } = held('approveWaitlist', end(email));
    await approve(1).click();
    await page.getByText('Approved', { exact: true }).click();
    await expect.element(page.getByText('Nobody has been approved yet.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Approving 0 of 1...' })).toBeVisible();
    await release();
    await expect.element(page.getByText(text)).toBeVisible();
    await page.getByText('Waiting', { exact: true }).click();
    await expect.element(page.getByText(text)).toBeVisible();
  });

  it('an entry that is approved during the first read of the approved ones is among them', async () => {
    const [email = ''] = givenWaiting(1);
    await openWaitlist();
    await tick(email).click();
    const approval = held('approveWaitlist', { results: [{ email, outcome: 'approved' }] });
    await approve(1).click();
    const first = held('listWaitlist', { entries: [] });
    await page.getByText('Approved', { exact: true }).click();
    await expect.poll(() => asked('listWaitlist').length).toBe(2);
    answer('listWaitlist', { entries: [{ email, joinedAt: AT, status: 'approved' }] });
    await approval.release();
    await first.release();
    await expect.element(tick(email)).toBeVisible();
  });

  it('an address that is too long for an account is said so, and stays in the list to be removed', async () => {
    const [email = ''] = givenWaiting(1);
    answer('approveWaitlist', { results: [{ email, outcome: 'too_long' }] });
    await openWaitlist();
    await tick(email).click();
    await approve(1).click();
    await expect.element(results).toMatchTextContent('The address is too long for an account');
    await expect.element(tick(email)).toBeVisible();
  });

  it('an approval that ends while the operator types in the search leaves the focus there', async () => {
    const [email = ''] = givenWaiting(2);
    await openWaitlist();
    await tick(email).click();
    const { release } = held('approveWaitlist', { results: [approval(email)] });
    await approve(1).click();
    await page.getByRole('searchbox').fill('wait');
    await release();
    await expect.element(results).toBeVisible();
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
  });

  it('an approval that ends after the tab was left is told on return: its failure, then its result', async () => {
    const [email = ''] = givenWaiting(1);
    const visit = (tab: string) => page.getByRole('navigation').getByRole('link', { name: tab }).click();
    const failing = held('approveWaitlist', broken());
    await openWaitlist();
    await tick(email).click();
    await approve(1).click();
    await visit('Audit');
    await expect.element(page.getByRole('heading', { name: 'Audit' })).toBeVisible();
    await visit('Waitlist');
    await expect
      .element(page.getByRole('button', { name: 'Approving' }))
      .toHaveAttribute('aria-disabled', 'true');
    await visit('Audit');
    await failing.release();
    await visit('Waitlist');
    await expect.element(alert).toBeVisible();
    const succeeding = held('approveWaitlist', { results: [approval(email)] });
    await expect.element(tick(email)).toBeChecked();
    await approve(1).click();
    await expectCount(alert, 0);
    await visit('Audit');
    await succeeding.release();
    await visit('Waitlist');
    await expect.element(results).toBeVisible();
    await expect.element(results).not.toHaveFocus();
  });

  it('an empty list, a failed read and a missing connection each show a text; Retry or the connection reads again', async () => {
    const [email = ''] = givenWaiting(1);
    answer('listWaitlist', refuse('model_unavailable', 'Words of the server.'));
    await openWaitlist();
    await expect.element(alert).toMatchTextContent('Words of the server.');
    await expectAccessible();
    answer('listWaitlist', { entries: [] });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByText('Nobody is waiting.')).toBeVisible();
    await expectAccessible();
    answer('listWaitlist', unreachable());
    setOnline(false);
    await page.getByText('Approved', { exact: true }).click();
    await expect.element(alert).toMatchTextContent('You are offline.');
    answer('listWaitlist', { entries: waiting });
    setOnline(true);
    await expectCount(alert, 0);
    await expect.element(page.getByRole('row').filter({ hasText: email })).toBeVisible();
  });

  describe('as a file', () => {
    startSavedFiles();

    it('has every page of those who wait and those approved, and no cell that is a formula', async () => {
      const approved = { approvedAt: '2026-02-01T12:00:00.000Z', inviteCode: codeOf(1) };
      answer('listWaitlist', ({ input: { status = 'waiting', cursor } }) => {
        const entry = (email: string) => ({ email, joinedAt: AT, status: 'waiting' }) as const;
        if (status === 'approved')
          return { entries: [{ ...entry('ada@example.com'), ...approved, status: 'approved' }] };
        if (cursor === 'more') return { entries: [entry('=cmd@example.com')] };
        return { entries: [entry('bob@example.com')], nextCursor: 'more' };
      });
      await openWaitlist();
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await expect.poll(() => saved).toHaveLength(1);
      expect(saved[0]?.name).toMatch(/^waitlist-\d{4}-\d{2}-\d{2}\.csv$/);
      const bytes = await saved[0]?.file.arrayBuffer();
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      expect(text.split('\r\n')).toEqual([
        '\uFEFF"email","status","joinedAt","approvedAt","inviteCode"',
        `"bob@example.com","waiting","${AT}","",""`,
        `"'=cmd@example.com","waiting","${AT}","",""`,
        `"ada@example.com","approved","${AT}","${approved.approvedAt}","${approved.inviteCode}"`,
        '',
      ]);
    });
  });
});

describe('invites', () => {
  it('several invites are created, copied and listed; one is revoked after a confirmation', async () => {
    const copied: string[] = [];
    const writeText = async (text: string) => void copied.push(text);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    answer('createInvites', ({ body }) => {
      const change = { maxUses: 2, note: 'For the board' };
      expect(body).toMatchObject({ count: 3, ...change });
      invites = [1, 2, 3].map((nth) => invite(codeOf(nth), change));
      return { invites };
    });
    answer('revokeInvite', ({ input: { code = '' } }) => {
      const revoked = invite(code, { maxUses: 2, note: 'For the board', status: 'revoked' });
      invites = invites.map((one) => (one.code === code ? revoked : one));
      return revoked;
    });
    await openApp('/admin/invites', ADMIN);
    const create = page.getByRole('button', { name: 'Create invites' });
    await create.click();
    const count = page.getByLabelText('How many');
    await count.fill('0');
    await press('{Enter}');
    await expect.element(page.getByText('Enter a whole number from 1 to 100.')).toBeVisible();
    await expect.element(count).toHaveFocus();
    await expectAccessible();
    await count.fill('3');
    await page.getByLabelText('Uses of each').fill('2');
    await page.getByLabelText('Note to yourself').fill('For the board');
    await press('{Enter}');
    await expect.element(page.getByRole('heading', { name: '3 invites created' })).toHaveFocus();
    await expectAccessible();
    await page.getByRole('button', { name: 'Copy all links' }).click();
    await expect
      .poll(() => copied)
      .toEqual([expect.stringMatching(/^(https:\S+\/register\?code=\S+\n){2}https:\S+$/)]);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.element(create).toHaveFocus();
    const rows = page.getByRole('row').filter({ hasText: 'For the board' });
    await expectCount(rows, 3);
    await expect.element(rows.first()).toMatchTextContent('0 of 2');
    await rows
      .first()
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await expect.element(rows.first()).toMatchTextContent('Revoked');
    await expectCount(rows.first().getByRole('button', { name: /^Revoke/ }), 0);
    await expect.element(page.getByRole('heading', { name: 'Invites', level: 1 })).toHaveFocus();
  });

  it('an invite for an address is single-use, and mailed', async () => {
    const email = 'guest-of-honour@example.com';
    answer('createInvites', ({ body }) => {
      expect(body).toMatchObject({ email, sendMail: true });
      invites = [invite(codeOf(1), { email })];
      return { invites, mail: 'sent' };
    });
    await openApp('/admin/invites', ADMIN);
    await page.getByRole('button', { name: 'Create invites' }).click();
    await page.getByLabelText('Only for this address').fill(email);
    await expect.element(page.getByLabelText('How many')).toBeDisabled();
    await expect.element(page.getByRole('checkbox', { name: 'Mail it to this address' })).toBeChecked();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect.element(page.getByText('The mail was sent.')).toBeVisible();
    await press('{Escape}');
    await expect.element(page.getByRole('row').filter({ hasText: email })).toMatchTextContent('0 of 1');
  });
});

describe('a call of an invites dialog that was closed', () => {
  const create = page.getByRole('button', { name: 'Create invites' });
  const submit = dialog.getByRole('button', { name: 'Create', exact: true });
  const cancel = dialog.getByRole('button', { name: 'Cancel' });

  it('shows its failure on the screen, also after a visit to another tab, and in the dialog opened again', async () => {
    const creating = held('createInvites', broken());
    await openApp('/admin/invites', ADMIN);
    await create.click();
    await submit.click();
    await cancel.click();
    await create.click();
    await expect.element(dialog.getByText('Creating...')).toBeVisible();
    await cancel.click();
    await page.getByRole('link', { name: 'Audit' }).click();
    await expect.element(page.getByRole('heading', { name: 'Audit' })).toBeVisible();
    await creating.release();
    await page.getByRole('link', { name: 'Invites' }).click();
    await expect.element(alert).toMatchTextContent('Create invites:');
    await create.click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await cancel.click();
    await expectCount(alert, 0);
  });

  it('says that the mail was not sent, until the dialog is opened again', async () => {
    const creating = held('createInvites', { invites: [invite(codeOf(1))], mail: 'failed' });
    await openApp('/admin/invites', ADMIN);
    await create.click();
    await page.getByLabelText('Only for this address').fill('guest-of-honour@example.com');
    await submit.click();
    await press('{Escape}');
    await creating.release();
    await expect.element(alert).toMatchTextContent('1 invite created. The mail could not be sent.');
    await create.click();
    await expect.element(submit).toBeVisible();
    await expectCount(alert, 0);
  });

  it('shows on the screen which invite was not revoked, and not in the dialog of another invite', async () => {
    invites = [invite(codeOf(3)), invite(codeOf(4))];
    const revoke = (nth: number) => page.getByRole('button', { name: `Revoke ${codeOf(nth)}` });
    const revoking = held('revokeInvite', broken());
    await openApp('/admin/invites', ADMIN);
    await revoke(3).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await cancel.click();
    await revoking.release();
    await expect.element(alert).toMatchTextContent(`Revoke ${codeOf(3)}:`);
    await revoke(4).click();
    await expect.element(dialog).toBeVisible();
    await expectCount(dialog.getByRole('alert'), 0);
    await cancel.click();
    await revoke(3).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await cancel.click();
    await expectCount(alert, 0);
  });
});

describe('a button that copies', () => {
  const givenClipboard = (writeText: () => Promise<void>) =>
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });

  async function createInvite(): Promise<void> {
    answer('createInvites', { invites: [invite(codeOf(1))] });
    await openApp('/admin/invites', ADMIN);
    await page.getByRole('button', { name: 'Create invites' }).click();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  }

  it('says within an open dialog that it has copied: what is outside is not read out', async () => {
    givenClipboard(async () => undefined);
    await createInvite();
    await dialog.getByRole('button', { name: 'Copy all links' }).click();
    await expect.element(dialog.getByRole('status').getByText('Copied')).toBeInTheDocument();
    await expectAccessible();
  });

  it('shows that copying failed, and the text to select, in a dialog and in a table, until it succeeds', async () => {
    givenClipboard(() => Promise.reject(new DOMException('Not allowed', 'NotAllowedError')));
    const failed = (where: typeof dialog) => where.getByRole('status').getByText(/^Copying failed\./);
    await createInvite();
    invites = [invite(codeOf(1))];
    await dialog.getByRole('button', { name: 'Copy all links' }).click();
    await expect.element(failed(dialog)).toBeVisible();
    await expect.element(dialog.getByText(invite(codeOf(1)).link)).toBeVisible();
    await expectAccessible();
    await openApp('/admin/invites', ADMIN);
    const row = page.getByRole('row').filter({ hasText: codeOf(1) });
    await row.getByRole('button', { name: /^Copy link/ }).click();
    await expect.element(failed(row)).toBeVisible();
    const revoke = row.getByRole('button', { name: /^Revoke/ }).element();
    expect(revoke.getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth);
    await expectAccessible();
    await narrow();
    await expect.element(failed(row)).toBeVisible();
    expectNoSidewaysScroll();
    givenClipboard(async () => undefined);
    await row.getByRole('button', { name: /^Copy link/ }).click();
    await expectCount(failed(row), 0);
  });
});

describe('users', () => {
  it('operators have no button to disable their own account', async () => {
    await openApp(`/admin/users/${ADMIN.owner}`, ADMIN);
    await expect.element(page.getByText('You cannot disable it yourself.')).toBeVisible();
    await expectCount(page.getByRole('button', { name: /account$/ }), 0);
  });

  it('operators’ own account is also recognised by an address in another Unicode form', async () => {
    answer('getUser', details({ ...ADMIN, email: 'zoe\u0308@example.com' }));
    await openApp(`/admin/users/${ADMIN.owner}`, { ...ADMIN, email: 'Zo\u00eb@example.com' });
    await expect.element(page.getByText('You cannot disable it yourself.')).toBeVisible();
  });

  it('an unknown account shows a text that it does not exist', async () => {
    await openApp('/admin/users/5f0c7c3e-0000-4000-8000-000000000000', ADMIN);
    await expect.element(alert).toMatchTextContent('That user does not exist.');
    await expectAccessible();
  });

  it('after a retry of a failed read, the title with the user’s address has the focus', async () => {
    answer('getUser', broken());
    await openApp(`/admin/users/${USER.owner}`, ADMIN);
    await expect.element(alert).toBeVisible();
    const reading = held('getUser', details(USER));
    await page.getByRole('button', { name: 'Retry' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toHaveFocus();
    await reading.release();
    await expect.element(heading).toMatchTextContent(USER.email);
    await expect.element(heading).toHaveFocus();
  });

  it('a user is disabled after a confirmation, and the button to enable them has the focus', async () => {
    answer('setUserEnabled', { ...details(USER), enabled: false });
    await openApp(`/admin/users/${USER.owner}`, ADMIN);
    await expect.element(page.getByText('No messages in the last 30 days.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Disable account' }).click();
    await dialog.getByRole('button', { name: 'Disable account' }).click();
    await expect.element(page.getByRole('button', { name: 'Enable account' })).toHaveFocus();
    expect(asked('setUserEnabled').map(({ body }) => body)).toEqual([{ enabled: false }]);
  });

  it('a dialog opened again during the same call is busy, and closes when the call has done what it asks for', async () => {
    const disabling = held('setUserEnabled', { ...details(USER), enabled: false });
    await openApp(`/admin/users/${USER.owner}`, ADMIN);
    await page.getByRole('button', { name: 'Disable account' }).click();
    await dialog.getByRole('button', { name: 'Disable account' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Disable account' }).click();
    await expect
      .element(dialog.getByRole('button', { name: 'Disable account' }))
      .toHaveAttribute('aria-disabled', 'true');
    await disabling.release();
    await expect.element(page.getByRole('button', { name: 'Enable account' })).toHaveFocus();
    await expectCount(dialog, 0);
  });

  it('the failure of a call whose dialog was closed is shown on the screen, also after another screen', async () => {
    const disabling = held('setUserEnabled', broken());
    await openApp(`/admin/users/${USER.owner}`, ADMIN);
    await page.getByRole('button', { name: 'Disable account' }).click();
    await dialog.getByRole('button', { name: 'Disable account' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Audit' }).click();
    await disabling.release();
    window.history.back();
    await expect.element(alert).toMatchTextContent(/^Disable account: /);
    await page.getByRole('button', { name: 'Disable account' }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectCount(alert, 0);
  });

  it('the failure of a call whose dialog was closed is shown in the one opened meanwhile', async () => {
    const disabling = held('setUserEnabled', broken());
    await openApp(`/admin/users/${USER.owner}`, ADMIN);
    await page.getByRole('button', { name: 'Disable account' }).click();
    await dialog.getByRole('button', { name: 'Disable account' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Disable account' }).click();
    await disabling.release();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await expect
      .element(dialog.getByRole('button', { name: 'Disable account' }))
      .toHaveAttribute('aria-disabled', 'false');
  });
});

describe('under forced colours', () => {
  forceColors();

  it.each([
    ['the list of a tab', ''],
    ['a screen within a tab', `/${USER.owner}`],
  ])('%s: the tab is marked', async (_, path) => {
    await openApp(`/admin/users${path}`, ADMIN);
    const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name });
    await expect.element(tab('Audit')).toBeVisible();
    await expectUnlike(tab('Users'), tab('Audit'));
  });

  it('the chosen status of the waitlist is marked', async () => {
    await openWaitlist();
    const status = (name: string) => page.getByCss('fieldset label').filter({ hasText: name });
    await expectUnlike(status('Waiting'), status('Approved'));
  });
});

it('on a narrow screen each tab is a column of cards, and accessible', async () => {
  const [email = ''] = givenWaiting(1, 'a-very-long-address-'.repeat(4));
  invites = [invite(codeOf(1), { note: 'A note' })];
  await narrow();
  for (const [path, text] of [
    ['/admin/waitlist', email],
    ['/admin/invites', 'A note'],
    ['/admin/users', ADMIN.email],
    [`/admin/users/${ADMIN.owner}`, 'You cannot disable it yourself.'],
    ['/admin/audit', ADMIN.email],
  ] as const) {
    await openApp(path, ADMIN);
    await expect.element(page.getByRole('main').getByText(text).first()).toBeVisible();
    await expectAccessible();
    expectNoSidewaysScroll();
    for (const width of [390, 320]) {
      await page.viewport(width, 844);
      await expect.poll(() => page.getByRole('main').element().scrollWidth).toBeLessThanOrEqual(width);
    }
    await narrow();
  }
});

it('a refusal without a message shows the product’s own text', async () => {
  answer('listUsers', new Refusal(500, {}));
  await openApp('/admin/users', ADMIN);
  await expect.element(alert).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible();
});
