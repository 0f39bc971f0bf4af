import type { Command } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';

/** Maps the name of a command to a function that imports the command. Importing all commands would slow every run. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  doctor: async () => (await import('./doctor.ts')).doctor,
  trace: async () => (await import('./trace.ts')).trace,
  'models check': async () => (await import('./models/models-check.ts')).modelsCheck,
  'invites create': async () => (await import('./invites.ts')).invitesCreate,
  'invites list': async () => (await import('./invites.ts')).invitesList,
  'invites revoke': async () => (await import('./invites.ts')).invitesRevoke,
  'waitlist list': async () => (await import('./waitlist.ts')).waitlistList,
  'waitlist approve': async () => (await import('./waitlist.ts')).waitlistApprove,
  'waitlist remove': async () => (await import('./waitlist.ts')).waitlistRemove,
  'users list': async () => (await import('./users-list.ts')).usersList,
  'users show': async () => (await import('./users-show-and-change.ts')).usersShow,
  'users disable': async () => (await import('./users-show-and-change.ts')).usersDisable,
  'users enable': async () => (await import('./users-show-and-change.ts')).usersEnable,
  'users make-admin': async () => (await import('./users-show-and-change.ts')).usersMakeAdmin,
  'users remove-admin': async () => (await import('./users-show-and-change.ts')).usersRemoveAdmin,
  'users reset-mfa': async () => (await import('./users-show-and-change.ts')).usersResetMfa,
  'users export': async () => (await import('./users-export-and-delete.ts')).usersExport,
  'users delete': async () => (await import('./users-export-and-delete.ts')).usersDelete,
  'replies stop': async () => (await import('./replies-switch.ts')).repliesStop,
  'replies start': async () => (await import('./replies-switch.ts')).repliesStart,
  'replies status': async () => (await import('./replies-switch.ts')).repliesStatus,
  'announce set': async () => (await import('./announce.ts')).announceSet,
  'announce show': async () => (await import('./announce.ts')).announceShow,
  'announce remove': async () => (await import('./announce.ts')).announceRemove,
  'stripe setup': async () => (await import('./stripe-commands.ts')).stripeSetup,
  'stripe status': async () => (await import('./stripe-commands.ts')).stripeStatus,
  'audit list': async () => (await import('./audit.ts')).auditList,
  'search rebuild': async () => (await import('./search-rebuild.ts')).searchRebuild,
  'tables restore': async () => (await import('./tables-restore.ts')).tablesRestore,
};

export async function helpOf(group = ''): Promise<string> {
  const commands = Object.entries(COMMANDS).filter(([name]) => group === '' || name.startsWith(`${group} `));
  return [
    `npm run ops -- ${group || '<group>'} <command> [options], each with --help`,
    '',
    ...(await Promise.all(
      commands.map(async ([name, load]) => `  ${name.padEnd(20)}${(await load()).summary}`),
    )),
  ].join('\n');
}
export const isGroup = (word: string): boolean =>
  Object.keys(COMMANDS).some((name) => name.startsWith(`${word} `));

/** Imports the command `<group> <verb>`. @throws OpsError when there is none */
export function findCommand(group: string, verb: string): Promise<Command> {
  const name = `${group} ${verb}`;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command();
  const place = isGroup(group) ? `${group} ` : '';
  throw new OpsError(`There is no command ${name.trim()}. See npm run ops -- ${place}--help`);
}
