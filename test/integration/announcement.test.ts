/** The operator's announcement: who sets it, who gets it, and how it ends (decision 0132). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '#contract/http-calls';
import { askAs, callAs, givenAdmin, recordsOf } from '../support/operators.ts';
import { opsRows, runOps } from '../support/run-ops.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

/** Fails a call. With the phase `after`, the change is stored and only its answer is lost. */
const LOST = { fail: { code: 'InternalServerError', status: 500 } } as const;

let stack: TestStack;
let admin: TestUser;
let user: TestUser;
beforeAll(async () => {
  stack = await startTestStack();
  [admin, user] = await Promise.all([givenAdmin(stack), stack.givenUser()]);
});
afterEach(async () => {
  stack.clearFaults();
  await callAs(stack, admin, 'removeAnnouncement');
});
afterAll(() => stack.close());

const TEXT = 'Maintenance tonight, 22:00 to 23:00 UTC';
const LINK = 'https://status.example.com/';
const set = (body: Readonly<Record<string, unknown>>) => callAs(stack, admin, 'setAnnouncement', { body });
const askToSet = (body: unknown) => askAs(stack, admin, 'setAnnouncement', { body });
const page = (query: Readonly<Record<string, string>> = {}): Promise<HttpResponse<'getChats'>> =>
  callAs(stack, user, 'getChats', { query: { userEmail: user.email, ...query } });
const seen = async () => (await page()).announcement;
const inMs = (ms: number) => new Date(stack.inner.clock.now() + ms).toISOString();
const recorded = async () =>
  (await recordsOf(stack, admin.owner)).filter(({ action }) => action.startsWith('announcement.'));

describe('an announcement', () => {
  it('is in the first page of the list alone, until it is removed', async () => {
    expect(await seen()).toBeUndefined();
    const { announcement } = await set({ text: ` ${TEXT} `, level: 'warning', link: LINK });
    expect(announcement).toMatchObject({ text: TEXT, level: 'warning', link: LINK });
    expect(await seen()).toEqual({ id: announcement?.id, text: TEXT, level: 'warning', link: LINK });
    expect(await page({ archived: 'true' })).not.toHaveProperty('announcement');
    expect(await callAs(stack, admin, 'getAnnouncement')).toEqual({ announcement });
    expect(await callAs(stack, admin, 'removeAnnouncement')).toEqual({});
    expect(await seen()).toBeUndefined();
    expect(await callAs(stack, admin, 'getAnnouncement')).toEqual({});
  });

  it('keeps its id while only its end changes, and has a new one when it says something else', async () => {
    const { announcement: first } = await set({ text: TEXT });
    expect(first?.level).toBe('info');
    const { announcement: later } = await set({ text: TEXT, endsAt: inMs(60_000) });
    expect(later?.id).toBe(first?.id);
    for (const change of [{ text: 'Done' }, { text: TEXT, level: 'warning' }, { text: TEXT, link: LINK }])
      expect((await set(change)).announcement?.id).not.toBe(first?.id);
  });

  it('says how long it lasts, and is gone after its end', async () => {
    await set({ text: TEXT, endsAt: inMs(60_000) });
    const { endsInSeconds = 0 } = (await seen()) ?? {};
    expect(endsInSeconds).toBeGreaterThan(30);
    expect(endsInSeconds).toBeLessThanOrEqual(60);
    stack.moveClock(61_000);
    expect(await seen()).toBeUndefined();
    expect(await callAs(stack, admin, 'getAnnouncement')).toEqual({});
  });

  it.each([
    ['without a text', { text: '  ' }, 'text'],
    ['that is too long', { text: 'x'.repeat(301) }, 'text'],
    ['of an unknown level', { text: TEXT, level: 'error' }, 'level'],
    ['with a link that is not https', { text: TEXT, link: 'http://example.com' }, 'link'],
    ['with a script for a link', { text: TEXT, link: 'javascript:alert(1)' }, 'link'],
    ['with an end without a time zone', { text: TEXT, endsAt: '2099-01-01T10:00:00' }, 'endsAt'],
    ['that has ended', { text: TEXT, endsAt: '2020-01-01T10:00:00Z' }, 'endsAt'],
  ])('%s is refused', async (_, body, field) => {
    const { status, text } = await askToSet(body);
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'invalid_request', field }]);
    expect(await seen()).toBeUndefined();
  });

  it('each change is recorded once, and what changes nothing is not', async () => {
    const before = (await recorded()).length;
    await set({ text: TEXT, link: LINK });
    await set({ text: TEXT, link: LINK });
    await callAs(stack, admin, 'removeAnnouncement');
    await callAs(stack, admin, 'removeAnnouncement');
    expect((await recorded()).slice(before)).toMatchObject([
      { action: 'announcement.set', actor: admin.owner, detail: `info · ${TEXT} · ${LINK}` },
      { action: 'announcement.remove', actor: admin.owner },
    ]);
  });

  it('that another operator has set meanwhile is neither replaced nor removed unseen', async () => {
    const { announcement: first } = await set({ text: 'The first', seen: '' });
    const firstAt = first?.at ?? '';
    stack.moveClock(1_000);
    const { announcement: second } = await set({ text: 'The second', seen: firstAt });
    const refused = [await askToSet({ text: TEXT, seen: '' }), await askToSet({ text: TEXT, seen: firstAt })];
    refused.push(await askAs(stack, admin, 'removeAnnouncement', { query: { seen: firstAt } }));
    for (const { status, text } of refused)
      expect([status, JSON.parse(text).code]).toEqual([409, 'announcement_changed']);
    expect((await seen())?.text).toBe('The second');
    // The operator repeats their own change, whose response was lost.
    expect(await set({ text: 'The second', seen: firstAt })).toEqual({ announcement: second });
    const query = { seen: second?.at ?? '' };
    for (const _ of ['removed', 'repeated'])
      expect(await callAs(stack, admin, 'removeAnnouncement', { query })).toEqual({});
    expect((await set({ text: TEXT, seen: firstAt })).announcement?.text).toBe(TEXT);
  });

  it('of which several operators set one at the same moment is that of one of them alone', async () => {
    const statuses = await Promise.all(
      ['One', 'Two', 'Three'].map(async (text) => (await askToSet({ text, seen: '' })).status),
    );
    expect(statuses.toSorted()).toEqual([200, 409, 409]);
  });

  it.each(['setAnnouncement', 'removeAnnouncement'] as const)(
    '%s whose stored change was not answered is not recorded twice',
    async (call) => {
      await set({ text: 'The one before' });
      const before = (await recorded()).length;
      const lost = stack.inner.faults.at({
        ...{ service: 'dynamodb', action: 'TransactWriteItems', caller: 'AdminApi', phase: 'after' },
        effect: LOST,
      });
      await callAs(stack, admin, call, call === 'setAnnouncement' ? { body: { text: TEXT } } : {});
      expect(lost.struck).toBe(1);
      expect((await recorded()).length).toBe(before + 1);
      expect((await seen())?.text).toBe(call === 'setAnnouncement' ? TEXT : undefined);
    },
  );
});

describe('the commands', () => {
  it('set, show and remove it', async () => {
    const args = ['--level', 'warning', '--link', LINK, '--until', '2099-12-01T18:00Z'];
    const [row] = await opsRows(stack, 'announce', 'set', TEXT, ...args);
    expect(row).toMatchObject({ text: TEXT, level: 'warning', endsAt: '2099-12-01T18:00:00.000Z' });
    expect(await seen()).toMatchObject({ text: TEXT, link: LINK });
    expect((await runOps(stack, ['announce', 'show'])).out).toMatch(
      /^LEVEL +TEXT +LINK +ENDS\nwarning +Maint/,
    );
    expect((await runOps(stack, ['announce', 'remove'])).out).toBe('There is no announcement.\n');
    expect(await seen()).toBeUndefined();
  });

  it.each([
    [['x'.repeat(301)], 'The text has 1 to 300 characters.'],
    [[TEXT, '--level', 'loud'], '--level is info or warning.'],
    [[TEXT, '--link', 'http://example.com'], '--link is an address that begins with https://'],
    [[TEXT, '--until', 'tomorrow'], '--until is a time with its zone'],
    [[TEXT, '--until', '2020-01-01T10:00Z'], 'The end must be in the future.'],
  ])('announce set %j is refused with a reason', async (args, reason) => {
    const { code, error } = await runOps(stack, ['announce', 'set', ...args]);
    expect(code).toBe(1);
    expect(error).toContain(reason);
    expect(await seen()).toBeUndefined();
  });
});
