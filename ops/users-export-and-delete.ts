import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { deleteUser, exportUser, type UserExport } from '../lambdas/domain/admin/export-and-delete-user.ts';
import { normaliseEmail } from '../lambdas/domain/email-address.ts';
import { findUserByEmailOrId } from './find-user.ts';
import { operatorCommand, textOf } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';

export const usersExport = operatorCommand({
  name: 'users export',
  usage: '<email or id>',
  summary: 'writes what is kept of a user, without the contents of files',
  help: `Writes what the user's own download at /account holds, as JSON: account, plan, usage, invitation, waitlist, and
every chat with its messages. It names the user's files; docs/operate.md says how to get their contents. It is recorded:
an operator can read somebody's chats with it.

  --to <file>        a new file, which only you may read (standard output)`,
  words: { min: 1, max: 1 },
  options: { to: { type: 'string' } },
  async act({ operator, positionals: [who = ''], values, say }) {
    const to = textOf(values.to);
    if (to === '') throw new OpsError('--to is empty: name a new file.');
    const user = await findUserByEmailOrId(who);
    const read = () => exportUser(operator, user);
    if (to === undefined) return say(textOfExport(await read()));
    const exported = await writeNew(to, read);
    say(`Written to ${to}.`);
    const files = filesNamedIn(exported);
    if (files > 0)
      say(`Contents of files are not in it (${files} named): docs/operate.md says how to get them.`);
  },
});

/** Counts the files that the export names in chats and projects. Leaves out removed files. */
function filesNamedIn({ account, chats }: UserExport): number {
  const holders = [...chats.flatMap(({ messages }) => messages), ...(account.projects ?? [])];
  const files = holders.flatMap((holder) => holder.files ?? []);
  return new Set(files.filter(({ isRemoved }) => !isRemoved).map(({ fileId }) => fileId)).size;
}

const textOfExport = (exported: UserExport): string => JSON.stringify(exported, undefined, 2);

/**
 * Writes an export to a new file that only the operator can read. Makes the file before calling `read`. So, if the file
 * cannot be made, no chats are read, and the audit log records no export. Removes the file if `read` or the writing
 * fails.
 * @throws OpsError when a file of this name exists, or the file cannot be made or written
 */
async function writeNew(to: string, read: () => Promise<UserExport>): Promise<UserExport> {
  const file = unlessRefused(to, () => openSync(to, 'wx', 0o600));
  try {
    const exported = await read();
    unlessRefused(to, () => writeFileSync(file, `${textOfExport(exported)}\n`));
    return exported;
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function unlessRefused<T>(to: string, change: () => T): T {
  try {
    return change();
  } catch (error) {
    throw new OpsError(`${to} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}

export const usersDelete = operatorCommand({
  name: 'users delete',
  usage: '<email or id>',
  summary: 'closes an account and deletes what it holds',
  help: `Closes an account as the user can at /account: a subscription at Stripe ends, and chats, usage, invitation and
waitlist entry are deleted within minutes, and looked for again an hour later. It cannot be undone.

  --confirm <email>  the account's address, once more`,
  words: { min: 1, max: 1 },
  options: { confirm: { type: 'string' } },
  async act({ operator, positionals: [who = ''], values, note }) {
    const user = await findUserByEmailOrId(who);
    const email = normaliseEmail(user.email);
    const confirmed = textOf(values.confirm);
    if (confirmed === undefined || normaliseEmail(confirmed) !== email)
      throw new OpsError(`Nothing was deleted. To delete the account, add --confirm ${user.email}`);
    await deleteUser(operator, user);
    note('The account is closed. What it held is being deleted.');
  },
});
