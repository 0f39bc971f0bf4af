/** An operator's commands: `npm run ops -- <area> <command> [options]`. */
import { auditList } from '../ops/audit.ts';
import type { Command } from '../ops/command.ts';
import { explain, OpsError } from '../ops/error.ts';
import { invitesCreate, invitesList, invitesRevoke } from '../ops/invites.ts';
import { repliesStart, repliesStatus, repliesStop } from '../ops/replies.ts';
import { searchRebuild } from '../ops/search-rebuild.ts';
import { stripeSetup, stripeStatus } from '../ops/stripe.ts';
import {
  usersDisable,
  usersEnable,
  usersList,
  usersMakeAdmin,
  usersRemoveAdmin,
  usersShow,
} from '../ops/users.ts';
import { waitlistApprove, waitlistList, waitlistRemove } from '../ops/waitlist.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
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
  'replies stop': repliesStop,
  'replies start': repliesStart,
  'replies status': repliesStatus,
  'stripe setup': stripeSetup,
  'stripe status': stripeStatus,
  'audit list': auditList,
  'search rebuild': searchRebuild,
};

const HELP = [
  'npm run ops -- <command> [options], each with --help',
  '',
  ...Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(20)}${summary}`),
].join('\n');

const say = (line: string) => void process.stdout.write(`${line}\n`);
// The product's own log lines are no output of a command.
console.log = console.error;

const [area = '', verb = '', ...args] = process.argv.slice(2);
try {
  if (['', 'help', '--help', '-h'].includes(area)) say(HELP);
  else await find(`${area} ${verb}`).run(args, say);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

/** @throws OpsError */
function find(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command;
  throw new OpsError(`There is no command ${name.trim()}. See npm run ops -- --help`);
}
