/** Operators' calls about users: list, details, disabling; and the audit of what operators did. */
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditRecord } from '#contract/admin';
import { ADMIN_PAGE_SIZE } from '#contract/limits';
import { askAs, callAs, givenAdmin, recordsOf } from '../support/operators.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let admin: TestUser;
beforeAll(async () => {
  stack = await startTestStack();
  admin = await givenAdmin(stack);
});
afterAll(() => stack.close());

const setEnabled = (owner: string, enabled: boolean, as = admin) =>
  askAs(stack, as, 'setUserEnabled', { params: { owner }, body: { enabled } });
const show = (owner: string) => callAs(stack, admin, 'getUser', { params: { owner } });
const put = (table: string, Item: object) =>
  stack.inner.dynamodb.documents.send(
    new PutCommand({ TableName: stack.inner.dynamodb.table(table), Item: Item as Record<string, unknown> }),
  );

describe('the list', () => {
  it('shows everybody once, page by page, and who is an operator', async () => {
    const owners = new Set<string>();
    for (let i = 0; i < ADMIN_PAGE_SIZE + 5; i += 1)
      owners.add(await stack.inner.createUser(`listed-${i}@example.com`, 'a good long password'));
    const found = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? {} : { cursor };
      const page = await callAs(stack, admin, 'listUsers', { query });
      found.push(...page.users);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    const listed = found.map(({ owner }) => owner);
    expect(new Set(listed).size).toBe(listed.length);
    expect([...owners].filter((owner) => !listed.includes(owner))).toEqual([]);
    const admins = found.filter(({ isAdmin }) => isAdmin).map(({ owner }) => owner);
    expect(admins).toContain(admin.owner);
    expect(admins.filter((owner) => owners.has(owner))).toEqual([]);
  });

  it('finds by the beginning of an address, and takes no search text for syntax of the filter', async () => {
    const { email, owner } = await stack.givenUser();
    const find = async (search: string) =>
      (await callAs(stack, admin, 'listUsers', { query: { search } })).users.map((user) => user.owner);
    expect(await find(` ${email.slice(0, -4).toUpperCase()} `)).toEqual([owner]);
    for (const search of ['" or email ^= "', '"', '\\', 'a"b', 'nobody-', '\u0000', 'x"\n'])
      expect([search, await find(search)]).toEqual([search, []]);
  });
});

describe('a user', () => {
  it('is shown with the plan and the usage of the last 30 days, newest first', async () => {
    const { owner, email } = await stack.givenUser();
    expect(await show(owner)).toMatchObject({
      ...{ owner, email, name: 'Test User', enabled: true, confirmed: true, isAdmin: false },
      ...{ subscription: { tier: 'free', active: false }, usage: [] },
    });
    const now = stack.inner.clock.now();
    const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString().slice(0, 10);
    for (const ago of [0, 29, 30])
      await put('Usage', {
        ...{ pk: `OWNER#${owner}`, sk: `DAY#${day(ago)}`, messages: 3, cost: 0.5 },
        ...{ messages_claude: 2, input_claude: 10, output_claude: 20, cost_claude: 0.4 },
      });
    const expiresAt = Math.floor(now / 1000) + 60;
    const plan = { tier: 'paid', active: true, planType: 'monthly', expiresAt };
    await put('Subscriptions', { pk: `OWNER#${owner}`, sk: 'SUBSCRIPTION', ...plan });
    const { usage, subscription } = await show(owner);
    const claude = { model: 'claude', messages: 2, inputTokens: 10, outputTokens: 20, cost: 0.4 };
    expect(usage).toEqual(
      [0, 29].map((ago) => ({ day: day(ago), messages: 3, cost: 0.5, models: [claude] })),
    );
    expect(subscription).toEqual(plan);
    stack.moveClock(61_000);
    const over = await show(owner).finally(() => stack.moveClock(-61_000));
    expect(over.subscription).toMatchObject({ tier: 'paid', active: false });
  });

  it('is not found by an address or anything else that is not their id', async () => {
    const { email } = await stack.givenUser();
    const ids = [email, 'nobody', '019a0000-0000-7000-8000-000000000000', 'a b', '"', '🙂'];
    for (const owner of ids) {
      const { status, text } = await askAs(stack, admin, 'getUser', { params: { owner } });
      expect([owner, status, JSON.parse(text).code]).toEqual([owner, 404, 'user_not_found']);
      expect([owner, (await setEnabled(owner, false)).status]).toEqual([owner, 404]);
    }
    const records = await recordsOf(stack, admin.owner);
    expect(records.filter(({ action }) => action.startsWith('user.'))).toEqual([]);
  });
});

describe('disabling', () => {
  it('signs out everywhere and refuses every sign-in until enabled again; both are recorded', async () => {
    const user = await stack.givenUser();
    const { refreshToken } = await stack.inner.tokensFor(user.email);
    const off = await setEnabled(user.owner, false);
    expect([off.status, JSON.parse(off.text).enabled]).toEqual([200, false]);
    await expect(stack.refresh(refreshToken)).rejects.toThrow();
    expect((await setEnabled(user.owner, false)).status).toBe(200);
    const on = await setEnabled(user.owner, true);
    expect(JSON.parse(on.text).enabled).toBe(true);
    await expect(stack.refresh(refreshToken)).rejects.toThrow();
    await stack.refresh((await stack.inner.tokensFor(user.email)).refreshToken);
    const records = (await recordsOf(stack, admin.owner)).filter(({ target }) => target === user.owner);
    expect(records.map(({ action }) => action)).toEqual(['user.disable', 'user.disable', 'user.enable']);
  });

  it('oneself is refused, and nothing happens', async () => {
    const { status, text } = await setEnabled(admin.owner, false);
    expect([status, JSON.parse(text)]).toMatchObject([
      403,
      { message: 'You cannot disable your own account.' },
    ]);
    expect((await show(admin.owner)).enabled).toBe(true);
    expect((await recordsOf(stack, admin.owner)).filter(({ target }) => target === admin.owner)).toEqual([]);
  });

  it('happens although the answer to its record was lost, and is recorded once', async () => {
    const { owner } = await stack.givenUser();
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'PutItem', phase: 'after', times: 1 },
      ...{ about: (request) => request.includes('user.disable') },
      effect: { fail: { code: 'InternalServerError', status: 500 } },
    });
    expect((await setEnabled(owner, false).finally(stack.clearFaults)).status).toBe(200);
    expect((await show(owner)).enabled).toBe(false);
    const records = (await recordsOf(stack, admin.owner)).filter(({ target }) => target === owner);
    expect(records.map(({ action, detail }) => [action, detail])).toEqual([['user.disable', undefined]]);
  });

  it('that fails is recorded as intended and as failed', async () => {
    const { owner } = await stack.givenUser();
    const fail = { code: 'InternalErrorException', message: 'Something is wrong.' };
    const fault = { service: 'cognito', action: 'AdminDisableUser', nth: 1, times: 10, effect: { fail } };
    stack.inner.faults.at(fault as Parameters<typeof stack.inner.faults.at>[0]);
    expect((await setEnabled(owner, false).finally(stack.clearFaults)).status).toBe(500);
    const records = (await recordsOf(stack, admin.owner)).filter(({ target }) => target === owner);
    expect(records.map(({ action, detail }) => [action, detail])).toEqual([
      ['user.disable', undefined],
      ['user.disable', 'failed: InternalErrorException'],
    ]);
  });
});

describe('the audit', () => {
  it('is newest first over months and years, with the names of those who have an account', async () => {
    const rows = [...Array(ADMIN_PAGE_SIZE + 3).keys()].map((i) => ({
      at: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
      actor: i % 2 === 0 ? admin.owner : '019a0000-0000-4000-8000-000000000000',
    }));
    for (const [i, row] of rows.entries())
      await put('Audit', {
        pk: `MONTH#${row.at.slice(0, 7)}`,
        sk: `${row.at}#${i}`,
        action: 'test.old',
        ...row,
      });
    const found: AuditRecord[] = [];
    let cursor: string | undefined;
    let calls = 0;
    do {
      const query = cursor === undefined ? {} : { cursor };
      const page = await callAs(stack, admin, 'listAudit', { query });
      found.push(...page.records);
      cursor = page.nextCursor;
      calls += 1;
    } while (cursor !== undefined && calls < 20);
    const times = found.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    const old = found.filter(({ action }) => action === 'test.old').toReversed();
    expect(old.map(({ at, actorName }) => [at, actorName])).toEqual(
      rows.map(({ at, actor }) => [at, actor === admin.owner ? admin.email : undefined]),
    );
  });

  it('never names a full address', async () => {
    const { documents, table } = stack.inner.dynamodb;
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: table('Audit') }));
    expect(JSON.stringify(Items)).not.toMatch(/[^\s*]@[a-z]{2}/);
  });

  it('refuses a cursor that it never gave', async () => {
    for (const cursor of ['x', '2026-13', '2026-01-01', 'MONTH#2026-01'])
      expect([cursor, (await askAs(stack, admin, 'listAudit', { query: { cursor } })).status]).toEqual([
        cursor,
        400,
      ]);
  });
});
