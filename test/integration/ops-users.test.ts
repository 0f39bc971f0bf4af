/** `npm run ops -- users list|reset-mfa|export|delete`: lists accounts, and does what users ask for by mail. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenPerson, givenProject, isTombstone, tracesOf } from '../support/account-traces.ts';
import { recordsOf } from '../support/operators.ts';
import { opsRows, runOps } from '../support/run-ops.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const ACTOR = `ops:${userInfo().username}`;
let stack: TestStack;
let folder: string;
beforeAll(async () => {
  stack = await startTestStack();
  folder = mkdtempSync(path.join(tmpdir(), 'ops-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stack.close();
});

const ops = (...args: readonly string[]) => runOps(stack, args);
const lastRecord = async () => (await recordsOf(stack, ACTOR)).at(-1);

describe('users list', () => {
  it('finds a user by the beginning of the address, with or without --search', async () => {
    const { email, owner } = await stack.givenUser();
    await stack.givenUser();
    const [beginning = ''] = email.split('example');
    expect(await opsRows(stack, 'users', 'list', beginning)).toMatchObject([{ owner }]);
    expect(await opsRows(stack, 'users', 'list', '--search', beginning)).toMatchObject([{ owner }]);
  });

  it('shows plan and last use, and sorts by either before --limit cuts the list', async () => {
    const person = await givenPerson(stack);
    const idle = await stack.givenUser();
    const today = new Date(stack.inner.clock.now()).toISOString().slice(0, 10);
    const users = await opsRows(stack, 'users', 'list', '--sort', 'last-use');
    expect(users.at(-1)).toMatchObject({ owner: person.owner, plan: 'monthly', lastUse: today });
    const newest = await opsRows(stack, 'users', 'list', '--sort', 'last-use', '--reverse', '--limit', '1');
    expect(newest).toMatchObject([{ owner: person.owner }]);
    const byPlan = await opsRows(stack, 'users', 'list', '--sort', 'plan');
    expect(byPlan.map(({ plan }) => plan)).toEqual([...users.slice(1).map(() => 'free'), 'monthly']);
    for (const column of ['password', 'constructor'])
      expect(await ops('users', 'list', '--sort', column)).toMatchObject({
        code: 1,
        error: expect.stringContaining('--sort is one of email, created, plan, last-use.'),
      });
    expect(await ops('users', 'list', '--reverse', '--limit', '1')).toMatchObject({
      code: 1,
      error: expect.stringContaining('--reverse needs --sort'),
    });
    const table = await ops('users', 'list', idle.email);
    expect(table.out).toMatch(/^EMAIL .+ PLAN +LAST USE\n\S+@.+ free +-\n$/);
  });
});

describe('users reset-mfa', () => {
  it('lets a user in who lost the device, ends all sign-ins, and is recorded', async () => {
    const user = await stack.givenUser({ hasSecondFactor: true });
    const client = await stack.connect(user);
    expect(await opsRows(stack, 'users', 'reset-mfa', user.email)).toMatchObject([{ owner: user.owner }]);
    expect(await lastRecord()).toMatchObject({ action: 'user.resetSecondFactor', target: user.owner });
    await stack.eventually(() => expect(client.closedWith).toBeDefined());
    const setting = (token: string) => stack.http('GET', '/api/account/second-factor', { token });
    expect((await setting(user.token)).status).toBe(401);
    stack.moveClock(1_000);
    try {
      const { idToken } = await stack.inner.tokensFor(user.email);
      expect(JSON.parse((await setting(idToken)).text)).toEqual({ isOn: false, isRequired: false });
    } finally {
      stack.moveClock(-1_000);
    }
  });

  it('fails in one line for an account that does not exist', async () => {
    expect(await ops('users', 'reset-mfa', 'no.account@example.com')).toEqual({
      ...{ code: 1, out: '', error: 'There is no account of no.account@example.com.\n' },
    });
  });
});

describe('users export', () => {
  it('writes what the user’s own download holds, readable by the operator alone, and is recorded', async () => {
    const person = await givenPerson(stack);
    const file = path.join(folder, 'export.json');
    const { code, out } = await ops('users', 'export', person.email, '--to', file);
    expect([code, out]).toEqual([0, `Written to ${file}.\n`]);
    const own = await stack.http('GET', '/api/account/export', { token: person.token });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(own.text));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await lastRecord()).toMatchObject({ action: 'user.export', target: person.owner });
  });

  it('says how many files it names without their contents', async () => {
    const person = await givenPerson(stack);
    await givenProject(stack, person);
    const file = path.join(folder, 'with-files.json');
    const { out } = await ops('users', 'export', person.email, '--to', file);
    expect(out).toBe(
      `Written to ${file}.\nContents of files are not in it (1 named): docs/operate.md says how to get them.\n`,
    );
  });

  it('does not replace a file, and records no export that it cannot write', async () => {
    const { email } = await stack.givenUser();
    const before = await recordsOf(stack, ACTOR);
    const file = path.join(folder, 'mine.json');
    writeFileSync(file, 'mine');
    const { code, error } = await ops('users', 'export', email, '--to', file);
    expect([code, error]).toEqual([1, expect.stringMatching(/cannot be written: EEXIST/)]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const nowhere = await ops('users', 'export', email, '--to', path.join(folder, 'no-folder', 'x.json'));
    expect(nowhere).toMatchObject({ code: 1, error: expect.stringMatching(/cannot be written: ENOENT/) });
    const unnamed = await ops('users', 'export', email, '--to', '');
    expect(unnamed).toEqual({ code: 1, out: '', error: '--to is empty: name a new file.\n' });
    expect(await recordsOf(stack, ACTOR)).toEqual(before);
  });

  it('leaves no file where the export fails', async () => {
    const { email } = await stack.givenUser();
    const file = path.join(folder, 'failed.json');
    const env = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9', AWS_MAX_ATTEMPTS: '1' };
    const { code } = await runOps(stack, ['users', 'export', email, '--to', file], env);
    expect([code, existsSync(file)]).toEqual([1, false]);
  });

  it('joins a chat whose messages need several pages', async () => {
    const user = await stack.givenUser();
    const { chat } = await stack.givenChat(user);
    await stack.fillChat(user, chat.chatId, 30, () => 'x'.repeat(120_000));
    const file = path.join(folder, 'long.json');
    await ops('users', 'export', user.owner, '--to', file);
    const { chats } = JSON.parse(readFileSync(file, 'utf8'));
    expect(chats).toHaveLength(1);
    expect(chats[0].messages.map(({ messageIndex }: { messageIndex: number }) => messageIndex)).toEqual(
      Array.from({ length: 61 }, (_, i) => i),
    );
  });
});

describe('users delete', () => {
  it('without --confirm and the user’s address deletes nothing', async () => {
    const { email } = await stack.givenUser();
    for (const more of [[], ['--confirm', 'somebody@example.com']]) {
      const { code, error } = await ops('users', 'delete', email, ...more);
      expect([code, error]).toEqual([
        1,
        `Nothing was deleted. To delete the account, add --confirm ${email}\n`,
      ]);
    }
    expect(await opsRows(stack, 'users', 'list', email)).toMatchObject([{ enabled: true }]);
  });

  it('leaves what a user who closes their own account leaves, and is recorded', async () => {
    const person = await givenPerson(stack);
    const { code, out } = await ops('users', 'delete', person.owner, '--confirm', person.email.toUpperCase());
    expect([code, out]).toEqual([0, 'The account is closed. What it held is being deleted.\n']);
    await stack.idle();
    await stack.inner.functions.streamsSettled();
    const traces = await tracesOf(stack, person);
    const audits = traces.filter((trace) => trace.startsWith('Audit '));
    expect(traces.filter((trace) => !isTombstone(person.owner)(trace))).toEqual(audits);
    expect(await lastRecord()).toMatchObject({ action: 'user.delete', target: person.owner });
    expect(await opsRows(stack, 'users', 'list', person.email)).toEqual([]);
  });
});
