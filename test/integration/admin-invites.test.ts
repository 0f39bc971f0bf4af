/** The operators' invites: minting, finding, revoking. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Invite } from '#contract/admin';
import { ADMIN_PAGE_SIZE, INVITES } from '#contract/limits';
import { HELD_FOR_GOOD } from '../../lambdas/store/signup/invite-rows-and-reads.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import {
  askAs,
  callAs,
  givenAdmin,
  givenListedInvite,
  mailsTo,
  recordsOf,
  storedInvite,
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

const create = (body: object) => callAs(stack, admin, 'createInvites', { body });
const find = async (search: string): Promise<Invite[]> =>
  (await callAs(stack, admin, 'listInvites', { query: { search } })).invites;
const revoke = (code: string) => askAs(stack, admin, 'revokeInvite', { params: { code }, body: {} });
const lastRecord = async () => (await recordsOf(stack, admin.owner)).at(-1);
const DAY_MS = 86_400_000;

describe('minting', () => {
  it('makes one for a single use, valid to the end of the 30th day, which opens an account', async () => {
    const { invites, mail } = await create({});
    const [invite] = invites;
    const code = invite?.code ?? '';
    expect([invites.length, mail]).toEqual([1, undefined]);
    expect(code).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/);
    expect(invite).toMatchObject({ status: 'open', maxUses: 1, uses: 0, redemptions: [] });
    const lastDay = new Date(Date.parse(invite?.createdAt ?? '') + INVITES.days.default * DAY_MS);
    expect(invite?.expiresAt).toBe(`${lastDay.toISOString().slice(0, 10)}T23:59:59.999Z`);
    expect((await storedInvite(stack, code))?.createdBy).toBe(admin.owner);
    expect(await lastRecord()).toMatchObject({ action: 'invite.create', target: code });
    expect((await signUp(stack, { inviteCode: code })).status).toBe(200);
    expect(codeOf(await signUp(stack, { inviteCode: code }))).toBe('invite_invalid');
  });

  it('makes a hundred at once, all different, all recorded', async () => {
    const before = (await recordsOf(stack, admin.owner)).length;
    const { invites } = await create({ count: 100, maxUses: 5, expiresInDays: 7, note: 'A hundred' });
    const codes = invites.map(({ code }) => code);
    expect(new Set(codes).size).toBe(100);
    for (const invite of invites) expect(invite).toMatchObject({ maxUses: 5, note: 'A hundred' });
    const records = (await recordsOf(stack, admin.owner)).slice(before);
    const recorded = records.map(({ target, detail }) => `${target} ${detail}`).join();
    for (const code of codes) expect(recorded).toContain(code);
  });

  it('mails an invite for an address only if asked to', async () => {
    const [email, other] = [freshEmail(), freshEmail()];
    const { invites, mail } = await create({ email: ` ${email.toUpperCase()}`, sendMail: true });
    expect([mail, invites[0]?.email]).toEqual(['sent', email]);
    expect(mailsTo(stack, email)[0]?.text).toContain(invites[0]?.link);
    expect((await create({ email: other })).mail).toBeUndefined();
    expect(mailsTo(stack, other)).toEqual([]);
  });

  it.each([
    { count: 0 },
    { count: 101 },
    { count: 1.5 },
    { maxUses: 501 },
    { expiresInDays: 0 },
    { expiresInDays: 366 },
    { email: 'a@b.example', count: 2 },
    { email: 'a@b.example', maxUses: 2 },
    { email: 'no address' },
    { email: freshEmailOf(129) },
    { sendMail: true },
    { note: 'x'.repeat(201) },
    [],
    'text',
  ])('refuses %j', async (body) => {
    expect((await askAs(stack, admin, 'createInvites', { body })).status).toBe(400);
  });

  it('keeps any note as it was written', async () => {
    for (const note of Object.values(HOSTILE_TEXTS)) {
      const { status, text } = await askAs(stack, admin, 'createInvites', { body: { note } });
      expect([note, [200, 400].includes(status)]).toEqual([note, true]);
      if (status !== 200) continue;
      const { invites } = JSON.parse(text);
      const [found] = await find(invites[0].code);
      expect(found?.note ?? '').toBe(note.trim());
    }
  });
});

describe('the list', () => {
  it('is newest first, page by page, each invite once', async () => {
    const { invites } = await create({ count: ADMIN_PAGE_SIZE + 5, note: 'Paged' });
    const found: Invite[] = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? {} : { cursor };
      const page = await callAs(stack, admin, 'listInvites', { query });
      found.push(...page.invites);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const times = found.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const codes = found.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(invites.filter(({ code }) => !codes.includes(code))).toEqual([]);
  });

  it('finds by code however typed, by address, note, and who used it', async () => {
    const [email, user] = [freshEmail(), freshEmail()];
    const [{ code = '' } = {}] = (await create({ email, note: 'For the Böhm family' })).invites;
    for (const search of [code, code.toLowerCase(), code.replaceAll('-', ''), email, 'the böhm FAM'])
      expect([search, (await find(search)).map((invite) => invite.code)]).toEqual([search, [code]]);
    const [{ code: shared = '' } = {}] = (await create({ maxUses: 3 })).invites;
    expect((await signUp(stack, { email: user, inviteCode: shared })).status).toBe(200);
    expect(await find(user.slice(0, -4))).toMatchObject([
      { code: shared, uses: 1, redemptions: [{ email: user }] },
    ]);
    expect(await find('no such thing anywhere')).toEqual([]);
  });

  it('tells revoked from used, used from expired, expired from open; holds count as long as they last', async () => {
    const now = stack.inner.clock.now();
    const [past, then] = [new Date(now - 1).toISOString(), new Date(now + DAY_MS).toISOString()];
    const email = freshEmail();
    const held = { [email]: Math.floor(now / 1000) + 600, 'x@example.com': Math.floor(now / 1000) - 1 };
    const cases: [object, object][] = [
      [{ revokedAt: past, uses: 1, expiresAt: past }, { status: 'revoked' }],
      [
        { uses: 1, expiresAt: past },
        { status: 'used', uses: 1 },
      ],
      [{ expiresAt: past }, { status: 'expired' }],
      [
        { expiresAt: then, holds: { [email]: HELD_FOR_GOOD } },
        { status: 'used', uses: 1 },
      ],
      [
        { expiresAt: then, maxUses: 3, uses: 1, holds: held },
        { status: 'open', uses: 2 },
      ],
    ];
    for (const [stored, shown] of cases) {
      const code = await givenListedInvite(stack, stored);
      expect(await find(code)).toMatchObject([shown]);
    }
  });

  it('refuses a cursor that it never gave', async () => {
    expect((await askAs(stack, admin, 'listInvites', { query: { cursor: 'x' } })).status).toBe(400);
  });
});

describe('revoking', () => {
  it('ends sign-up with the invite and is recorded, and repeating it changes nothing', async () => {
    const code = await givenListedInvite(stack, { maxUses: 5 });
    const { status, text } = await revoke(code.toLowerCase());
    expect([status, JSON.parse(text).status]).toEqual([200, 'revoked']);
    expect(codeOf(await signUp(stack, { inviteCode: code }))).toBe('invite_invalid');
    expect(await lastRecord()).toMatchObject({ action: 'invite.revoke', target: code });
    const { revokedAt } = (await storedInvite(stack, code)) ?? {};
    const records = (await recordsOf(stack, admin.owner)).length;
    await Promise.all([revoke(code), revoke(code)]);
    expect((await storedInvite(stack, code))?.revokedAt).toBe(revokedAt);
    expect(await recordsOf(stack, admin.owner)).toHaveLength(records);
  });

  it('by several at once is recorded once', async () => {
    for (let round = 0; round < 2; round += 1) {
      const code = await givenInvite(stack);
      const answers = await Promise.all(Array.from({ length: 8 }, () => revoke(code)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const records = await recordsOf(stack, admin.owner);
      expect(records.filter(({ target }) => target === code)).toHaveLength(1);
    }
  });

  it('answers invite_not_found for a code that was never minted or cannot be one', async () => {
    for (const code of ['AAAA-AAAA-AAAA', 'nonsense', '../..', '%', "' OR 1=1", '🙂']) {
      const { status, text } = await revoke(code);
      expect([code, status, JSON.parse(text).code]).toEqual([code, 404, 'invite_not_found']);
    }
  });
});
