/** `npm run ops`: does what the operators' console does, from a shell, on the local stack as on an AWS account. */
import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../ops/commands.ts';
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
import { opsRows, runOps, runOpsWithClosedOutput } from '../support/run-ops.ts';
import { freshEmail, signUp } from '../support/sign-up.ts';
import { dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const ACTOR = `ops:${userInfo().username}`;
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const ops = (...args: readonly string[]) => runOps(stack, args);
const rows = (...args: readonly string[]) => opsRows(stack, ...args);
const lastRecord = async () => (await recordsOf(stack, ACTOR)).at(-1);

describe('commands', () => {
  it('are listed with one line each, and each has its help', async () => {
    const { out } = await ops('--help');
    const names = out.split('\n').flatMap((line) => /^ {2}(\w+(?: [\w-]+)?) {2,}\S/.exec(line)?.[1] ?? []);
    expect(names).toEqual(Object.keys(COMMANDS));
    const help = await ops('audit', 'list', '--help');
    expect([help.code, help.out]).toEqual([0, expect.stringContaining('npm run ops -- audit list')]);
  });

  it('of one group are listed by its name, with --help, and by help', async () => {
    const asked = [['users'], ['users', '--help'], ['help', 'users']];
    const told = await Promise.all(asked.map((words) => ops(...words)));
    expect(told.map(({ code, out }) => [code, out])).toEqual(asked.map(() => [0, told[0]?.out]));
    expect(told[0]?.out).toMatch(/^npm run ops -- users <command>[\s\S]*\n {2}users list /);
    expect(told[0]?.out).not.toContain('invites');
  });

  it.each([
    [
      'no credentials',
      { AWS_ACCESS_KEY_ID: undefined, HOME: '/nonexistent', AWS_EC2_METADATA_DISABLED: '1' },
    ],
    ['no network', { AWS_ENDPOINT_URL_LAMBDA: 'http://127.0.0.1:9' }],
  ])('with %s say so in one line, and how to reach the local stack', async (_, env) => {
    const { code, error } = await runOps(stack, ['users', 'list'], { AWS_MAX_ATTEMPTS: '1', ...env });
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(/^No credentials or network: sign in .+ Did you mean --local\?.*\n$/),
    ]);
  });

  it.each([
    [['nothing'], 'There is no command nothing. See npm run ops -- --help'],
    [['invites', 'create', '--count', 'x'], '--count is a whole number, not x.'],
    [
      ['invites', 'create', '--count', '101'],
      '--count does not fit. See npm run ops -- invites create --help',
    ],
    [['invites', 'revoke', 'nonsense'], 'That invitation does not exist.'],
    [['users', 'nothing'], 'There is no command users nothing. See npm run ops -- users --help'],
    [['users', 'list', '--sort', 'x'], '--sort is one of email, created, plan, last-use.'],
    [['users', 'list', 'a@', 'b@'], 'What is b@? See npm run ops -- users list --help'],
    [['users', 'show', 'nobody'], 'That user does not exist.'],
    [['users', 'show', 'nobody@example.com'], 'There is no account of nobody@example.com.'],
    [['waitlist', 'approve'], '<email>... is missing. See npm run ops -- waitlist approve --help'],
    [['waitlist', 'approve', 'x'], 'x is not an email address.'],
    [['waitlist', 'list', '--status', 'x'], '--status is waiting or approved.'],
    [['waitlist', 'list', '--what'], "Unknown option '--what'. See npm run ops -- waitlist list --help"],
    [
      ['audit', 'list', '--stack', 'other-dev'],
      'There is no deployment other-dev in this account and region.',
    ],
  ])('%j fails with one line and exit code 1', async (args, line) => {
    expect(await ops(...args)).toEqual({ code: 1, out: '', error: `${line}\n` });
  });
});

describe('where the reader of the output has closed it', () => {
  it.each([[['audit', 'list']], [['invites', 'list', '--json']], [['--help']]])(
    '%j ends without a word',
    async (args) => {
      await rows('invites', 'create');
      expect(await runOpsWithClosedOutput(stack, args)).toEqual({ code: 0, error: '' });
    },
  );

  it('a command that writes does all of its work', async () => {
    const emails = [await givenEntry(stack), await givenEntry(stack)];
    expect(await runOpsWithClosedOutput(stack, ['waitlist', 'remove', ...emails])).toEqual({
      ...{ code: 0, error: '' },
    });
    expect((await Promise.all(emails.map((email) => rowsOf(stack, email)))).flat()).toEqual([]);
  });
});

describe('invites', () => {
  it('are minted, listed, used and revoked as in the console, and recorded under the machine’s user', async () => {
    const note = `\u001b[2J "x" ${freshEmail()}`;
    const [invite] = await rows('invites', 'create', '--uses', '2', '--days', '3', '--note', note);
    const code = String(invite?.code);
    expect(invite).toMatchObject({
      maxUses: 2,
      status: 'open',
      link: `${stack.urls.site}/register?code=${code}`,
    });
    expect(await lastRecord()).toMatchObject({ action: 'invite.create', target: code });
    expect((await signUp(stack, { inviteCode: code })).status).toBe(200);
    expect(await rows('invites', 'list', '--search', code)).toMatchObject([{ code, uses: 1, note }]);
    const table = await ops('invites', 'list', '--search', code);
    expect(table.out).toMatch(/^CODE +STATUS +USED +EXPIRES +FOR +NOTE +LINK\n/);
    expect(table.out).not.toContain('\u001b');
    expect(await rows('invites', 'revoke', code.toLowerCase())).toMatchObject([{ code, status: 'revoked' }]);
    expect(await lastRecord()).toMatchObject({ action: 'invite.revoke', target: code });
  });

  it('for one address are mailed', async () => {
    const email = freshEmail();
    const { out } = await ops('invites', 'create', '--email', email, '--mail');
    expect(out).toContain('The mail was sent.');
    expect(mailsTo(stack, email)[0]?.text).toContain(String((await invitesFor(stack, email))[0]));
  });
});

describe('the waitlist', () => {
  it('is approved as in the console: an invite each, mailed once', async () => {
    const [email, nobody] = [await givenEntry(stack), freshEmail()];
    const approved = await rows('waitlist', 'approve', email.toUpperCase(), nobody);
    expect(approved).toMatchObject([
      { email, outcome: 'approved', mail: 'sent' },
      { email: nobody, outcome: 'not_found' },
    ]);
    const admin = await givenAdmin(stack);
    const { results } = await callAs(stack, admin, 'approveWaitlist', { body: { emails: [email] } });
    expect(results).toMatchObject([{ outcome: 'already_approved', invite: approved[0]?.invite }]);
    expect(await invitesFor(stack, email)).toHaveLength(1);
    expect(mailsTo(stack, email)).toHaveLength(1);
    const records = await recordsOf(stack, ACTOR);
    expect(records.filter(({ action }) => action === 'waitlist.approve')).toHaveLength(1);
  });

  it('loses the addresses that are removed, and an unknown address is reported as not found', async () => {
    const [email, nobody] = [await givenEntry(stack), freshEmail()];
    expect(await rows('waitlist', 'remove', nobody, email)).toEqual([
      { email: nobody, outcome: 'not_found' },
      { email, outcome: 'removed' },
    ]);
    expect(await rowsOf(stack, email)).toEqual([]);
  });

  it('as CSV has no cell that a spreadsheet takes for a formula', async () => {
    for (const sign of ['=', '+', '-', '@x'])
      await givenEntry(stack, `${sign}cmd|calc-${freshEmail()}`.replace('@x', '='));
    const { out } = await ops('waitlist', 'list', '--csv');
    const [head, ...lines] = out.split('\r\n').filter((line) => line.trim() !== '');
    expect(head).toBe('"email","status","joinedAt","approvedAt","inviteCode"');
    const cells = lines.flatMap((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell),
    );
    expect(cells.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
    expect(cells.filter((cell) => /^'[=+-]cmd/.test(cell)).length).toBeGreaterThanOrEqual(3);
  });
});

describe('users', () => {
  it('become admins and stop being admins, which applies from their next token', async () => {
    const user = await stack.givenUser({ hasSecondFactor: true });
    expect(await rows('users', 'make-admin', user.email)).toMatchObject([
      { owner: user.owner, isAdmin: true },
    ]);
    expect(await lastRecord()).toMatchObject({ action: 'user.makeAdmin', target: user.owner });
    const { idToken: token } = await stack.inner.tokensFor(user.email);
    expect((await askAs(stack, { token }, 'listAudit')).status).toBe(200);
    expect((await askAs(stack, user, 'listAudit')).status).toBe(403);
    expect(await rows('users', 'remove-admin', user.owner)).toMatchObject([{ isAdmin: false }]);
    const later = await stack.inner.tokensFor(user.email);
    expect((await askAs(stack, { token: later.idToken }, 'listAudit')).status).toBe(403);
  });

  it('are not made admins before their address is confirmed', async () => {
    const email = freshEmail();
    const [{ code: inviteCode } = {}] = await rows('invites', 'create');
    await signUp(stack, { email, inviteCode: String(inviteCode) });
    const { code, error } = await ops('users', 'make-admin', email);
    expect([code, error]).toEqual([1, 'They have not confirmed their address yet.\n']);
  });

  it('are shown, listed, disabled and enabled', async () => {
    const { email, owner } = await stack.givenUser();
    expect((await ops('users', 'show', email)).out).toContain('No messages in the last 30 days.');
    expect(await rows('users', 'show', owner)).toMatchObject([
      { email, subscription: { tier: 'free' }, storage: { usedBytes: 0, files: 0 } },
    ]);
    expect(await rows('users', 'disable', email)).toMatchObject([{ owner, enabled: false }]);
    expect(await rows('users', 'list', '--search', email)).toMatchObject([{ owner, enabled: false }]);
    expect(await rows('users', 'enable', email)).toMatchObject([{ owner, enabled: true }]);
    const found = await rows('audit', 'list', '--limit', '2');
    expect(found).toMatchObject([
      { action: 'user.enable', actor: ACTOR, target: owner },
      { action: 'user.disable', actor: ACTOR, target: owner },
    ]);
  });
});

describe('replies', () => {
  it('are stopped for all users and started again; the status has the day’s cost and the cap', async () => {
    stack.replyWith('Yes.');
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    const ask = () => client.call('chat', { chatId: chat.chatId, message: 'Hello', userEmail: user.email });
    expect(await rows('replies', 'status')).toEqual([
      { replies: 'written', spentToday: 0, spentByGuests: 0, dailyCap: 25 },
    ]);
    const reason = 'A model writes nonsense';
    const stopped = await rows('replies', 'stop', '--reason', reason);
    expect(stopped).toMatchObject([{ replies: 'stopped', by: ACTOR, reason }]);
    expect(await lastRecord()).toMatchObject({ action: 'replies.stop', detail: reason });
    expect(await ask()).toMatchObject({
      error: {
        code: 'service_paused',
        message: 'Replies are paused for the moment. Your message was not sent; please try again later.',
      },
    });
    expect(await stack.usedMessages(user)).toBe(0);
    const { out } = await ops('replies', 'status');
    expect(out).toMatch(
      /^REPLIES +COST TODAY +BY GUESTS +CAP +BY +AT +REASON\nstopped +\$0\.00 +\$0\.00 +\$25\.00 +ops:/,
    );
    expect(await rows('replies', 'start')).toMatchObject([{ replies: 'written' }]);
    expect(await lastRecord()).toMatchObject({ action: 'replies.start' });
    expect(dataOf(await ask())).toMatchObject({ status: 'complete' });
    const before = await recordsOf(stack, ACTOR);
    await rows('replies', 'start');
    expect(await recordsOf(stack, ACTOR)).toEqual(before);
  });
});
