import { setAnnouncement as call, type StoredAnnouncement } from '#contract/admin';
import { ANNOUNCEMENT } from '#contract/limits';
import {
  type AnnouncementState,
  describeAnnouncement,
  removeAnnouncement,
  setAnnouncement,
} from '../lambdas/domain/admin/announcement.ts';
import { type Call, operatorCommand, textOf } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';

const COLUMNS = {
  level: ({ level }: StoredAnnouncement) => level,
  text: ({ text }: StoredAnnouncement) => text,
  link: ({ link }: StoredAnnouncement) => link,
  ends: ({ endsAt }: StoredAnnouncement) => endsAt,
};

const REFUSED: Readonly<Record<string, string>> = {
  text: `The text has 1 to ${ANNOUNCEMENT.textMaxLength} characters.`,
  level: '--level is info or warning.',
  link: `--link is an address that begins with https://, of at most ${ANNOUNCEMENT.linkMaxLength} characters.`,
  endsAt: '--until is a time with its zone, such as 2026-12-01T18:00Z.',
};

/** Adds `:00` to a time without seconds, because the contract requires seconds. */
const withSeconds = (time: string | undefined): string | undefined =>
  time?.replace(/(T\d\d:\d\d)(?=Z$|[+-])/, '$1:00');

function show({ print, note }: Call, { announcement }: AnnouncementState): void {
  if (announcement) print([announcement], COLUMNS);
  else note('There is no announcement.');
}

export const announceSet = operatorCommand({
  name: 'announce set',
  summary: 'shows an announcement to all signed-in users',
  usage: '<text>',
  help: `Shows a text of at most ${ANNOUNCEMENT.textMaxLength} characters above everybody's chats, in place of the one before. Pages that are
open show it when they connect again, within two hours.

  --level <level>    info or warning (default info)
  --link <address>   an https address that the announcement links to
  --until <time>     its end, such as 2026-12-01T18:00Z (default: until it is removed)`,
  options: { level: { type: 'string' }, link: { type: 'string' }, until: { type: 'string' } },
  words: { min: 1, max: 1 },
  async act(given) {
    const { level, link, until } = given.values;
    const read = call.body.safeParse({
      ...{
        text: given.positionals[0],
        level: textOf(level),
        link: textOf(link),
        endsAt: withSeconds(textOf(until)),
      },
    });
    if (!read.success) {
      const field = String(read.error.issues[0]?.path[0]);
      throw new OpsError(REFUSED[field] ?? `${field} is not valid.`);
    }
    show(given, await setAnnouncement(given.operator, read.data));
  },
});

export const announceShow = operatorCommand({
  name: 'announce show',
  summary: 'shows the announcement',
  help: 'Shows the announcement that users see, if there is one that has not ended.\n',
  act: async (given) => show(given, await describeAnnouncement()),
});

export const announceRemove = operatorCommand({
  name: 'announce remove',
  summary: 'removes the announcement',
  help: 'Removes the announcement. Pages that are open show it until they connect again, or the user dismisses it.\n',
  act: async (given) => show(given, await removeAnnouncement(given.operator)),
});
