/** Operators' command line: `npm run ops -- <group> <command> [options]`. */
import type { Command } from '../ops/command.ts';
import { explain, OpsError } from '../ops/error.ts';

/** Imports each command when it is called: all of them together take twice as long to start. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  doctor: async () => (await import('../ops/doctor.ts')).doctor,
  trace: async () => (await import('../ops/trace.ts')).trace,
  'models check': async () => (await import('../ops/models/check.ts')).modelsCheck,
  'invites create': async () => (await import('../ops/invites.ts')).invitesCreate,
  'invites list': async () => (await import('../ops/invites.ts')).invitesList,
  'invites revoke': async () => (await import('../ops/invites.ts')).invitesRevoke,
  'waitlist list': async () => (await import('../ops/waitlist.ts')).waitlistList,
  'waitlist approve': async () => (await import('../ops/waitlist.ts')).waitlistApprove,
  'waitlist remove': async () => (await import('../ops/waitlist.ts')).waitlistRemove,
  'users list': async () => (await import('../ops/users-list.ts')).usersList,
  'users show': async () => (await import('../ops/users.ts')).usersShow,
  'users disable': async () => (await import('../ops/users.ts')).usersDisable,
  'users enable': async () => (await import('../ops/users.ts')).usersEnable,
  'users make-admin': async () => (await import('../ops/users.ts')).usersMakeAdmin,
  'users remove-admin': async () => (await import('../ops/users.ts')).usersRemoveAdmin,
  'users reset-mfa': async () => (await import('../ops/users.ts')).usersResetMfa,
  'users export': async () => (await import('../ops/users-export-and-delete.ts')).usersExport,
  'users delete': async () => (await import('../ops/users-export-and-delete.ts')).usersDelete,
  'replies stop': async () => (await import('../ops/replies.ts')).repliesStop,
  'replies start': async () => (await import('../ops/replies.ts')).repliesStart,
  'replies status': async () => (await import('../ops/replies.ts')).repliesStatus,
  'announce set': async () => (await import('../ops/announce.ts')).announceSet,
  'announce show': async () => (await import('../ops/announce.ts')).announceShow,
  'announce remove': async () => (await import('../ops/announce.ts')).announceRemove,
  'stripe setup': async () => (await import('../ops/stripe.ts')).stripeSetup,
  'stripe status': async () => (await import('../ops/stripe.ts')).stripeStatus,
  'audit list': async () => (await import('../ops/audit.ts')).auditList,
  'search rebuild': async () => (await import('../ops/search-rebuild.ts')).searchRebuild,
  'tables restore': async () => (await import('../ops/tables-restore.ts')).tablesRestore,
};

const HELP_WORDS: readonly string[] = ['', 'help', '--help', '-h'];

/** Returns the help text of all commands, or of one group. */
async function helpOf(group = ''): Promise<string> {
  const commands = Object.entries(COMMANDS).filter(([name]) => group === '' || name.startsWith(`${group} `));
  return [
    `npm run ops -- ${group || '<group>'} <command> [options], each with --help`,
    '',
    ...(await Promise.all(
      commands.map(async ([name, load]) => `  ${name.padEnd(20)}${(await load()).summary}`),
    )),
  ].join('\n');
}
const isGroup = (word: string): boolean => Object.keys(COMMANDS).some((name) => name.startsWith(`${word} `));

const say = (line: string) => void process.stdout.write(`${line}\n`);
// The product logs to standard output, which must hold only the command's output, so its log goes to standard error.
console.log = console.error;

const [group = '', ...words] = process.argv.slice(2);
const [verb = '', ...args] = words;
try {
  if (HELP_WORDS.includes(group)) say(await helpOf(isGroup(verb) ? verb : ''));
  else if (Object.hasOwn(COMMANDS, group)) await (await COMMANDS[group]?.())?.run(words, say);
  else if (isGroup(group) && HELP_WORDS.includes(verb)) say(await helpOf(group));
  else await (await find(group, verb)).run(args, say);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

/** Imports the command of that name. @throws OpsError when there is none */
function find(group: string, verb: string): Promise<Command> {
  const name = `${group} ${verb}`;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command();
  const place = isGroup(group) ? `${group} ` : '';
  throw new OpsError(`There is no command ${name.trim()}. See npm run ops -- ${place}--help`);
}
