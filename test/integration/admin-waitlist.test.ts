/** The operators' waitlist: an approval mints one invite, however many operators approve, and however often. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PAGE_SIZE } from '#contract/limits';
import {
  askAs,
  callAs,
  givenAdmin,
  givenEntry,
  invitesFor,
  mailsTo,
  recordsOf,
  rowsOf,
} from '../support/operators.ts';
import { codeOf, freshEmail, freshEmailOf, givenInvite, signUp } from '../support/sign-up.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startTestStack();
  admin = await givenAdmin(stack);
});
afterAll(() => stack.close());

const approve = (emails: readonly string[], as = admin) =>
  callAs(stack, as, 'approveWaitlist', { body: { emails } });
const remove = (emails: readonly string[]) =>
  callAs(stack, admin, 'removeFromWaitlist', { body: { emails } });

describe('approving', () => {
  it('mints an invite for the address alone, moves it in the queue, mails the link and records it', async () => {
    const email = await givenEntry(stack);
    const { results } = await approve([email]);
    const [{ invite } = {}] = results;
    expect(results).toMatchObject([{ email, outcome: 'approved', mail: 'sent' }]);
    expect(invite).toMatchObject({ email, maxUses: 1, uses: 0, status: 'open', redemptions: [] });
    expect(invite?.link).toBe(`${stack.urls.site}/register?code=${invite?.code}`);
    const entry = { email, status: 'approved', inviteCode: invite?.code };
    expect(await rowsOf(stack, email)).toMatchObject([
      { pk: 'WAITLIST', ...entry },
      { pk: 'WAITLIST#approved', ...entry },
    ]);
    const [mail, ...more] = mailsTo(stack, email);
    expect(more).toEqual([]);
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(`/register?code=${invite?.code}`);
    const [record] = (await recordsOf(stack, admin.owner)).slice(-1);
    expect(record).toMatchObject({ action: 'waitlist.approve', detail: invite?.code });
    expect(JSON.stringify(record)).not.toContain(email);
  });

  it('lets that person sign up with the code, and no one else', async () => {
    const email = await givenEntry(stack);
    const [{ invite } = {}] = (await approve([email])).results;
    const inviteCode = invite?.code ?? '';
    expect(codeOf(await signUp(stack, { inviteCode }))).toBe('invite_invalid');
    expect((await signUp(stack, { email, inviteCode })).status).toBe(200);
    const { invites } = await callAs(stack, admin, 'listInvites', { query: { search: email } });
    expect(invites).toMatchObject([{ code: inviteCode, status: 'used', uses: 1, redemptions: [{ email }] }]);
  });

  it('again answers with the same invite, and mails and records nothing', async () => {
    const email = await givenEntry(stack);
    const [first] = (await approve([email])).results;
    const records = (await recordsOf(stack, admin.owner)).length;
    const [second] = (await approve([email.toUpperCase()])).results;
    expect(second).toEqual({ email, outcome: 'already_approved', invite: first?.invite });
    expect(mailsTo(stack, email)).toHaveLength(1);
    expect(await recordsOf(stack, admin.owner)).toHaveLength(records);
  });

  it('by several operators at once, each clicking twice, mints and mails one invite', async () => {
    const email = await givenEntry(stack);
    const others = await Promise.all([givenAdmin(stack), givenAdmin(stack)]);
    const all = [admin, ...others];
    const answers = await Promise.all([...all, ...all].map((one) => approve([email], one)));
    const outcomes = answers.flatMap(({ results }) => results.map(({ outcome }) => outcome));
    expect(outcomes.toSorted()).toEqual([...Array(5).fill('already_approved'), 'approved']);
    const codes = new Set(answers.flatMap(({ results }) => results.map(({ invite }) => invite?.code)));
    expect([...codes]).toEqual(await invitesFor(stack, email));
    expect(mailsTo(stack, email)).toHaveLength(1);
    const records = await Promise.all(all.map(({ owner }) => recordsOf(stack, owner)));
    expect(records.flat().filter(({ detail }) => codes.has(detail))).toHaveLength(1);
  });

  it('answers for each address in the order of the request, also for a duplicate and an unknown one', async () => {
    const [one, two, nobody] = [await givenEntry(stack), await givenEntry(stack), freshEmail()];
    const { results } = await approve([two, nobody, one, two]);
    expect(results.map(({ email, outcome }) => [email, outcome])).toEqual([
      [two, 'approved'],
      [nobody, 'not_found'],
      [one, 'approved'],
      [two, 'approved'],
    ]);
    expect(await invitesFor(stack, nobody)).toEqual([]);
    expect(mailsTo(stack, two)).toHaveLength(1);
  });

  it('stands when the mail fails, and says so', async () => {
    const email = await givenEntry(stack);
    const fail = { code: 'MessageRejected', message: 'Email address is not verified.' };
    stack.inner.faults.at({ service: 'ses', nth: 1, times: 10, effect: { fail } });
    const { results } = await approve([email]).finally(stack.clearFaults);
    expect(results).toMatchObject([{ email, outcome: 'approved', mail: 'failed' }]);
    expect(results[0]?.invite?.link).toContain('/register?code=');
    expect(await rowsOf(stack, email)).toMatchObject([{ status: 'approved' }, { pk: 'WAITLIST#approved' }]);
  });

  it('is mailed even if the invites cannot be read once the approval is stored', async () => {
    const email = await givenEntry(stack);
    const fail = { code: 'InternalServerError', status: 500 };
    const about = (request: string) => request.includes('REDEEMED#');
    stack.inner.faults.at({ service: 'dynamodb', about, times: 10, effect: { fail } });
    const { results } = await approve([email]).finally(stack.clearFaults);
    expect(results).toMatchObject([{ email, outcome: 'approved', mail: 'sent' }]);
    expect(mailsTo(stack, email)).toHaveLength(1);
    expect((await approve([email])).results).toEqual([
      { email, outcome: 'already_approved', invite: results[0]?.invite },
    ]);
  });

  it('makes no invitation for an address of an earlier version that is too long for an account, but for the others', async () => {
    const [long, other] = [await givenEntry(stack, freshEmailOf(254)), await givenEntry(stack)];
    const { results } = await approve([long, other]);
    expect(results).toMatchObject([{ email: long, outcome: 'too_long' }, { outcome: 'approved' }]);
    expect([await invitesFor(stack, long), mailsTo(stack, long)]).toEqual([[], []]);
    expect(await remove([long])).toEqual({ removed: [long] });
  });

  it('makes no invitation for somebody who has an account, and leaves the entry to the operator', async () => {
    const [{ email }, other] = [await stack.givenUser(), await givenEntry(stack)];
    await givenEntry(stack, email);
    const { results } = await approve([email, other]);
    expect(results).toMatchObject([{ email, outcome: 'has_account' }, { outcome: 'approved' }]);
    expect(results[0]).not.toHaveProperty('invite');
    expect([await invitesFor(stack, email), mailsTo(stack, email)]).toEqual([[], []]);
    expect(await rowsOf(stack, email)).toMatchObject([{ status: 'waiting' }, { pk: 'WAITLIST#waiting' }]);
  });

  it('still invites somebody whose account was never confirmed', async () => {
    const email = await givenEntry(stack);
    await signUp(stack, { email, inviteCode: await givenInvite(stack) });
    expect((await approve([email])).results).toMatchObject([{ outcome: 'approved' }]);
  });

  it('does nothing when one of the addresses is malformed', async () => {
    const email = await givenEntry(stack);
    const answer = await askAs(stack, admin, 'approveWaitlist', { body: { emails: [email, 'no address'] } });
    expect([answer.status, JSON.parse(answer.text).field]).toEqual([400, 'emails']);
    expect(await rowsOf(stack, email)).toMatchObject([{ status: 'waiting' }, { pk: 'WAITLIST#waiting' }]);
  });
});

describe('removing', () => {
  it('takes an address off the list, waiting or approved, and records it', async () => {
    const [waiting, approved, nobody] = [
      await givenEntry(stack),
      await givenEntry(stack, freshEmail(), 'approved'),
      freshEmail(),
    ];
    expect(await remove([nobody, waiting, approved])).toEqual({ removed: [waiting, approved] });
    expect(await remove([waiting, approved])).toEqual({ removed: [] });
    for (const email of [waiting, approved]) expect(await rowsOf(stack, email)).toEqual([]);
    const records = (await recordsOf(stack, admin.owner)).slice(-2);
    expect(records.map(({ action, detail }) => [action, detail]).toSorted()).toEqual([
      ['waitlist.remove', 'approved'],
      ['waitlist.remove', 'waiting'],
    ]);
  });

  it('an address while it is approved takes it off the list, with one invite if the approval came first', async () => {
    const email = await givenEntry(stack);
    const [{ results }] = await Promise.all([approve([email]), remove([email])]);
    expect(await rowsOf(stack, email)).toEqual([]);
    const minted = results[0]?.outcome === 'approved' ? 1 : 0;
    expect(await invitesFor(stack, email)).toHaveLength(minted);
  });
});

describe('the list', () => {
  const list = (query: Record<string, string>) => callAs(stack, admin, 'listWaitlist', { query });
  async function all(query: Record<string, string>): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ ...query, ...(cursor !== undefined && { cursor }) });
      expect(page.entries.length).toBeLessThanOrEqual(ADMIN_PAGE_SIZE);
      found.push(...page.entries.map(({ email }) => email));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return found;
  }

  it('shows those who wait longest first, those approved latest first, page by page', async () => {
    const name = 'paged';
    const waiting: string[] = [];
    for (let i = 0; i < ADMIN_PAGE_SIZE + 5; i += 1)
      waiting.push(await givenEntry(stack, `${name}-${i}@example.com`));
    const approved = [
      await givenEntry(stack, `${name}-a@example.com`, 'approved'),
      await givenEntry(stack, `${name}-b@example.com`, 'approved'),
    ];
    const ours = (emails: string[]) => emails.filter((email) => email.startsWith(name));
    expect(ours(await all({}))).toEqual(waiting);
    expect(ours(await all({ status: 'approved' }))).toEqual(approved.toReversed());
    expect(await all({ search: ' PAGED- ' })).toEqual([...waiting, ...approved.toReversed()]);
    expect(await all({ search: 'nobody has this' })).toEqual([]);
  });

  it('is searched in both queues within one answer when nothing is found, without empty pages', async () => {
    await Promise.all(Array.from({ length: 300 }, () => givenEntry(stack)));
    stack.inner.dynamodb.resetStats();
    expect(await list({ search: 'nobody has this' })).toEqual({ entries: [] });
    // One read for each queue of up to 2,000 entries.
    expect(stack.inner.dynamodb.stats().calls.filter(({ operation }) => operation === 'Query')).toHaveLength(
      2,
    );
  });

  it('refuses a cursor that it never gave', async () => {
    for (const query of [
      { cursor: 'x' },
      { cursor: 'approved:x', search: 'a' },
      { cursor: 'x:', search: 'a' },
    ]) {
      const answer = await askAs(stack, admin, 'listWaitlist', { query });
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });
});
