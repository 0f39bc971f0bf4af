/** Operators' command line: `npm run ops -- <group> <command> [options]`. */
import { auditList } from '../ops/audit.ts';
import type { Command } from '../ops/command.ts';
import { doctor } from '../ops/doctor.ts';
import { explain, OpsError } from '../ops/error.ts';
import { invitesCreate, invitesList, invitesRevoke } from '../ops/invites.ts';
import { modelsCheck } from '../ops/models/check.ts';
import { repliesStart, repliesStatus, repliesStop } from '../ops/replies.ts';
import { searchRebuild } from '../ops/search-rebuild.ts';
import { stripeSetup, stripeStatus } from '../ops/stripe.ts';
import { tablesRestore } from '../ops/tables-restore.ts';
import { trace } from '../ops/trace.ts';
import {
  usersDisable,
  usersEnable,
  usersMakeAdmin,
  usersRemoveAdmin,
  usersResetMfa,
  usersShow,
} from '../ops/users.ts';
import { usersDelete, usersExport } from '../ops/users-export-and-delete.ts';
import { usersList } from '../ops/users-list.ts';
import { waitlistApprove, waitlistList, waitlistRemove } from '../ops/waitlist.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  doctor,
  trace,
  'models check': modelsCheck,
  'invites create': invitesCreate,
  'invites list': invitesList,
  'invites revoke': invitesRevoke,
  'waitlist list': waitlistList,
  'waitlist approve': waitlistApprove,
  'waitlist remove': waitlistRemove,
  'users list': usersList,
  'users show': usersShow,
  'users disable': usersDisable,
  'users enable': usersEnable,
  'users make-admin': usersMakeAdmin,
  'users remove-admin': usersRemoveAdmin,
  'users reset-mfa': usersResetMfa,
  'users export': usersExport,
  'users delete': usersDelete,
  'replies stop': repliesStop,
  'replies start': repliesStart,
  'replies status': repliesStatus,
  'stripe setup': stripeSetup,
  'stripe status': stripeStatus,
  'audit list': auditList,
  'search rebuild': searchRebuild,
  'tables restore': tablesRestore,
};

const HELP_WORDS: readonly string[] = ['', 'help', '--help', '-h'];

/** Returns the help text of all commands, or of one group. */
const helpOf = (group = ''): string =>
  [
    `npm run ops -- ${group || '<group>'} <command> [options], each with --help`,
    '',
    ...Object.entries(COMMANDS)
      .filter(([name]) => group === '' || name.startsWith(`${group} `))
      .map(([name, { summary }]) => `  ${name.padEnd(20)}${summary}`),
  ].join('\n');
const isGroup = (word: string): boolean => Object.keys(COMMANDS).some((name) => name.startsWith(`${word} `));

const say = (line: string) => void process.stdout.write(`${line}\n`);
// The product logs to standard output, which must hold only the command's output, so its log goes to standard error.
console.log = console.error;

const [group = '', ...words] = process.argv.slice(2);
const [verb = '', ...args] = words;
try {
  if (HELP_WORDS.includes(group)) say(helpOf(isGroup(verb) ? verb : ''));
  else if (Object.hasOwn(COMMANDS, group)) await COMMANDS[group]?.run(words, say);
  else if (isGroup(group) && HELP_WORDS.includes(verb)) say(helpOf(group));
  else await find(group, verb).run(args, say);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

/** Returns the command of that name. @throws OpsError when there is none */
function find(group: string, verb: string): Command {
  const name = `${group} ${verb}`;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command;
  const place = isGroup(group) ? `${group} ` : '';
  throw new OpsError(`There is no command ${name.trim()}. See npm run ops -- ${place}--help`);
}
